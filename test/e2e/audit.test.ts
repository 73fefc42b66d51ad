/** `carrel audit verify` beside a running service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../harness.ts';
import { carrel } from './service.ts';

const app = await startApp();
const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl };

test('a changed log exits with 1 and names its seal, and a noted seal is compared', async () => {
  const { ann, other } = await app.world();
  await ann.folder(ann.libraryId, 'F');
  await app.sql`select graphile_worker.add_job('seal-activity')`;
  await app.runJobs();
  const sound = await carrel(['audit', 'verify'], env);
  assert.deepEqual([sound.code, sound.stderr], [0, '']);
  assert.match(
    sound.stdout,
    new RegExp(`^deployment ${ann.deploymentId}: 1 seals? over 1 rows?, 0 broken; 0 rows`, 'm'),
  );
  const [, noted = ''] = /^last seal (1:[0-9a-f]{64}) of /m.exec(sound.stdout) ?? [];
  const own = ['--deployment', String(ann.deploymentId)];
  assert.equal((await carrel(['audit', 'verify', ...own, '--noted', noted], env)).code, 0);
  const wrong = await carrel(['audit', 'verify', ...own, '--noted', `1:${'0'.repeat(64)}`], env);
  assert.deepEqual([wrong.code, /the chain was recreated/.test(wrong.stdout)], [1, true]);
  const unnamed = await carrel(['audit', 'verify', '--noted', noted], env);
  assert.match(unnamed.stderr, /^carrel: There are 2 deployments; name one with --deployment/);

  await app.sql`update activity set content_name = 'G' where deployment_id = ${ann.deploymentId}`;
  const broken = await carrel(['audit', 'verify', '--json'], env);
  assert.equal(broken.code, 1);
  const [first, second] = JSON.parse(broken.stdout);
  assert.deepEqual([first.DeploymentId, first.Broken, first.Findings[0].SealNumber], [ann.deploymentId, 1, 1]);
  assert.deepEqual([second.DeploymentId, second.Broken], [other.deploymentId, 0]);
});

test('a malformed seal and a blank reason are refused with one line each', async () => {
  const accepted = await carrel(['audit', 'accept', '--reason', ' '], env);
  assert.deepEqual([accepted.code, accepted.stderr], [1, 'carrel: --reason must not be blank.\n']);
  const { code, stderr } = await carrel(['audit', 'verify', '--noted', '12'], env);
  assert.deepEqual([code, stderr], [1, 'carrel: --noted requires a seal as printed by this command.\n']);
});
