import assert from 'node:assert/strict';
import { readdir, readlink, rm, truncate } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startApp } from '../../../test/harness.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';

const app = await startApp({}, { own: 'counts the stored files' });

const w = await app.world();
const { ann } = w;
const folderId = await ann.folder(ann.libraryId, 'Content');

test('reading requires Read: 403, 404 and 401 otherwise, and 404 in the trash', async () => {
  const documentId = await ann.document(folderId, 'secret.txt', 'secret');
  for (const path of [`/api/documents/${documentId}`, `/api/documents/${documentId}/content`]) {
    for (const [person, status] of [
      [w.stranger, 403],
      [w.admin, 403],
      [w.other, 404],
      [w.anonymous, 401],
    ] as const) {
      const answer = await person.api('GET', path);
      assert.equal(answer.status, status);
      assert.equal(answer.body.instance, path);
    }
  }
  await ann.api('DELETE', `/api/documents/${documentId}`);
  assert.equal((await ann.api('GET', `/api/documents/${documentId}/content`)).status, 404);
  for (const id of ['abc', '0', '-1', '1.5', '9223372036854775808', '999999999']) {
    assert.equal((await ann.api('GET', `/api/documents/${id}/content`)).status, 404);
  }
});

test('a lost or truncated content returns 500 with the request id and is logged', async () => {
  const damages: [string | Buffer, (path: string) => Promise<void>, RegExp][] = [
    ['lost', (path) => rm(path), /is missing from the store/],
    [Buffer.alloc(100_000, 'lost'), (path) => rm(path), /is missing from the store/],
    ['cut', (path) => truncate(path, 1), /shorter than it was/],
  ];
  for (const [content, damage, reason] of damages) {
    const before = await storedFiles(app);
    const documentId = await ann.document(folderId, `${content.length}.txt`, content);
    for (const path of await storedFiles(app)) if (!before.includes(path)) await damage(path);
    const { status, body, headers } = await ann.api('GET', `/api/documents/${documentId}/content`);
    assert.deepEqual([status, body.type], [500, '/internal_error']);
    assert.deepEqual([headers.get('etag'), headers.get('content-disposition')], [null, null]);
    assert.equal(body.requestId, headers.get('x-request-id'));
    assert.doesNotMatch(JSON.stringify(body), /blob|store|\d{4}-\d{2}-\d{2}/);
    const line = app.logs.find((entry) => entry['level'] === 50 && entry['reqId'] === body.requestId);
    assert.match(JSON.stringify(line), reason);
    assert.equal((await ann.api('GET', `/api/documents/${documentId}`)).status, 200);
  }
});

test('clients that disconnect from downloads leave no open files', async () => {
  const documentId = await ann.document(folderId, 'broken-off.bin', Buffer.alloc(4_000_000, 'x'));
  const openBlobs = async () => {
    const links = await readdir('/proc/self/fd');
    const targets = await Promise.all(links.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    return targets.filter((target) => target.includes('/blobs/') && /[0-9a-f]{12}$/.test(target)).length;
  };
  for (let i = 0; i < 40; i++) {
    const broken = new AbortController();
    const url = `${app.url}/api/documents/${documentId}/content`;
    const answer = fetch(url, { headers: { authorization: `Bearer ${ann.token}` }, signal: broken.signal });
    // Some break off before the answer has begun, some in the middle of it.
    if (i % 2 === 0) await answer;
    else await setTimeout(i / 4);
    broken.abort();
    await answer.catch(() => {});
  }
  // A request that was given up early may reach its file late.
  for (let waited = 0, quiet = 0; quiet < 30 && waited < 1000; waited++) {
    quiet = (await openBlobs()) === 0 ? quiet + 1 : 0;
    await setTimeout(10);
  }
  assert.equal(await openBlobs(), 0);
  assert.equal((await ann.api('GET', `/api/documents/${documentId}/content`)).bytes.length, 4_000_000);
});

test('a large content has the same headers and log line as a small one', async () => {
  const small = await ann.document(folderId, 'small.bin', 'x');
  const large = await ann.document(folderId, 'large.bin', Buffer.alloc(200_000, 'y'));
  const names = async (documentId: number) => {
    const { headers, status } = await ann.api('GET', `/api/documents/${documentId}/content`);
    const line = app.logs.find((entry) => entry['reqId'] === headers.get('x-request-id'));
    assert.deepEqual([status, line?.['status'], line?.['user']], [200, 200, ann.userId]);
    return [...headers.keys()].sort((a, b) => a.localeCompare(b));
  };
  assert.deepEqual(await names(large), await names(small));
});

test('a truncated large content returns 500', async () => {
  const before = await storedFiles(app);
  const documentId = await ann.document(folderId, 'cut.bin', Buffer.alloc(300_000, 'cut'));
  for (const path of await storedFiles(app)) if (!before.includes(path)) await truncate(path, 100_000);
  assert.equal((await ann.api('GET', `/api/documents/${documentId}/content`)).status, 500);
});
