import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { defer, initialisedDataDir, query } from '../platform/postgres/embedded.fixture.ts';
import { findRunningEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { readStatus } from '../platform/postgres/status.ts';
import { keepPostgres } from './postgres.ts';

/** A kept PostgreSQL; `heard` settles with the next line for the operator. */
async function keep(t: TestContext) {
  const dataDir = await initialisedDataDir(t);
  let heard = Promise.withResolvers<string>();
  const postgres = await keepPostgres(dataDir, (line) => heard.resolve(line));
  defer(t, () => postgres.stop());
  const next = () => (heard = Promise.withResolvers<string>()).promise;
  return { dataDir, postgres, next };
}

async function killPostmaster(dataDir: string): Promise<void> {
  const status = await readStatus(join(dataDir, 'postgres'));
  assert.ok(status !== null);
  try {
    process.kill(status.pid, 'SIGKILL');
  } catch (error) {
    // It has exited since its status was read.
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH');
  }
}

test('a PostgreSQL that exits is restarted at the same address with its data', async (t) => {
  const { dataDir, postgres, next } = await keep(t);
  await query(postgres.url, 'create table kept as select 7 as value');
  const line = next();
  await killPostmaster(dataDir);
  assert.equal(await line, 'PostgreSQL exited unexpectedly; restarting it');
  while ((await findRunningEmbeddedPostgres(dataDir)) === null) await sleep(5);
  assert.deepEqual(await query(postgres.url, 'select value from kept'), [{ value: 7 }]);
});

test('a server stopped before a restart stays down', async (t) => {
  const { dataDir, postgres, next } = await keep(t);
  const line = next();
  await killPostmaster(dataDir);
  await line;
  await postgres.stop();
  await sleep(300);
  assert.equal(await findRunningEmbeddedPostgres(dataDir), null);
  const failure = await Promise.race([postgres.failed, Promise.resolve('nothing')]);
  assert.equal(failure, 'nothing');
});

test('a server that keeps exiting fails permanently with a reason', async (t) => {
  const { dataDir, postgres } = await keep(t);
  const failed = postgres.failed.then((reason) => ({ reason }));
  let outcome: { reason: string } | null = null;
  while (outcome === null) {
    if ((await findRunningEmbeddedPostgres(dataDir)) !== null) await killPostmaster(dataDir);
    outcome = await Promise.race([failed, sleep(20).then(() => null)]);
  }
  // The last one may have been killed before it was ready.
  assert.match(outcome.reason, /^PostgreSQL (?:exited unexpectedly$|did not start: )/);
});
