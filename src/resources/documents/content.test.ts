import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { parse } from 'content-disposition';
import fc from 'fast-check';
import { startApp } from '../../../test/harness.ts';
import { storedFiles } from '../uploads/stored-files.fixture.ts';

const app = await startApp();

const w = await app.world();
const { ann } = w;
const folderId = await ann.folder(ann.libraryId, 'Content');
// More than what is sent as one buffer, and different everywhere.
const BIG = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 31 + (i >> 8)) & 0xff));

async function download(name: string, content: string | Buffer, headers: Record<string, string> = {}) {
  const documentId = await ann.document(folderId, name, content);
  const get = (more: Record<string, string>, method = 'GET') =>
    ann.api(method, `/api/documents/${documentId}/content`, undefined, more);
  return { documentId, get, answer: await get(headers) };
}

test('a content comes whole with exactly the headers of the contract', async () => {
  const { answer } = await download('Plan "A" of 100%.pdf'.replaceAll('"', "'"), 'content');
  assert.equal(answer.status, 200);
  assert.equal(answer.text, 'content');
  const hash = createHash('sha256').update('content').digest('hex');
  const names = [...answer.headers.keys()].filter((name) => !/^(?:x-|cross-|origin-|connection|keep-alive)/.test(name));
  assert.deepEqual(Object.fromEntries(names.map((name) => [name, answer.headers.get(name)])), {
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': `attachment; filename="Plan 'A' of 100_.pdf"; size=7; filename*=UTF-8''Plan%20%27A%27%20of%20100%25.pdf`,
    'content-length': '7',
    'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
    'content-type': 'application/pdf',
    date: answer.headers.get('date'),
    etag: `"${hash}"`,
    'last-modified': app.clock.now.toUTCString(),
    'referrer-policy': 'no-referrer',
    vary: answer.headers.get('vary'),
  });
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
});

test('the type follows the extension, and is octets where that tells nothing', async () => {
  for (const [name, type] of Object.entries({
    'a.html': 'text/html',
    'b.PNG': 'image/png',
    'c.unknown': 'application/octet-stream',
    d: 'application/octet-stream',
  })) {
    assert.equal((await download(name, `type ${name}`)).answer.headers.get('content-type'), type);
  }
});

test('names of any letters come through Content-Disposition unharmed', async () => {
  const names = [
    "O'Brien's (final); 100% = a&b.txt",
    'Отчёт за год.txt',
    '報告書 😀.txt',
    'Café%0d%0aSet-Cookie: x'.replace(':', '') + '.txt',
    'a,b;c=d.txt',
    `${'😀'.repeat(195)}.txt`,
  ];
  for (const name of names) {
    const { answer } = await download(name, name);
    const disposition = answer.headers.get('content-disposition') ?? '';
    assert.match(disposition, /^[\x20-\x7e]+$/);
    const { type, parameters } = parse(disposition);
    assert.deepEqual([type, parameters['filename']], ['attachment', name]);
  }
});

test('HEAD answers what GET would, without the content', async () => {
  const { get, answer } = await download('head.bin', BIG);
  const head = await get({}, 'HEAD');
  assert.deepEqual([head.status, head.bytes.length], [200, 0]);
  for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'last-modified', 'accept-ranges']) {
    assert.equal(head.headers.get(name), answer.headers.get(name), name);
  }
  // RFC 9110, 14.2: ranges are for GET alone.
  const part = await get({ range: 'bytes=0-9' }, 'HEAD');
  assert.deepEqual([part.status, part.headers.get('content-length')], [200, String(BIG.length)]);
});

test('one range is answered with 206 and where it lies', async () => {
  const { get } = await download('range.bin', BIG);
  const size = BIG.length;
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 1],
    ['bytes=0-99999', 0, 100_000],
    ['bytes=70000-150000', 70_000, 150_001],
    ['bytes=199999-199999', size - 1, size],
    ['bytes=150000-', 150_000, size],
    ['bytes=-1', size - 1, size],
    ['bytes=-100000', size - 100_000, size],
    ['bytes=-999999999', 0, size],
    ['bytes=199990-99999999999999999999', 199_990, size],
    ['Bytes=1-2', 1, 3],
  ] as const) {
    const { status, headers, bytes } = await get({ range });
    assert.equal(status, 206, range);
    assert.equal(headers.get('content-range'), `bytes ${start}-${end - 1}/${size}`);
    assert.equal(headers.get('content-length'), String(end - start));
    assert.deepEqual(bytes, BIG.subarray(start, end));
  }
});

