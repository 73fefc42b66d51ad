import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backUpApp, backupFolder, freshInstance } from './backups.fixture.ts';
import { addStoredContents } from './deployment.fixture.ts';

const app = await freshInstance();

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
