/** Configured origins and proxies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client } from '../test/client.ts';
import { type TestApp, startApp } from '../test/harness.ts';
import { readConfig } from './platform/config/config.ts';

/** An application with these settings of the environment. */
function startConfigured(env: Record<string, string>): Promise<TestApp> {
  const { corsOrigins, rateLimit, trustProxy } = readConfig(env);
  return startApp({ corsOrigins, rateLimit, trustProxy });
}

test('pages of the origins in CORS_ORIGINS may call the API, and no others', async () => {
  const origins = 'https://app.example,http://localhost:3000';
  const app = await startConfigured({ CORS_ORIGINS: origins });
  const { url } = app;
  const { admin } = await app.world();
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
async function isBelieved({ url }: TestApp): Promise<boolean> {
  const remaining = async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    const answer = await client(url, null).api('GET', '/api/libraries', undefined, headers);
    assert.equal(answer.status, 401);
    return Number(answer.headers.get('ratelimit-remaining'));
  };
  return (await remaining('192.0.2.1')) === (await remaining('192.0.2.2'));
}

test("a proxy's client address is used only with TRUST_PROXY", async () => {
  const RATE_LIMIT = '1000';
  assert.equal(await isBelieved(await startConfigured({ RATE_LIMIT })), false);
  for (const TRUST_PROXY of ['true', '127.0.0.0/8']) {
    const trusting = await startConfigured({ RATE_LIMIT, TRUST_PROXY });
    assert.equal(await isBelieved(trusting), true, TRUST_PROXY);
    const { admin } = await trusting.world();
    assert.equal((await admin.api('GET', '/metrics')).status, 403);
  }
  assert.equal(await isBelieved(await startConfigured({ RATE_LIMIT, TRUST_PROXY: '10.0.0.0/8' })), false);
});
