/** Operator limits: requests a second, allowed origins, proxies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { client } from '../client.ts';
import { SEVERAL, type Service, externalDatabase, startService } from './service.ts';

const LIMIT = 5;

/**
 * Sends one request more than the limit until all of them fell into one second; returns the statuses and the refusal.
 */
async function exceedLimit({ admin }: Service) {
  for (;;) {
    const answers = await Promise.all(Array.from({ length: LIMIT + 1 }, () => admin.api('GET', '/api/libraries')));
    const refused = answers.find(({ status }) => status === 429);
    if (refused !== undefined) return { statuses: answers.map(({ status }) => status), refused };
    await sleep(1000);
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
  await sleep(1000);
  const next = await service.admin.api('GET', '/api/libraries');
  assert.deepEqual([next.status, next.headers.get('ratelimit-remaining')], [200, String(LIMIT - 1)]);
});

test('pages of the origins in CORS_ORIGINS may call the API, and no others', async (t) => {
  const origins = 'https://app.example,http://localhost:3000';
  const env = { ...(await externalDatabase(t)), CORS_ORIGINS: origins };
  const { admin, url } = await startService(t, env);
  const preflight = (origin: string) =>
    client(url, null).api('OPTIONS', '/api/folders/1', undefined, {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    });
  for (const origin of origins.split(',')) {
    const asked = await preflight(origin);
    assert.equal(asked.status, 204);
    assert.equal(asked.headers.get('access-control-allow-origin'), origin);
    assert.equal(asked.headers.get('access-control-allow-credentials'), 'true');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      assert.ok(asked.headers.get('access-control-allow-methods')?.includes(method), method);
    assert.equal(asked.headers.get('access-control-allow-headers'), 'authorization,content-type');
    const actual = await admin.api('GET', '/api/libraries', undefined, { origin });
    assert.equal(actual.status, 200);
    assert.equal(actual.headers.get('access-control-allow-origin'), origin);
    assert.match(actual.headers.get('access-control-expose-headers') ?? '', /X-Request-Id/);
    assert.match(actual.headers.get('vary') ?? '', /Origin/);
    const refused = await client(url, null).api('GET', '/api/libraries', undefined, { origin });
    assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [401, origin]);
  }
  for (const origin of ['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'null']) {
    assert.equal((await preflight(origin)).headers.get('access-control-allow-origin'), null, origin);
    const actual = await admin.api('GET', '/api/libraries', undefined, { origin });
    assert.equal(actual.headers.get('access-control-allow-origin'), null, origin);
  }
});

/** The client address that the service derives from a forwarded header: attempts are limited per address. */
async function isBelieved(service: Service): Promise<boolean> {
  const remaining = async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    const answer = await client(service.url, null).api('GET', '/api/libraries', undefined, headers);
    assert.equal(answer.status, 401);
    return Number(answer.headers.get('ratelimit-remaining'));
  };
  return (await remaining('192.0.2.1')) === (await remaining('192.0.2.2'));
}

test("a proxy's client address is used only with TRUST_PROXY", async (t) => {
  const env = { ...(await externalDatabase(t)), RATE_LIMIT: '1000' };
  const untrusting = await startService(t, env);
  assert.equal(await isBelieved(untrusting), false);
  assert.equal(await untrusting.stop(), 0);
  for (const TRUST_PROXY of ['true', '127.0.0.0/8']) {
    const trusting = await startService(t, { ...env, DATA_DIR: untrusting.dataDir, TRUST_PROXY });
    assert.equal(await isBelieved(trusting), true, TRUST_PROXY);
    assert.equal((await trusting.admin.api('GET', '/metrics')).status, 403);
    assert.equal(await trusting.stop(), 0);
  }
  const elsewhere = await startService(t, { ...env, DATA_DIR: untrusting.dataDir, TRUST_PROXY: '10.0.0.0/8' });
  assert.equal(await isBelieved(elsewhere), false);
});
