import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

const { ann } = await app.world();
const folderId = await ann.folder(ann.libraryId, 'Conditions');

async function download(name: string, content: string | Buffer, headers: Record<string, string> = {}) {
  const documentId = await ann.document(folderId, name, content);
  const get = (more: Record<string, string>, method = 'GET') =>
    ann.api(method, `/api/documents/${documentId}/content`, undefined, more);
  return { documentId, get, answer: await get(headers) };
}

test('a client with a current copy gets 304 without content', async () => {
  const { get, answer } = await download('fresh.txt', 'fresh');
  const etag = answer.headers.get('etag') ?? '';
  const modified = answer.headers.get('last-modified') ?? '';
  for (const headers of [
    { 'if-none-match': etag },
    { 'if-none-match': `W/${etag}` },
    { 'if-none-match': `"other", ${etag}` },
    { 'if-none-match': '*' },
    { 'if-modified-since': modified },
    { 'if-modified-since': new Date(Date.parse(modified) + 60_000).toUTCString() },
    { 'if-none-match': etag, range: 'bytes=0-1' },
    { 'if-none-match': etag, 'if-modified-since': new Date(0).toUTCString() },
  ]) {
    const fresh = await get(headers);
    assert.deepEqual([fresh.status, fresh.text, fresh.headers.get('etag')], [304, '', etag], JSON.stringify(headers));
    assert.equal((await get(headers, 'HEAD')).status, 304);
  }
});

test('a client with a stale copy gets the content', async () => {
  const { get, answer } = await download('stale.txt', 'stale');
  const modified = answer.headers.get('last-modified') ?? '';
  for (const headers of [
    { 'if-none-match': '"other"' },
    { 'if-none-match': '"other"', 'if-modified-since': modified },
    { 'if-modified-since': new Date(Date.parse(modified) - 1000).toUTCString() },
    { 'if-modified-since': 'yesterday' },
    { 'if-modified-since': '2099' },
  ]) {
    assert.equal((await get(headers)).status, 200, JSON.stringify(headers));
  }
});

test('a failed precondition returns 412, a fulfilled one the content', async () => {
  const { get, answer } = await download('match.txt', 'match');
  const etag = answer.headers.get('etag') ?? '';
  const modified = answer.headers.get('last-modified') ?? '';
  const before = new Date(Date.parse(modified) - 1000).toUTCString();
  for (const [headers, status] of [
    [{ 'if-match': etag }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': `"other",${etag}` }, 200],
    [{ 'if-match': '"other"' }, 412],
    [{ 'if-match': `W/${etag}` }, 412],
    [{ 'if-unmodified-since': modified }, 200],
    [{ 'if-unmodified-since': before }, 412],
    [{ 'if-unmodified-since': '2001' }, 200],
    [{ 'if-unmodified-since': 'Sun Nov  6 08:49:37 1994' }, 412],
    [{ 'if-unmodified-since': 'Sunday, 06-Nov-94 08:49:37 GMT' }, 412],
    [{ 'if-match': etag, 'if-unmodified-since': before }, 200],
    [{ 'if-match': '"other"', 'if-none-match': etag }, 412],
  ] as const) {
    assert.equal((await get(headers)).status, status, JSON.stringify(headers));
  }
});

test('a download resumes with If-Range only for the same content', async () => {
  const { get, answer } = await download('resume.bin', Buffer.alloc(100_000, 'resume'));
  const etag = answer.headers.get('etag') ?? '';
  const modified = answer.headers.get('last-modified') ?? '';
  for (const [ifRange, status] of [
    [etag, 206],
    [modified, 206],
    ['"other"', 200],
    [`W/${etag}`, 200],
    [new Date(Date.parse(modified) + 1000).toUTCString(), 200],
    ['nonsense', 200],
  ] as const) {
    assert.equal((await get({ range: 'bytes=100-', 'if-range': ifRange })).status, status, ifRange);
  }
});
