/**
 * An upgrade from 0.1.0 (`FROM=COMMIT` for another) with 10 000 documents, back, and again, then from an older PostgreSQL, with
 * kill -9 in the middle of each step: nothing differs. `script/drill upgrade`; with `PACKED=true` both releases run from their
 * archives, which the commit's own script/release must be able to build.
 */
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, after, test } from 'node:test';
import { chmodSync } from 'node:fs';
import { startService } from '../e2e/service.ts';
import { writeRelease } from '../e2e/upgrade/release-folders.ts';
import { MAIN } from '../program.ts';
import { ROOT, checkOut, describeCommit, unpackRelease } from './previous/check-out.ts';
import { say } from './several/faults.ts';
import { type Release, countRows, fill, killedUntilDone, olderPostgres, runOn, viewsOf } from './upgrade/steps.ts';
import { type Sums, differences, steady, sumsOf } from './upgrade/sums.ts';

/** The last commit of 0.1.0. */
const RELEASE_0_1_0 = '45408be7';
const DOCUMENTS = 10_000;
const NODE = [process.execPath, '--disable-warning=ExperimentalWarning'];
const isPacked = process.env['PACKED'] === 'true';
const releases = await mkdtemp(join(tmpdir(), 'carrel-releases-'));
chmodSync(releases, 0o711);
after(() => rm(releases, { recursive: true, force: true }));
const program: Release = {
  name: 'this release',
  launch: isPacked ? unpackRelease(ROOT, join(releases, 'this')) : [...NODE, MAIN],
};

test('upgrade, rollback and upgrade of 10 000 documents', { timeout: 2_400_000 }, async (t) => {
  const commit = process.env['FROM'] ?? RELEASE_0_1_0;
  const previous = checkOut(commit);
  const home = await mkdtemp(join(tmpdir(), 'carrel-upgrade-'));
  chmodSync(home, 0o711);
  try {
    const { folder } = previous;
    const launch = isPacked ? unpackRelease(folder, join(releases, 'old')) : [...NODE, join(folder, 'dist/main.js')];
    const old: Release = { name: describeCommit(commit), launch };
    const dataDir = join(home, 'data');
    const downtime = await upgradeAndReturn(t, old, dataDir);
    const load = await upgradePostgres(t, home, dataDir);
    say(`upgrade: from ${old.name}: nothing differs; downtime ${downtime}; ${load}`);
  } finally {
    previous.remove();
    await rm(home, { recursive: true, force: true });
  }
});

async function upgradeAndReturn(t: TestContext, old: Release, dataDir: string): Promise<string> {
  const service = await startService(t, { DATA_DIR: dataDir }, {}, old.launch);
  await fill(service, old, DOCUMENTS);
  say((await runOn(program, dataDir, 'upgrade', '--check')).trim());
  await service.stop();
  say(await countRows(dataDir));
  const before = await sumsOf(dataDir);
  await cp(dataDir, `${dataDir}-copy`, { recursive: true, preserveTimestamps: true });

  const kills = await killedUntilDone(program, dataDir, { args: ['upgrade'], stepMs: 100 });
  await assertSame('upgrade', dataDir, before);
  const upgraded = await viewsOf(t, program, dataDir);
  const expected = steady(before);
  const returned = await viewsOf(t, old, dataDir);
  await assertSame('rollback', dataDir, expected);
  const again = await viewsOf(t, program, dataDir);
  assert.equal(again.views, upgraded.views);
  assert.equal(again.views, returned.views);
  await assertSame('second upgrade', dataDir, expected);
  const first = await viewsOf(t, program, `${dataDir}-copy`);
  assert.equal(first.views, upgraded.views);
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
  return `${seconds(first.readyMs)} s with the migrations, ${seconds(returned.readyMs)} s back, ${kills} kills`;
}

async function upgradePostgres(t: TestContext, home: string, dataDir: string): Promise<string> {
  const launch = await writeRelease(join(home, 'older'), { version: '0.1.9', postgres: await olderPostgres() });
  const older: Release = { name: 'the release with an older PostgreSQL', launch };
  await runOn(program, dataDir, 'backup', join(home, 'backups'));
  const data = join(home, 'older-data');
  await runOn(older, data, 'restore', join(home, 'backups'));
  // The token in it is part of the restored data.
  await cp(join(dataDir, 'first-run.json'), join(data, 'first-run.json'));
  await assert.rejects(runOn(program, data, 'upgrade'), /carrel upgrade --export/);
  const before = await viewsOf(t, older, data);

  const exportKills = await killedUntilDone(older, data, { args: ['upgrade', '--export'], stepMs: 300 });
  const loadKills = await killedUntilDone(program, data, { args: ['upgrade'], stepMs: 500 });
  const sums = await sumsOf(data);
  assert.deepEqual(differences(steady(await sumsOf(dataDir)), sums), []);
  assert.equal((await viewsOf(t, program, data)).views, before.views);
  await assertSame('start on the newer PostgreSQL', data, steady(sums));

  await runOn(older, data, 'upgrade', '--rollback');
  assert.equal((await viewsOf(t, older, data)).views, before.views);
  const startedAt = Date.now();
  await runOn(older, data, 'upgrade', '--export');
  assert.equal((await viewsOf(t, program, data)).views, before.views);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  await runOn(program, data, 'upgrade', '--confirm');
  await assertSame('second load', data, steady(sums));
  return `from PostgreSQL 17 to 18 in ${seconds} s, ${exportKills} kills of the export, ${loadKills} of the load`;
}

/** No row differs, and the activity log matches its seals. */
async function assertSame(what: string, dataDir: string, before: Sums): Promise<void> {
  assert.deepEqual([what, differences(before, await sumsOf(dataDir, before))], [what, []]);
  await runOn(program, dataDir, 'audit', 'verify');
  say(`ok     ${what}: ${before.size} tables equal, the activity log matches its seals`);
}
