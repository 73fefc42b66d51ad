/** The description of the API as it is served. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../test/harness.ts';
import { client } from '../test/client.ts';

const app = await startApp();
const anonymous = client(app.url, null);

const ADDRESS = '/api/openapi.json';
const get = (headers: Record<string, string>, method = 'GET') => anonymous.api(method, ADDRESS, undefined, headers);

const CODINGS = [
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['identity', null],
] as const;

test('the description is sent in the smallest coding that the client accepts', async () => {
  const plain = await get({ 'accept-encoding': 'identity' });
  for (const [accepted, coding] of CODINGS) {
    const { status, headers, text } = await get({ 'accept-encoding': accepted });
    assert.deepEqual([status, headers.get('content-encoding'), text === plain.text], [200, coding, true], accepted);
    assert.deepEqual([headers.get('vary'), headers.get('content-type')], ['accept-encoding', 'application/json']);
  }
  const compressed = await get({ 'accept-encoding': 'br' });
  assert.ok(Number(compressed.headers.get('content-length')) * 5 < Number(plain.headers.get('content-length')));
});

test('each coding of the description has an ETag of its own, and a current copy gets 304', async () => {
  const tags = new Set<string>();
  for (const coding of ['br', 'gzip', 'identity']) {
    const etag = (await get({ 'accept-encoding': coding })).headers.get('etag') ?? '';
    assert.match(etag, /^"[^"]+"$/);
    tags.add(etag);
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await get({ 'accept-encoding': coding, 'if-none-match': etag }, method);
      assert.deepEqual(
        [status, text, headers.get('etag'), headers.get('vary'), headers.get('content-encoding')],
        [304, '', etag, 'accept-encoding', null],
      );
    }
    assert.equal((await get({ 'accept-encoding': coding, 'if-none-match': '"another"' })).status, 200);
  }
  assert.equal(tags.size, 3);
});

test('HEAD of the description has the headers of GET and no body', async () => {
  for (const coding of ['br', 'identity']) {
    const [whole, head] = [await get({ 'accept-encoding': coding }), await get({ 'accept-encoding': coding }, 'HEAD')];
    assert.deepEqual([head.status, head.text], [200, '']);
    for (const name of ['etag', 'vary', 'content-type', 'content-length', 'content-encoding']) {
      assert.equal(head.headers.get(name), whole.headers.get(name), name);
    }
  }
});
