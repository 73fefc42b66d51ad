import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Finding } from './health.ts';

const app = await startApp({ clamd: { host: '127.0.0.1', port: 1 }, programFolders: [] });
const PATH = '/api/admin/health';

async function findings(): Promise<Record<string, Finding>> {
  const w = await app.world();
  const { status, body } = await w.admin.api('GET', PATH);
  assert.equal(status, 200);
  assert.equal(body.DateChecked, app.clock.now.toISOString());
  return Object.fromEntries(body.Findings.map((finding: Finding) => [finding.Check, finding]));
}

test('a site admin sees what is there, what is missing, and what fails', async () => {
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
    soffice: 'hint',
    ffmpeg: 'hint',
    isolation: states['isolation'],
    clamd: 'failed',
  });
  assert.match(found['clamd']?.Detail ?? '', /ECONNREFUSED/);
  assert.match(found['postgres']?.Detail ?? '', /^PostgreSQL \d+/);
  assert.match(found['space']?.Detail ?? '', /^[\d.]+ GB of [\d.]+ GB are free for \//);
});

test('a worker that beats is at work, and one that has fallen silent is missed', async () => {
  await app.sql`insert into worker_heartbeats (worker_id, beat_at) values ('w', ${app.clock.now})`;
  assert.deepEqual((await findings())['worker'], { Check: 'worker', State: 'ok', Detail: 'one is at work' });
  const last = app.clock.now.toISOString();
  app.clock.advance(30_000);
  const { State, Detail } = (await findings())['worker'] ?? {};
  assert.deepEqual([State, Detail], ['warning', `none is at work since ${last}: mails, thumbnails and reports wait`]);
});

test('a store that is gone is a failure of that check alone', async () => {
  await rm(app.deps.config.blobs.kind === 'files' ? app.deps.config.blobs.dir : '', { recursive: true });
  const found = await findings();
  assert.deepEqual(
    [found['blobs']?.State, found['space blobs']?.State, found['schema']?.State],
    ['failed', 'warning', 'ok'],
  );
});
