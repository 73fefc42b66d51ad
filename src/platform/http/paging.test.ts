import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import { cutPage, readPage } from './paging.ts';

const encode = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url');

// The next link of a page of one that was asked for with one row more.
function nextLink(url: string, key: (string | number)[]): URL {
  const headers: Record<string, string> = {};
  const reply = {
    header: (name: string, value: string) => (headers[name] = value),
    getHeader: (name: string) => headers[name],
  } as unknown as FastifyReply;
  const request = { url } as FastifyRequest;
  cutPage(
    { request, reply, baseUrl: 'https://carrel.test/base' },
    { limit: 1, after: null },
    ['row', 'next'],
    () => key,
  );
  const match = /^<([^>]*)>; rel="next"$/.exec(headers['link'] ?? '');
  return new URL(match?.[1] ?? '');
}

test('a cursor decodes to its key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.maxSafeInteger(), (text, number) => {
      fc.pre(!text.includes('\u0000') && text.isWellFormed());
      const after = nextLink('/api/x?top=1', [text, number]).searchParams.get('after') ?? '';
      assert.deepEqual(readPage<[string, number]>({ after }, ['string', 'number']).after, [text, number]);
    }),
  );
});

test('any other text returns 400 or a key of the right shape', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json().map(encodeText), fc.base64String()), (after) => {
      try {
        const [text, number] = readPage<[string, number]>({ after }, ['string', 'number']).after ?? [];
        assert.ok(typeof text === 'string' && Number.isSafeInteger(number));
      } catch (error) {
        assert.ok(error instanceof Problem && error.status === 400);
      }
    }),
  );
});

const encodeText = (text: string) => Buffer.from(text).toString('base64url');

test('a cursor of another list is refused', () => {
  for (const key of [
    [],
    ['a'],
    [1, 'a'],
    ['a', 1, 2],
    ['a', 0.5],
    ['a', 2 ** 53],
    ['\u0000', 1],
    [null, 1],
    { 0: 'a' },
  ]) {
    assert.throws(() => readPage<[string, number]>({ after: encode(key) }, ['string', 'number']), { status: 400 });
  }
  assert.throws(() => readPage<[number]>({ after: encode(['a']) }, ['number']), { status: 400 });
  assert.deepEqual(readPage<[number]>({ after: encode([5]), top: 3 }, ['number']), { limit: 3, after: [5] });
});

test('the next link keeps other parameters, drops skip, and starts with the base address', () => {
  const link = nextLink('/api/libraries?filter=a%26b&top=1&skip=3&after=old', ['x', 1]);
  assert.equal(link.origin + link.pathname, 'https://carrel.test/base/api/libraries');
  assert.deepEqual([...link.searchParams.keys()].sort(), ['after', 'filter', 'top']);
  assert.equal(link.searchParams.get('filter'), 'a&b');
  assert.equal(link.searchParams.get('after'), encode(['x', 1]));
});

test('a partial page, or a list without top, has no next link', () => {
  const reply = { header: () => assert.fail('There is no next page.') } as unknown as FastifyReply;
  const request = { url: '/api/x' } as FastifyRequest;
  const rows = [1, 2, 3];
  for (const limit of [null, 3, 4]) {
    assert.deepEqual(
      cutPage({ request, reply, baseUrl: 'http://x' }, { limit, after: null }, rows, (row) => [row]),
      rows,
    );
  }
});
