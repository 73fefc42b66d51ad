import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { parse } from 'content-disposition';
import fc from 'fast-check';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

const { ann } = await app.world();
const folderId = await ann.folder(ann.libraryId, 'Content');
// More than what is sent as one buffer, and different everywhere.
const BIG = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 31 + (i >> 8)) & 0xff));

async function download(name: string, content: string | Buffer, headers: Record<string, string> = {}) {
  const documentId = await ann.document(folderId, name, content);
  const get = (more: Record<string, string>, method = 'GET') =>
    ann.api(method, `/api/documents/${documentId}/content`, undefined, more);
  return { documentId, get, answer: await get(headers) };
}

test('a content has exactly the documented headers', async () => {
  const { answer } = await download('Plan "A" of 100%.pdf'.replaceAll('"', "'"), 'content');
  assert.equal(answer.status, 200);
  assert.equal(answer.text, 'content');
  const hash = createHash('sha256').update('content').digest('hex');
  const names = [...answer.headers.keys()].filter(
    (name) => !/^(?:x-|access-|vary|cross-|origin-|connection|keep-alive)/.test(name),
  );
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
  });
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
});

test('the type follows the extension, octet-stream if it is unknown', async () => {
  for (const [name, type] of Object.entries({
    'a.html': 'text/html',
    'b.PNG': 'image/png',
    'c.unknown': 'application/octet-stream',
    d: 'application/octet-stream',
  })) {
    assert.equal((await download(name, `type ${name}`)).answer.headers.get('content-type'), type);
  }
});

test('names in any script survive Content-Disposition', async () => {
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

test('HEAD returns the headers of GET without the content', async () => {
  const { get, answer } = await download('head.bin', BIG);
  const head = await get({}, 'HEAD');
  assert.deepEqual([head.status, head.bytes.length], [200, 0]);
  for (const name of [
    'content-length',
    'content-type',
    'content-disposition',
    'etag',
    'last-modified',
    'accept-ranges',
  ]) {
    assert.equal(head.headers.get(name), answer.headers.get(name), name);
  }
  // RFC 9110, 14.2: ranges are for GET alone.
  const part = await get({ range: 'bytes=0-9' }, 'HEAD');
  assert.deepEqual([part.status, part.headers.get('content-length')], [200, String(BIG.length)]);
});

test('a range returns 206 with Content-Range', async () => {
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

test('a range beyond the end returns 416 with the size', async () => {
  const { get } = await download('beyond.bin', BIG);
  for (const range of ['bytes=200000-', 'bytes=200000-200001', 'bytes=99999999999999999999-', 'bytes=-0']) {
    const { status, headers, body } = await get({ range });
    assert.deepEqual([status, body.type], [416, '/range_not_satisfiable'], range);
    assert.equal(headers.get('content-range'), 'bytes */200000');
  }
});

test('multiple ranges, other units and malformed ranges return the whole content', async () => {
  const { get } = await download('whole.bin', BIG);
  for (const range of [
    'bytes=0-1,5-6',
    'lines=1-2',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=5-4',
    'bytes=1-2-3',
    '0-5',
  ]) {
    const { status, bytes } = await get({ range });
    assert.deepEqual([status, bytes.length], [200, BIG.length], range);
  }
});

test('any range returns that part of the content', async () => {
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

test('JSON is not cached; contents and thumbnails are cached and revalidated', async () => {
  const { anonymous } = await app.world();
  const cachedId = await ann.document(folderId, 'cached.txt');
  const controlOf = async (path: string, person: Pick<typeof ann, 'api'> = ann) =>
    (await person.api('GET', path)).headers.get('cache-control');
  assert.equal(await controlOf('/api/users/me'), 'no-store');
  assert.equal(await controlOf(`/api/folders/${folderId}/documents`), 'no-store');
  assert.equal(await controlOf('/api/documents/999999'), 'no-store');
  assert.equal(await controlOf('/api/users/me', anonymous), 'no-store');
  assert.equal(await controlOf('/nothing/here', anonymous), 'no-store');
  assert.equal(await controlOf(`/api/documents/${cachedId}/content`), 'private, no-cache');
});
