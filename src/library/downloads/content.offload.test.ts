import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';

const BIG = Buffer.alloc(100_000, 'big');
const PREFIX = '/carrel-blobs/';

// An application and a function that requests a document's content, by default as a proxy does.
async function start(config: Parameters<typeof startApp>[0], content = BIG) {
  const app = await startApp(config);
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Offload');
  const documentId = await ann.document(folderId, 'Plan.pdf', content);
  const forwarded = { 'x-forwarded-for': '192.0.2.1' };
  const get = (headers: Record<string, string> = forwarded, method = 'GET') =>
    ann.api(method, `/api/documents/${documentId}/content`, undefined, headers);
  const views = async () => (await app.sql`select from activity where activity_type = 'DocumentViewed'`).length;
  return { app, get, views, forwarded };
}

const proxied = await start({ trustProxy: ['127.0.0.1'], accelPrefix: PREFIX });

test('a trusted proxy gets the path of the stored file with the headers of the content, and no body', async () => {
  const answer = await proxied.get();
  const [path = ''] = await storedFiles(proxied.app);
  const { blobs } = proxied.app.deps.config;
  assert.ok(blobs.kind === 'files');
  const key = path.slice(blobs.dir.length + 1);
  assert.deepEqual([answer.status, answer.bytes.length], [200, 0]);
  assert.equal(answer.headers.get('x-accel-redirect'), `${PREFIX}${key}`);
  assert.equal(answer.headers.get('content-length'), '0');
  const direct = await proxied.get({});
  for (const name of ['content-type', 'content-disposition', 'etag', 'last-modified', 'cache-control', 'vary'])
    assert.equal(answer.headers.get(name), direct.headers.get(name), name);
});

test('a client that bypasses the proxy gets the content', async () => {
  const direct = await proxied.get({});
  assert.deepEqual([direct.headers.get('x-accel-redirect'), direct.bytes.length], [null, BIG.length]);
});

test('an untrusted client that claims to be a proxy gets the content', async () => {
  const elsewhere = await start({ trustProxy: ['10.0.0.0/8'], accelPrefix: PREFIX });
  const claimed = await elsewhere.get();
  assert.deepEqual([claimed.headers.get('x-accel-redirect'), claimed.bytes.length], [null, BIG.length]);
});

test('without ACCEL_PREFIX a proxy gets the content', async () => {
  const plain = await start({ trustProxy: true });
  const answer = await plain.get();
  assert.deepEqual([answer.headers.get('x-accel-redirect'), answer.bytes.length], [null, BIG.length]);
});

test('content small enough for one buffer is sent directly', async () => {
  const small = await start({ trustProxy: ['127.0.0.1'], accelPrefix: PREFIX }, Buffer.from('small'));
  assert.deepEqual([(await small.get()).text, await small.views()], ['small', 1]);
});

test('HEAD, 304 and refusals are answered directly', async () => {
  const { get, forwarded } = proxied;
  const { headers } = await get();
  const head = await get(forwarded, 'HEAD');
  assert.deepEqual([head.headers.get('x-accel-redirect'), head.headers.get('content-length')], [null, '100000']);
  for (const [condition, status] of [
    [{ 'if-none-match': headers.get('etag') ?? '' }, 304],
    [{ 'if-match': '"other"' }, 412],
    [{ range: 'bytes=100000-' }, 416],
  ] as const) {
    const answer = await get({ ...forwarded, ...condition });
    assert.deepEqual([answer.status, answer.headers.get('x-accel-redirect')], [status, null]);
  }
});

test('the proxy cuts an accepted range; cases that it evaluates differently are sent directly', async () => {
  const { get, forwarded } = proxied;
  const etag = (await get({})).headers.get('etag') ?? '';
  for (const [condition, status, isOffloaded] of [
    [{ range: 'bytes=0-' }, 206, true],
    [{ range: 'bytes=10-99000', 'if-range': etag }, 206, true],
    [{ 'if-none-match': '"other"' }, 200, true],
    [{ range: 'bytes=10-99000', 'if-range': '"other"' }, 200, false],
    [{ range: 'bytes=0-1,5-6' }, 200, false],
    [{ range: 'bytes=10-99000', 'if-match': etag }, 206, false],
    [{ 'if-unmodified-since': new Date(Date.now() + 86_400_000).toUTCString() }, 200, false],
  ] as const) {
    const answer = await get({ ...forwarded, ...condition });
    const offloaded = answer.headers.get('x-accel-redirect') !== null;
    assert.deepEqual([answer.status, offloaded], [status, isOffloaded], JSON.stringify(condition));
    assert.equal(answer.bytes.length > 0, !isOffloaded);
  }
});

test('the activity log is the same: the whole and first ranges are views, later ranges and HEAD are not', async () => {
  const { get, forwarded, views } = proxied;
  const before = await views();
  await get();
  await get({ ...forwarded, range: 'bytes=0-90000' });
  await get({ ...forwarded, range: 'bytes=10000-' });
  await get(forwarded, 'HEAD');
  assert.equal(await views(), before + 2);
});
