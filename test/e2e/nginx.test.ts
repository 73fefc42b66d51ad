/** The nginx setup of docs/operations/proxy.md with a real nginx: it sends the files, Carrel decides. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connect } from '../../src/platform/db/connection.ts';
import { fileForm, formBody } from '../../src/content/uploads/form.fixture.ts';
import { without } from '../parts.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { type Service, externalDatabase, startService, temporaryFolder, until } from './service.ts';

const NOGROUP = 65_534;
const BIG = randomBytes(3_000_000);
const skip = without('nginx');

// The folder for contents is created as documented, for the group of nginx's workers.
async function startBoth(t: TestContext) {
  const folder = await temporaryFolder(t);
  const blobFolder = join(folder, 'blobs');
  await mkdir(blobFolder);
  if (process.getuid?.() === 0) await chown(blobFolder, 0, NOGROUP);
  await chmod(blobFolder, 0o2750);
  const database = await externalDatabase(t);
  const service = await startService(t, {
    ...database,
    DATA_DIR: join(folder, 'data'),
    BLOB_URL: `file://${blobFolder}`,
    TRUST_PROXY: '127.0.0.1',
    ACCEL_PREFIX: '/carrel-blobs/',
    CORS_ORIGINS: 'https://app.example',
    LOG_LEVEL: 'info',
  });
  const nginx = await startNginx(t, { url: service.url, blobFolder });
  const sql = connect(database['DATABASE_URL'] ?? '', 1);
  t.after(() => sql.end());
  const activities = async () => (await sql`select from activity where activity_type = 'DocumentViewed'`).length;
  return { service, nginx, activities };
}

async function makeDocument({ admin }: Service, content: Buffer) {
  const { body: libraries } = await admin.api('GET', '/api/libraries');
  const folderId = await admin.folder(libraries[0].LibraryId, 'Behind nginx');
  const documentId = await admin.document(folderId, 'Bericht 報告.pdf', content);
  return { folderId, documentId, path: `/api/documents/${documentId}/content` };
}

function asker({ ask }: Nginx, { token }: Service, path: string) {
  return (headers: Record<string, string> = {}, method = 'GET', address = path) =>
    ask(method, address, { authorization: `Bearer ${token}`, ...headers });
}

// All headers except those that each server sets itself, and those for pages only.
function comparable(headers: Headers | IncomingHttpHeaders): Record<string, unknown> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const own = ['date', 'server', 'connection', 'keep-alive', 'x-request-id'];
  const pages = ['cross-origin-opener-policy', 'origin-agent-cluster', 'x-dns-prefetch-control', 'x-download-options'];
  const older = ['x-frame-options', 'x-permitted-cross-domain-policies', 'x-xss-protection'];
  return Object.fromEntries(entries.filter(([name]) => ![...own, ...pages, ...older].includes(name)));
}

test('nginx sends large contents like Carrel, and Carrel sends none of their bytes', { skip }, async (t) => {
  const { service, nginx, activities } = await startBoth(t);
  const { admin } = service;
  const { documentId, folderId, path } = await makeDocument(service, BIG);
  const get = asker(nginx, service, path);
  const whole = await get();
  const etag = String(whole.headers.etag);
  const modified = String(whole.headers['last-modified']);

  await t.test('content, headers and activity log are the same', async () => {
    assert.equal(whole.status, 200);
    assert.ok(whole.bytes.equals(BIG));
    assert.equal(await activities(), 1);
    const origin = { origin: 'https://app.example' };
    const direct = await admin.api('GET', path, undefined, origin);
    assert.deepEqual(comparable((await get(origin)).headers), comparable(direct.headers));
    assert.match(String(whole.headers['x-request-id']), /^[0-9a-f-]{36}$/);
    assert.equal(await activities(), 3);
  });

  await t.test('nginx cuts ranges, and only those from the first byte are logged', async () => {
    const before = await activities();
    for (const [range, start, end] of [
      ['bytes=0-99', 0, 100],
      ['bytes=1000000-2999999', 1_000_000, 3_000_000],
      ['bytes=2000000-', 2_000_000, 3_000_000],
      ['bytes=-100000', 2_900_000, 3_000_000],
      ['bytes=2900000-99999999', 2_900_000, 3_000_000],
    ] as const) {
      const { status, headers, bytes } = await get({ range });
      assert.deepEqual([status, headers['content-range']], [206, `bytes ${start}-${end - 1}/3000000`], range);
      assert.ok(bytes.equals(BIG.subarray(start, end)), range);
      assert.deepEqual([headers.etag, headers['content-length']], [etag, String(end - start)]);
    }
    assert.equal(await activities(), before + 1);
    for (const range of ['bytes=0-1,1000000-2000000', 'bytes=5-4', 'bytes=a-b', 'lines=1-2']) {
      const { status, bytes } = await get({ range });
      assert.deepEqual([status, bytes.length], [200, BIG.length], range);
    }
    const beyond = await get({ range: 'bytes=3000000-' });
    assert.deepEqual([beyond.status, beyond.headers['content-range']], [416, 'bytes */3000000']);
  });

  await t.test("conditions use Carrel's validators, not those of the file", async () => {
    const range = 'bytes=1000000-';
    const yesterday = new Date(Date.parse(modified) - 86_400_000).toUTCString();
    const tomorrow = new Date(Date.parse(modified) + 86_400_000).toUTCString();
    for (const [headers, status] of [
      [{ 'if-none-match': etag }, 304],
      [{ 'if-modified-since': modified }, 304],
      [{ 'if-none-match': '"other"' }, 200],
      [{ 'if-modified-since': yesterday }, 200],
      [{ 'if-match': etag }, 200],
      [{ 'if-match': '"other"' }, 412],
      [{ 'if-unmodified-since': tomorrow }, 200],
      [{ 'if-unmodified-since': yesterday }, 412],
      [{ range, 'if-range': etag }, 206],
      [{ range, 'if-range': modified }, 206],
      [{ range, 'if-range': '"other"' }, 200],
      [{ range, 'if-range': yesterday }, 200],
      [{ range, 'if-match': etag }, 206],
    ] as const) {
      const answer = await get(headers);
      assert.deepEqual([answer.status, answer.headers.etag ?? etag], [status, etag], JSON.stringify(headers));
    }
  });

  await t.test('a content shared by two documents keeps the date of each', async () => {
    await admin.api('PATCH', `/api/documents/${documentId}`, { DocumentName: 'first.pdf' });
    const second = await admin.document(folderId, 'second.pdf', BIG);
    const answer = await asker(nginx, service, `/api/documents/${second}/content`)();
    const direct = await admin.api('GET', `/api/documents/${second}/content`);
    assert.equal(answer.headers['last-modified'], direct.headers.get('last-modified'));
    assert.ok(answer.bytes.equals(BIG));
  });

  await t.test('HEAD, small contents, revisions and refusals pass through', async () => {
    const head = await get({}, 'HEAD');
    assert.deepEqual([head.status, head.bytes.length, head.headers['content-length']], [200, 0, '3000000']);
    const small = `/api/documents/${await admin.document(folderId, 'small.txt', 'small')}/content`;
    assert.equal((await get({}, 'GET', small)).bytes.toString(), 'small');
    const [revision] = (await admin.api('GET', `/api/documents/${documentId}/revisions`)).body;
    const old = `/api/documents/${documentId}/revisions/${revision.RevisionId}/content`;
    assert.ok((await get({}, 'GET', old)).bytes.equals(BIG));
    assert.equal((await nginx.ask('GET', path)).status, 401);
    const unknown = await get({}, 'GET', '/api/documents/999999/content');
    assert.deepEqual([unknown.status, unknown.headers['content-type']], [404, 'application/problem+json']);
  });

  await t.test('the content folder is not publicly accessible', async () => {
    const sent = await admin.api('GET', path, undefined, { 'x-forwarded-for': '192.0.2.1' });
    const address = sent.headers.get('x-accel-redirect') ?? '';
    assert.match(address, /^\/carrel-blobs\/.+/);
    assert.equal(sent.bytes.length, 0);
    assert.equal((await get({}, 'GET', address)).status, 404);
  });

  await t.test('uploads of any size are not buffered', async () => {
    const content = randomBytes(5_000_000);
    const answer = await uploadThrough(nginx, service, folderId, content);
    assert.equal(answer.status, 201);
    const { DocumentId } = JSON.parse(answer.bytes.toString());
    assert.ok((await asker(nginx, service, `/api/documents/${DocumentId}/content`)()).bytes.equals(content));
    const refused = await uploadThrough(nginx, service, folderId, Buffer.alloc(40_000_000));
    assert.deepEqual([refused.status, refused.headers['content-type']], [413, 'application/problem+json']);
  });

  assert.equal(nginx.complaints(), '');
});

