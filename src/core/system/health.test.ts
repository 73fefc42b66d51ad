import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { checkMachine, checkParts, checkStore, forOperators, forSiteAdmins } from './health.ts';
import { checkUpkeep } from './health-upkeep.ts';
import type { CheckResult } from './health-run.ts';

const app = await startApp({ clamd: { host: '127.0.0.1', port: 1 }, programFolders: [] });
const PATH = '/api/admin/health';

async function findings(): Promise<Record<string, CheckResult>> {
  const w = await app.world();
  const { status, body } = await w.admin.api('GET', PATH);
  assert.equal(status, 200);
  assert.equal(body.DateChecked, app.clock.now.toISOString());
  return Object.fromEntries(body.Findings.map((finding: CheckResult) => [finding.Check, finding]));
}

test('a site admin sees healthy, missing and failing parts', async () => {
  const found = await findings();
  const states = Object.fromEntries(Object.entries(found).map(([check, { State }]) => [check, State]));
  assert.deepEqual(states, {
    carrel: 'ok',
    node: 'ok',
    data: 'ok',
    space: states['space'],
    'space blobs': states['space'],
    reach: 'warning',
    blobs: 'ok',
    postgres: 'ok',
    schema: 'ok',
    worker: 'warning',
    memory: states['memory'],
    backup: 'warning',
    certificate: 'hint',
    smtp: 'hint',
    metrics: 'ok',
    'first-run': 'ok',
    soffice: 'hint',
    ffmpeg: 'hint',
    tesseract: 'hint',
    isolation: states['isolation'],
    clamd: 'failed',
  });
  assert.match(found['postgres']?.Detail ?? '', /^PostgreSQL \d+/);
  assert.match(found['space']?.Detail ?? '', /^[\d.]+ GB of [\d.]+ GB are free$/);
  assert.deepEqual([found['data']?.Detail, found['blobs']?.Detail], ['writable', 'local files']);
});

test('a site admin sees no folders, addresses or system errors, which are for operators', async () => {
  const { config, blobs } = app.deps;
  const place = { kind: 's3', bucket: 'ours', prefix: '', endpoint: 'http://10.1.2.3:9000', region: 'r' } as const;
  const credentials = { accessKeyId: 'k', secretAccessKey: 's' };
  const elsewhere: typeof config = {
    ...config,
    dataDir: '/nowhere/data',
    blobs: { ...place, credentials },
    clamd: { path: '/run/clamd.sock' },
    programFolders: ['/usr/bin'],
    baseUrl: 'https://127.0.0.1:1',
    smtpUrl: 'smtp://127.0.0.1:1',
  };
  const found = [
    ...(await checkMachine(config)),
    ...(await checkMachine(elsewhere)),
    await checkStore(elsewhere, () => blobs.check()),
    await checkStore(elsewhere, () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:9000'))),
    ...(await checkUpkeep(config, app.clock.now)),
    ...(await checkUpkeep(elsewhere, app.clock.now)),
    ...(await checkParts(config)),
    ...(await checkParts(elsewhere)),
  ];
  const tells = /\/|ECONN|ENOENT|\d+\.\d+\.\d+\.\d+|ours|carrel\.test/;
  assert.deepEqual(
    found.map(forSiteAdmins).filter(({ Detail }) => tells.test(Detail)),
    [],
  );
  assert.deepEqual(Object.keys(forSiteAdmins(found[0] ?? assert.fail())), ['Check', 'State', 'Detail']);
  const all = found.map(forOperators).map(({ Detail }) => Detail);
  for (const message of [
    config.dataDir,
    `http://carrel.test, no TLS: use on this machine only`,
    's3://ours at http://10.1.2.3:9000 is accessed without TLS',
    'connect ECONNREFUSED 10.1.2.3:9000',
    'clamd does not respond: connect ECONNREFUSED 127.0.0.1:1',
  ]) {
    assert.ok(all.includes(message), `${message} is not among ${all.join('; ')}`);
  }
});

test('a worker with a heartbeat is healthy, one without a current heartbeat is not', async () => {
  await app.sql`insert into worker_heartbeats (worker_id, beat_at) values ('w', now())`;
  assert.deepEqual((await findings())['worker'], { Check: 'worker', State: 'ok', Detail: '1 worker is running' });
  const [row] = await app.sql<{ last: string }[]>`
    update worker_heartbeats set beat_at = beat_at - interval '30 seconds' returning beat_at as last`;
  const { last } = row ?? {};
  const { State, Detail } = (await findings())['worker'] ?? {};
  assert.deepEqual(
    [State, Detail],
    ['warning', `no worker is running since ${last}: mails, thumbnails and reports wait`],
  );
});

test('an unavailable store fails its own check only', async () => {
  await rm(app.deps.config.blobs.kind === 'files' ? app.deps.config.blobs.dir : '', { recursive: true });
  const found = await findings();
  assert.deepEqual(
    [found['blobs']?.State, found['space blobs']?.State, found['schema']?.State],
    ['failed', 'warning', 'ok'],
  );
});
