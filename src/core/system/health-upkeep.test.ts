import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { createServer } from 'node:tls';
import { selfSignedCertificate } from '../../../test/certificate.ts';
import { startApp } from '../../../test/harness.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { checkFailures } from './health-failures.queries.ts';
import { forOperators } from './health.ts';
import { checkUpkeep } from './health-upkeep.ts';
import { recordBackup } from './last-backup.ts';

const app = await startApp({}, { own: 'it counts all failed emails and jobs' });
const { config } = app.deps;
const NOW = new Date();
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

async function stateOf(check: string, changed: Partial<typeof config> = {}, now = NOW): Promise<string[]> {
  const found = (await checkUpkeep({ ...config, ...changed }, now)).find(({ Check }) => Check === check);
  const { State, Detail } = forOperators(found ?? assert.fail());
  return [State, Detail];
}

test('the last backup is healthy for two days, unless it is incomplete', async () => {
  const none = 'none was made from this machine; run carrel backup daily';
  assert.deepEqual(await stateOf('backup', { databaseUrl: null }), ['warning', none]);
  assert.deepEqual(await stateOf('backup', { databaseUrl: 'postgres://elsewhere/carrel' }), ['hint', none]);
  const CreatedAt = NOW.toISOString();
  const backup = { CreatedAt, Snapshot: 's', Folder: '/backups/carrel', Damaged: 0 };
  await recordBackup(config.dataDir, backup);
  const made = `the last one is of ${CreatedAt}`;
  assert.deepEqual(await stateOf('backup', {}, inDays(1.9)), ['ok', `${made} (/backups/carrel)`]);
  const late = `${made}, 2 days ago; run carrel backup daily (/backups/carrel)`;
  assert.deepEqual(await stateOf('backup', {}, inDays(2)), ['warning', late]);
  await recordBackup(config.dataDir, { ...backup, Damaged: 3 });
  const incomplete = `${made}, without 3 missing or damaged contents (/backups/carrel)`;
  assert.deepEqual(await stateOf('backup'), ['warning', incomplete]);
});

test('a certificate is checked here or at the proxy, and gets a warning 14 days before it expires', async (t) => {
  const tls = selfSignedCertificate();
  const states = async (changed: Partial<typeof config>) => {
    const found = [await stateOf('certificate', changed, inDays(-60)), await stateOf('certificate', changed)];
    return [...found, await stateOf('certificate', changed, inDays(3))].map(([state]) => state);
  };
  assert.deepEqual(await states({ tls }), ['ok', 'warning', 'failed']);
  const proxy = createServer(tls).listen(0, '127.0.0.1');
  t.after(() => proxy.close());
  await once(proxy, 'listening');
  const baseUrl = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  assert.deepEqual(await states({ baseUrl }), ['ok', 'warning', 'failed']);
  const [state, detail] = await stateOf('certificate', { baseUrl: 'https://127.0.0.1:1' });
  assert.equal(state, 'hint');
  assert.match(detail ?? '', /could not be read from this machine: 127\.0\.0\.1: .*ECONNREFUSED/);
  assert.deepEqual(await stateOf('certificate'), ['hint', 'none: BASE_URL is not https']);
});

test('a mail server must accept the connection', async () => {
  const { url } = await startMailServer();
  assert.deepEqual(await stateOf('smtp', { smtpUrl: url }), ['ok', `${new URL(url).host} accepts the connection`]);
  const [state, detail] = await stateOf('smtp', { smtpUrl: 'smtp://127.0.0.1:1' });
  assert.equal(state, 'failed');
  assert.match(detail ?? '', /ECONNREFUSED/);
  assert.equal((await stateOf('smtp', { smtpUrl: null }))[0], 'hint');
});

test('metrics that a proxy makes unreachable and a first password in a file are pointed out', async () => {
  const metrics = async (changed: Partial<typeof config>) => (await stateOf('metrics', changed))[0];
  assert.equal(await metrics({ trustProxy: false, metricsToken: null }), 'ok');
  assert.equal(await metrics({ trustProxy: 1, metricsToken: null }), 'hint');
  assert.equal(await metrics({ trustProxy: 1, metricsToken: 'secret' }), 'ok');
  const path = join(config.dataDir, 'first-run.json');
  await rm(path, { force: true });
  assert.equal((await stateOf('first-run'))[0], 'ok');
  await writeFile(path, '{}');
  const [state, detail] = await stateOf('first-run');
  assert.equal(state, 'hint');
  assert.ok(detail?.endsWith(path), detail);
  assert.match((await stateOf('memory'))[1] ?? '', /^[\d.]+ GB/);
});

test('emails that were given up or wait for an hour get a warning', async () => {
  const check = async () => {
    const { State, Detail } = await checkFailures(app.sql);
    return [State, Detail];
  };
  assert.deepEqual(await check(), ['ok', 'no email and no job was given up']);
  const w = await app.world();
  for (const [id, state] of ['failed', 'queued', 'queued'].entries()) {
    await app.sql`insert into mails (deployment_id, message_id, recipient, subject, state, created_at)
      values (${w.deploymentId}, ${`m${id}`}, 'a@b.test', 's', ${state}, now() - ${`${id} hours 1 second`}::interval)`;
  }
  const Detail = 'emails given up: 1, waiting for more than an hour: 2; jobs given up: 0';
  assert.deepEqual(await check(), ['warning', `${Detail}; Administration in the app shows the reasons`]);
});
