import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { until } from '../../test/waiting.ts';
import { connect } from '../platform/db/connection.ts';
import { backUpApp, backupFolder, freshInstance } from './backups.fixture.ts';
import { addStoredContents } from './deployment.fixture.ts';

const app = await freshInstance();

test('a backup goes on, however long a dump takes to reach the disk', async (t) => {
  const [row] = await app.sql<{ database: string }[]>`select quote_ident(current_database()) as database`;
  const limit = async (value: string) =>
    app.sql.unsafe(
      `alter role current_user in database ${row?.database} set idle_in_transaction_session_timeout = '${value}'`,
    );
  await limit('1s');
  t.after(() => limit('60s'));
  let syncs = 0;
  const { fsync } = fs;
  t.mock.method(fs, 'fsync', (file: number, done: (error: Error | null) => void) => {
    syncs += 1;
    void (syncs === 1 ? untilIdleSessionEnds() : Promise.resolve()).then(() => fsync(file, done));
  });
  await backUpApp(app, await backupFolder(t));
  assert.ok(syncs > 1, `${syncs} files`);
});

/** Waits as long as PostgreSQL lets a transaction be idle that begins now. */
async function untilIdleSessionEnds(): Promise<void> {
  const idle = connect(app.databaseUrl, 1);
  await assert.rejects(
    idle.begin(async (tx) => {
      const [session] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const isOpen = async () =>
        (await app.sql`select from pg_stat_activity where pid = ${session?.pid ?? 0}`).length > 0;
      await until(async () => !(await isOpen()));
    }),
  );
  await idle.end();
}

test('a dump of any length leaves its connection usable', async (t) => {
  const { deploymentId } = await app.world();
  const folder = await backupFolder(t);
  for (let contents = 250; contents <= 5000; contents += 250) {
    await addStoredContents(app, deploymentId, 250);
    // The rows are what matters here: the copying of contents is broken off.
    app.deps.blobs.read = () => Promise.reject(new Error(`${contents} rows`));
    await assert.rejects(backUpApp(app, folder), new RegExp(`^Error: ${contents} rows$`));
  }
});