test('a range beyond the end is refused with 416 and the size', async () => {
  const { get } = await download('beyond.bin', BIG);
  for (const range of ['bytes=200000-', 'bytes=200000-200001', 'bytes=99999999999999999999-', 'bytes=-0']) {
    const { status, headers, body } = await get({ range });
    assert.deepEqual([status, body.type], [416, '/range_not_satisfiable'], range);
    assert.equal(headers.get('content-range'), 'bytes */200000');
  }
});

test('several ranges, other units and malformed ranges are answered with the whole', async () => {
  const { get } = await download('whole.bin', BIG);
  for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=5-4', 'bytes=1-2-3', '0-5']) {
    const { status, bytes } = await get({ range });
    assert.deepEqual([status, bytes.length], [200, BIG.length], range);
  }
});

test('whatever range is asked for, the part is that of the content', async () => {
  const { get } = await download('property.bin', BIG);
  const position = fc.nat({ max: BIG.length + 1000 });
  await fc.assert(
    fc.asyncProperty(fc.option(position, { nil: undefined }), fc.option(position, { nil: undefined }), async (a, b) => {
      const { status, bytes, headers } = await get({ range: `bytes=${a ?? ''}-${b ?? ''}` });
      const start = a ?? Math.max(0, BIG.length - (b ?? 0));
      const end = a === undefined || b === undefined ? BIG.length : Math.min(b + 1, BIG.length);
      if ((a === undefined && b === undefined) || (a !== undefined && b !== undefined && b < a)) {
        assert.deepEqual([status, bytes.length], [200, BIG.length]);
      } else if (start >= BIG.length) assert.equal(status, 416);
      else {
        assert.equal(status, 206);
        assert.equal(headers.get('content-range'), `bytes ${start}-${end - 1}/${BIG.length}`);
        assert.ok(bytes.equals(BIG.subarray(start, end)));
      }
    }),
    { numRuns: 100 },
  );
});

test('a client whose copy is good gets 304 without content', async () => {
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

test('a client whose copy is stale gets the content', async () => {
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

test('a precondition that fails is answered with 412, one that holds with the content', async () => {
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
    [{ 'if-match': etag, 'if-unmodified-since': before }, 200],
    [{ 'if-match': '"other"', 'if-none-match': etag }, 412],
  ] as const) {
    assert.equal((await get(headers)).status, status, JSON.stringify(headers));
  }
});

test('a download goes on with If-Range only where it was of this content', async () => {
  const { get, answer } = await download('resume.bin', BIG.subarray(1));
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

test('reading wants Read: strangers get 403, others 404, nobody 401, and the trash gives nothing', async () => {
  const { documentId } = await download('secret.txt', 'secret');
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

test('a content that is missing from the store is answered with 500, the request id and a line in the log', async () => {
  const before = await storedFiles(app);
  for (const content of ['lost', Buffer.alloc(100_000, 'lost')]) {
    const { documentId, get } = await download(`lost ${content.length}.txt`, content);
    for (const path of await storedFiles(app)) if (!before.includes(path)) await rm(path);
    const { status, body, headers } = await get({});
    assert.deepEqual([status, body.type], [500, '/internal_error']);
    assert.equal(body.requestId, headers.get('x-request-id'));
    assert.doesNotMatch(JSON.stringify(body), /blob|store|\d{4}-\d{2}-\d{2}/);
    const line = app.logs.find((entry) => entry['level'] === 50 && entry['reqId'] === body.requestId);
    assert.match(JSON.stringify(line), /is missing from the store/);
    assert.equal((await ann.api('GET', `/api/documents/${documentId}`)).status, 200);
  }
});
