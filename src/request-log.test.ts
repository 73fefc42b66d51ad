import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../test/harness.ts';

const app = await startApp();

const REFERENCE = 'AAAAAAAAAAAAAAAAAAAAAA';

test('the path of a link is never logged, even if malformed or with another method', async () => {
  const { anonymous } = await app.world();
  const asked = [
    ['GET', `/link/${REFERENCE}`, 404],
    ['GET', `/link/${REFERENCE}/nothing`, 404],
    ['PUT', `/link/${REFERENCE}`, 405],
    ['GET', `/folder/1/share/${REFERENCE}?recipient=${REFERENCE}`, 404],
    ['GET', `/folder/1/share/${REFERENCE}/more`, 404],
    ['GET', `/folder/1/share/${REFERENCE}%ZZ`, 400],
  ] as const;
  for (const [method, path, status] of asked) {
    assert.equal((await anonymous.api(method, path)).status, status, path);
  }
  assert.ok(app.logs.some(({ route, status }) => route === null && status === 405));
  assert.ok(!JSON.stringify(app.logs).includes(REFERENCE));
});

test('the trace id of a traceparent is logged with the request, and nothing else of the header', async () => {
  const { anonymous } = await app.world();
  const trace = 'ab'.repeat(16);
  const of = async (traceparent: string) => {
    const { headers } = await anonymous.api('GET', '/healthz', undefined, { traceparent });
    return app.logs.find(({ reqId, status }) => reqId === headers.get('x-request-id') && status === 200)?.['traceId'];
  };
  assert.equal(await of(`00-${trace}-${'12'.repeat(8)}-01`), trace);
  assert.equal(await of(`cc-${trace}-${'12'.repeat(8)}-01-what-the-future-adds`), trace);
  for (const malformed of [
    `00-${trace}-${'12'.repeat(8)}-01-more`,
    `ff-${trace}-${'12'.repeat(8)}-01`,
    `00-${'0'.repeat(32)}-${'12'.repeat(8)}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${'12'.repeat(8)}-01`,
    `00-${trace}`,
    `secret`,
  ]) {
    assert.equal(await of(malformed), undefined, malformed);
  }
});
