import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backUpApp, backupFolder, freshInstance } from './backups.fixture.ts';
import { addStoredContents } from './deployment.fixture.ts';

const app = await freshInstance();

test('a backup goes on, however long a dump takes to reach the disk', async (t) => {
  const [row] = await app.sql<{ database: string }[]>`select quote_ident(current_database()) as database`;
  const limit = async (value: string) =>
    app.sql.unsafe(
      `alter role current_user in database ${row?.database} set idle_in_transaction_session_timeout = '${value}'`,
    );
  await limit('1ms');
  t.after(() => limit('60s'));
  await backUpApp(app, await backupFolder(t));
});

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