function uploadThrough({ ask }: Nginx, { token }: Service, folderId: number, content: Buffer) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' };
  const body = formBody(fileForm('through.bin', content), 'b');
  return ask('POST', `/api/folders/${folderId}/documents`, headers, body);
}

test('nginx does not buffer events', { skip }, async (t) => {
  const { service, nginx } = await startBoth(t);
  let text = '';
  for await (const piece of await nginx.watch('/api/notifications/stream', {
    authorization: `Bearer ${service.token}`,
  })) {
    text += piece;
    if (text.includes('event: unread\ndata: {"UnreadCount":0}\n\n')) break;
  }
  assert.match(text, /^retry: \d+\n\n/);
});

test('nginx logs neither the reference of a link nor the key of a recipient', { skip }, async (t) => {
  const { nginx } = await startBoth(t);
  const [reference, key] = ['Reference0123456789abcd', 'RecipientKey0123456789'];
  const paths = [
    `/folder/1/share/${reference}?recipient=${key}`,
    `/document/1/share/${reference}?recipient=${key}`,
    `/task/1/link/${reference}?recipient=${key}`,
    `/link/${reference}/documents/1/content?recipient=${key}`,
    `//folder/1//share/${reference}`,
    `/%6cink/${reference}`,
    `/LINK/${reference}`,
    `/api/users/me?token=${key}`,
  ];
  for (const path of paths) await nginx.ask('GET', path, { referer: `https://files.example.com${paths[0]}` });
  const linesOf = async () => (await nginx.accessLog()).trim().split('\n');
  // nginx writes the line of a request after its answer.
  await until(async () => (await linesOf()).length >= paths.length, 'nginx logs every request');
  const lines = await linesOf();
  assert.equal(lines.length, paths.length);
  assert.match(
    lines[0] ?? '',
    /^127\.0\.0\.1 \[[^\]]+\] "GET \/folder\/1\/share\/- HTTP\/1\.1" 404 \d+ [\d.]+ [0-9a-f-]{36}$/,
  );
  assert.match(lines.at(-1) ?? '', /"GET \/api\/users\/me HTTP/);
  assert.ok(!lines.join().includes(reference) && !lines.join().includes(key));
  assert.equal(nginx.complaints(), '');
});
