/** An operator's limit of requests a second, across API processes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client } from '../client.ts';
import { SEVERAL, type Service, externalDatabase, startService, until } from './service.ts';

const LIMIT = 5;

/** Asks until a second begins; returns its first answer. */
async function inNewSecond({ admin }: Service) {
  let answer = await admin.api('GET', '/api/libraries');
  await until(async () => {
    answer = await admin.api('GET', '/api/libraries');
    return answer.headers.get('ratelimit-remaining') === String(LIMIT - 1);
  }, 'a second begins');
  return answer;
}

/**
 * Sends one request more than the limit until all of them fell into one second; returns the statuses and the refusal.
 */
async function exceedLimit(service: Service) {
  for (;;) {
    const first = await inNewSecond(service);
    const others = await Promise.all(Array.from({ length: LIMIT }, () => service.admin.api('GET', '/api/libraries')));
    const answers = [first, ...others];
    const refused = answers.find(({ status }) => status === 429);
    if (refused !== undefined) return { statuses: answers.map(({ status }) => status), refused };
  }
}

test('RATE_LIMIT applies to a credential across API processes, per second', async (t) => {
  const service = await startService(t, { ...(await externalDatabase(t)), RATE_LIMIT: String(LIMIT), ...SEVERAL });
  const { statuses, refused } = await exceedLimit(service);
  const counted = [200, 429].map((status) => statuses.filter((found) => found === status).length);
  assert.deepEqual(counted, [LIMIT, 1]);
  assert.equal(refused.headers.get('content-type'), 'application/problem+json');
  assert.deepEqual([refused.body.status, refused.body.type], [429, '/too_many_requests']);
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.equal(refused.headers.get('ratelimit-limit'), String(LIMIT));
  assert.equal(refused.headers.get('ratelimit-remaining'), '0');
  assert.equal(refused.headers.get('ratelimit-reset'), '1');

  const other = await client(service.url, `${service.token}x`).api('GET', '/api/libraries');
  assert.deepEqual([other.status, other.headers.get('ratelimit-remaining')], [401, String(LIMIT - 1)]);
  assert.equal((await client(service.url, null).api('GET', '/api/nothing')).headers.get('ratelimit-limit'), '5');
  const health = await client(service.url, null).api('GET', '/healthz');
  assert.deepEqual([health.status, health.headers.get('ratelimit-limit')], [200, null]);
  assert.equal((await inNewSecond(service)).status, 200);
});
