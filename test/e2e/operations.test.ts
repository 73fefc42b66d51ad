/** Health, readiness, metrics and the log. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rename, rm, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { client } from '../client.ts';
import { SEVERAL, externalDatabase, startService, until } from './service.ts';

/** Sends a GET over a new connection, which goes to the next API process. */
async function getAlone(url: string): Promise<number | undefined> {
  const sent = request(url, { agent: new Agent({ keepAlive: false }) }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  await answer.toArray();
  return answer.statusCode;
}

function countOf(metrics: string, route: string): number {
  const lines = metrics.split('\n').filter((line) => line.startsWith('carrel_http_request_seconds_count'));
  const counts = lines.filter((line) => line.includes(`route="${route}"`)).map((line) => Number(line.split(' ')[1]));
  return counts.reduce((sum, count) => sum + count, 0);
}

test('health, readiness and metrics report the actual state', async (t) => {
  const service = await startService(t, { ...(await externalDatabase(t)), LOG_LEVEL: 'info', ...SEVERAL });
  const anybody = client(service.url, null);
  const read = (path: string, headers: Record<string, string> = {}) => anybody.api('GET', path, undefined, headers);

  await t.test('a service that runs is healthy and ready', async () => {
    const health = await read('/healthz');
    assert.deepEqual([health.status, health.body], [200, { status: 'ok' }]);
    const ready = await read('/readyz');
    const checks = { database: 'ok', schema: 'ok', blobs: 'ok' };
    assert.deepEqual([ready.status, ready.body], [200, { status: 'ready', checks }]);
  });

  await t.test('the metrics of all API processes are summed', async () => {
    const agents = Array.from({ length: 20 }, () => getAlone(`${service.url}/healthz`));
    assert.deepEqual(new Set(await Promise.all(agents)), new Set([200]));
    await until(async () => countOf((await read('/metrics')).text, '/healthz') === 21, 'all requests are counted');
    const { text, headers } = await read('/metrics');
    assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    assert.match(text, /^carrel_waiting\{kind="jobs"\} \d+$/m);
    assert.match(text, /^carrel_process_cpu_seconds_total/m);
    const served = service.logs().filter((line) => line['route'] === '/healthz');
    assert.equal(new Set(served.map((line) => line['pid'])).size, 2);
  });

  await t.test('without METRICS_TOKEN proxied clients get no metrics', async () => {
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      const refused = await read('/metrics', { [name]: '127.0.0.1' });
      assert.deepEqual([name, refused.status, refused.body.type], [name, 403, '/forbidden']);
    }
  });

  await t.test('a service without its content store is healthy but not ready, until it returns', async () => {
    const blobs = join(service.dataDir, 'blobs');
    await rename(blobs, `${blobs}.away`);
    await writeFile(blobs, '');
    let ready = await read('/readyz');
    await until(async () => (ready = await read('/readyz')).status === 503, 'a process has checked the store');
    const checks = { database: 'ok', schema: 'ok', blobs: 'failed' };
    assert.deepEqual([ready.status, ready.body], [503, { status: 'unavailable', checks }]);
    assert.equal((await read('/healthz')).status, 200);
    await rm(blobs);
    await rename(`${blobs}.away`, blobs);
    await until(async () => (await read('/readyz')).status === 200, 'the store is back');
    // The service runs the bundle; its log names the sources.
    const { err } = service.logs().find(({ msg }) => msg === 'Not ready.') as { err: { stack: string } };
    assert.match(err.stack, /\/src\/platform\/blobs\/\S+\.ts:\d+:\d+/);
    assert.doesNotMatch(err.stack, /\/dist\//);
  });
});

test('METRICS_TOKEN grants access to the metrics from anywhere, and nothing else does', async (t) => {
  const env = { ...(await externalDatabase(t)), METRICS_TOKEN: 'scrape-me' };
  const { url, token } = await startService(t, env);
  const scrape = async (authorization: string) =>
    (await client(url, null).api('GET', '/metrics', undefined, { authorization, via: '1.1 proxy' })).status;
  assert.equal(await scrape('Bearer scrape-me'), 200);
  assert.equal(await scrape('Bearer scrape-me-not'), 403);
  assert.equal(await scrape(`Bearer ${token}`), 403);
  assert.equal((await client(url, null).api('GET', '/metrics')).status, 403);
});

test('a request is one log line with its id, without secrets', async (t) => {
  const service = await startService(t, { ...(await externalDatabase(t)), LOG_LEVEL: 'trace' });
  const { admin, token, url } = service;
  const anybody = client(url, null);
  const password = 'a password that nobody has';
  const answers = [
    await admin.api('GET', '/api/users/me'),
    await admin.api('GET', `/api/libraries?token=${token}`),
    await admin.api('GET', '/api/folders/999999'),
    await admin.api('POST', '/api/libraries', 'no object'),
    await anybody.api('POST', '/api/sessions', { Email: 'admin@localhost', Password: password }),
    await client(url, `${token}x`).api('GET', '/api/users/me'),
    await client(url, 'carrel_invented').api('GET', '/api/users/me'),
    await anybody.api('GET', '/api/users/me', undefined, { cookie: `carrel_session=${token}` }),
  ];
  assert.equal(await service.stop(), 0);
  const logs = service.logs();
  for (const { headers, status } of answers) {
    const lines = logs.filter((line) => line['reqId'] === headers.get('x-request-id') && 'status' in line);
    assert.deepEqual(
      lines.map((line) => line['status']),
      [status],
    );
  }
  const me = logs.find((line) => line['reqId'] === answers[0]?.headers.get('x-request-id'));
  assert.deepEqual([me?.['method'], me?.['route'], me?.['part']], ['GET', '/api/users/me', 'api']);
  const log = logs.map((line) => JSON.stringify(line)).join('\n') + service.printed.stderr;
  for (const secret of [token, 'carrel_invented', password]) assert.ok(!log.includes(secret), secret);
});
