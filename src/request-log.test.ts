import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../test/harness.ts';

const app = await startApp();

const REFERENCE = 'AAAAAAAAAAAAAAAAAAAAAA';

test('the path of a link is in no log, also where it was copied badly or asked in a way that there is not', async () => {
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
