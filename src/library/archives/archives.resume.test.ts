import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { bytes } from '../../platform/blobs/contents.fixture.ts';

const app = await startApp();
const { ann } = await app.world();

// Contents of each kind: none, small ones that leave together, and large ones that are sent from the store.
async function makeFolder(name: string): Promise<{ folderId: number; path: string }> {
  const folderId = await ann.folder(ann.libraryId, name);
  const child = await makeChild(ann, folderId, 'Child');
  for (const [index, size] of [0, 1, 20_000, 65_536, 65_537, 300_000, 3_000_000, 7].entries()) {
    await ann.document(index % 2 === 0 ? folderId : child, `${index}.bin`, bytes(size, index));
  }
  return { folderId, path: `/api/folders/${folderId}/zip` };
}

const { folderId, path } = await makeFolder('Resumed');
const get = (headers: Record<string, string> = {}, method = 'GET') => ann.api(method, path, undefined, headers);
const whole = await get();
const etag = whole.headers.get('etag') ?? '';

test('the same tree gives the same archive byte for byte, by GET and by POST', async () => {
  const again = await get();
  const posted = await ann.api('POST', '/api/folders/zipcontent', { FolderIds: [folderId] });
  for (const other of [again, posted]) {
    assert.deepEqual([other.status, other.headers.get('etag')], [200, etag]);
    assert.ok(other.bytes.equals(whole.bytes));
  }
});

test('a selection gives the same archive by its URL as by POST', async () => {
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'Beside'), 'beside.txt');
  const body = { ZipFileName: 'Both', FolderIds: [folderId], DocumentIds: [documentId] };
  const posted = await ann.api('POST', '/api/folders/zipcontent', body);
  const address = `/api/folders/zipcontent?name=Both&folders=${folderId}&documents=${documentId},${documentId}`;
  const got = await ann.api('GET', address);
  assert.ok(got.bytes.equals(posted.bytes));
  for (const name of ['etag', 'content-disposition']) assert.equal(got.headers.get(name), posted.headers.get(name));
  const part = await ann.api('GET', address, undefined, { range: 'bytes=10-19' });
  assert.deepEqual([part.status, part.bytes], [206, posted.bytes.subarray(10, 20)]);
  assert.equal((await ann.api('HEAD', address)).headers.get('content-length'), String(posted.bytes.length));
});

test('an archive URL without ids or with malformed ids is refused', async () => {
  for (const query of ['', '?folders=', '?folders=a', '?documents=1,-2', '?documents=1.5', '?folders=1&name=a/b']) {
    assert.equal((await ann.api('GET', `/api/folders/zipcontent${query}`)).status, 400, query);
  }
  assert.equal((await ann.api('GET', `/api/folders/zipcontent?folders=${folderId},999999999`)).status, 404);
});

test('HEAD returns the headers of GET without the archive', async () => {
  const head = await get({}, 'HEAD');
  assert.deepEqual([head.status, head.bytes.length], [200, 0]);
  for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'accept-ranges']) {
    assert.equal(head.headers.get(name), whole.headers.get(name), name);
  }
  assert.equal(whole.headers.get('accept-ranges'), 'bytes');
  assert.equal(whole.headers.get('last-modified'), null);
});

test('any range is the same part of the archive', async () => {
  const size = whole.bytes.length;
  const position = fc.nat({ max: size - 1 });
  await fc.assert(
    fc.asyncProperty(position, position, async (a, b) => {
      const [first, last] = [Math.min(a, b), Math.max(a, b)];
      const { status, headers, bytes: part } = await get({ range: `bytes=${first}-${last}` });
      assert.equal(status, 206);
      assert.equal(headers.get('content-range'), `bytes ${first}-${last}/${size}`);
      assert.equal(headers.get('content-length'), String(last + 1 - first));
      assert.ok(part.equals(whole.bytes.subarray(first, last + 1)));
    }),
    { numRuns: 40 },
  );
  assert.ok((await get({ range: 'bytes=-22' })).bytes.equals(whole.bytes.subarray(-22)));
  assert.ok((await get({ range: 'bytes=0-0' })).bytes.equals(whole.bytes.subarray(0, 1)));
  const beyond = await get({ range: `bytes=${size}-` });
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${size}`]);
});

test('a current copy gets 304, and a failed precondition 412', async () => {
  for (const [headers, status] of [
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-match': etag }, 200],
    [{ 'if-match': '"other"' }, 412],
    // An archive has no time of its last change.
    [{ 'if-modified-since': new Date(Date.now() + 1e9).toUTCString() }, 200],
    [{ 'if-unmodified-since': new Date(0).toUTCString() }, 200],
    [{ range: 'bytes=5-', 'if-range': etag }, 206],
    [{ range: 'bytes=5-', 'if-range': '"other"' }, 200],
    [{ range: 'bytes=5-', 'if-range': new Date(0).toUTCString() }, 200],
    [{ range: 'bytes=5-', 'if-range': 'nonsense' }, 200],
  ] as const) {
    assert.equal((await get(headers)).status, status, JSON.stringify(headers));
  }
});

test('POST returns the whole archive, whatever the conditions and ranges', async () => {
  for (const headers of [{ range: 'bytes=5-' }, { 'if-none-match': etag }, { 'if-match': '"other"' }]) {
    const answer = await ann.api('POST', '/api/folders/zipcontent', { FolderIds: [folderId] }, headers);
    assert.deepEqual([answer.status, answer.bytes.length], [200, whole.bytes.length]);
  }
});

test('an interrupted download resumes only while the archive is unchanged', async () => {
  const changing = await makeFolder('Changing');
  const before = await ann.api('GET', changing.path);
  const rest = () =>
    ann.api('GET', changing.path, undefined, {
      range: 'bytes=1000-',
      'if-range': before.headers.get('etag') ?? '',
    });
  const resumed = await rest();
  assert.equal(resumed.status, 206);
  assert.ok(resumed.bytes.equals(before.bytes.subarray(1000)));
  const added = await ann.document(changing.folderId, 'new.txt', '');
  assert.equal((await rest()).status, 200);
  await ann.api('DELETE', `/api/documents/${added}`);
  assert.equal((await rest()).status, 206);
  await ann.api('PATCH', `/api/folders/${changing.folderId}`, { FolderName: 'Renamed' });
  assert.equal((await rest()).status, 200);
});
