import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '../../errors.ts';
import { evaluateConditions } from './conditional.ts';

const REPRESENTATION = { size: 100, etag: '"abc"', modifiedAt: '2026-03-02T10:00:00.500Z' };
const SAME = 'Mon, 02 Mar 2026 10:00:00 GMT';
const BEFORE = 'Mon, 02 Mar 2026 09:59:59 GMT';
const AFTER = 'Mon, 02 Mar 2026 10:00:01 GMT';

const get = (headers: Record<string, string | string[]>, representation = REPRESENTATION) =>
  evaluateConditions({ method: 'GET', headers }, representation);
const statusOf = (headers: Record<string, string | string[]>) => {
  try {
    return get(headers).status;
  } catch (error) {
    assert.ok(error instanceof Problem);
    return error.status;
  }
};

function assertStatuses(table: [Record<string, string | string[]>, number][]): void {
  for (const [headers, status] of table) assert.equal(statusOf(headers), status, JSON.stringify(headers));
}

test('If-None-Match compares weakly, takes lists and *, and wins over If-Modified-Since', () => {
  assertStatuses([
    [{ 'if-none-match': '"abc"' }, 304],
    [{ 'if-none-match': 'W/"abc"' }, 304],
    [{ 'if-none-match': '"x", "abc"' }, 304],
    [{ 'if-none-match': ['"x"', '"abc"'] }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"x"' }, 200],
    [{ 'if-none-match': 'abc' }, 200],
    [{ 'if-none-match': '"x"', 'if-modified-since': AFTER }, 200],
  ]);
});

test('If-Modified-Since counts whole seconds, and a malformed date is ignored', () => {
  assertStatuses([
    [{ 'if-modified-since': SAME }, 304],
    [{ 'if-modified-since': AFTER }, 304],
    [{ 'if-modified-since': BEFORE }, 200],
    [{ 'if-modified-since': 'Monday, 02-Mar-26 10:00:00 GMT' }, 304],
    [{ 'if-modified-since': 'Mon Mar  2 10:00:00 2026' }, 304],
    [{ 'if-modified-since': '2026-03-02T10:00:00Z' }, 200],
    [{ 'if-modified-since': 'nonsense' }, 200],
  ]);
});

test('If-Match compares strongly, and wins over If-Unmodified-Since: 412', () => {
  assertStatuses([
    [{ 'if-match': '"abc"' }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': '"x", "abc"' }, 200],
    [{ 'if-match': 'W/"abc"' }, 412],
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-match': '"abc"', 'if-unmodified-since': BEFORE }, 200],
    [{ 'if-unmodified-since': SAME }, 200],
    [{ 'if-unmodified-since': BEFORE }, 412],
    [{ 'if-unmodified-since': 'nonsense' }, 200],
    [{ 'if-match': '"x"', 'if-none-match': '"abc"' }, 412],
  ]);
});

test('a single byte range returns 206: from, from-to, and suffix', () => {
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 1],
    ['bytes=0-', 0, 100],
    ['bytes=10-19', 10, 20],
    ['bytes=90-1000', 90, 100],
    ['bytes=-1', 99, 100],
    ['bytes=-1000', 0, 100],
    ['BYTES=5-5', 5, 6],
    [' bytes=99-99 ', 99, 100],
  ] as const) {
    assert.deepEqual(get({ range }), { status: 206, range: { start, end } }, range);
  }
});

test('a range beyond the end returns 416 with the size', () => {
  for (const range of ['bytes=100-', 'bytes=100-200', 'bytes=-0', `bytes=${'9'.repeat(400)}-`]) {
    assert.throws(() => get({ range }), { status: 416, headers: { 'content-range': 'bytes */100' } }, range);
  }
  const empty = { ...REPRESENTATION, size: 0 };
  assert.throws(() => get({ range: 'bytes=0-' }, empty), { status: 416, headers: { 'content-range': 'bytes */0' } });
  assert.throws(() => get({ range: 'bytes=-5' }, empty), { status: 416 });
});

test('multiple ranges, other units, reversed and malformed ranges return the whole', () => {
  for (const range of ['bytes=0-1,5-6', 'lines=0-1', 'bytes=5-4', 'bytes=-', 'bytes=a-b', 'bytes=1', 'bytes 0-1', '']) {
    assert.deepEqual(get({ range }), { status: 200 }, range);
  }
});

test('If-Range returns a part only of the same content, otherwise the whole', () => {
  const range = 'bytes=0-9';
  assertStatuses([
    [{ range, 'if-range': '"abc"' }, 206],
    [{ range, 'if-range': '"x"' }, 200],
    [{ range, 'if-range': 'W/"abc"' }, 200],
    [{ range, 'if-range': SAME }, 206],
    [{ range, 'if-range': AFTER }, 200],
    [{ range, 'if-range': BEFORE }, 200],
    [{ range: 'bytes=500-', 'if-range': '"x"' }, 200],
  ]);
});

test('HEAD supports conditions but no ranges', () => {
  assert.deepEqual(evaluateConditions({ method: 'HEAD', headers: { range: 'bytes=0-1' } }, REPRESENTATION), {
    status: 200,
  });
  assert.deepEqual(evaluateConditions({ method: 'HEAD', headers: { 'if-none-match': '"abc"' } }, REPRESENTATION), {
    status: 304,
  });
});

test('any accepted range is within the content', () => {
  const number = fc.oneof(fc.nat(250), fc.constantFrom('', '00', '007', '99999999999999999999'));
  fc.assert(
    fc.property(number, number, fc.nat(120), (first, last, size) => {
      try {
        const verdict = get({ range: `bytes=${first}-${last}` }, { ...REPRESENTATION, size });
        if (verdict.status !== 206) return;
        const { start, end } = verdict.range;
        assert.ok(0 <= start && start < end && end <= size, `${first}-${last} of ${size}: ${start}, ${end}`);
      } catch (error) {
        assert.ok(error instanceof Problem && error.status === 416);
      }
    }),
  );
});
