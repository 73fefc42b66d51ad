/** `carrel upgrade --rollback` can be killed at each step (docs/upgrades.md). Clusters are folders that name their PostgreSQL. */
import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { carrel, temporaryFolder } from '../service.ts';
import { makeRelease, postgresPackage } from './release-folders.ts';

/** Above the number of steps, so that a command that never completes fails. */
const MAX_STEPS = 20;

async function makeCluster(folder: string, major: number, content: string): Promise<void> {
  await mkdir(join(folder, 'base'), { recursive: true });
  await writeFile(join(folder, 'PG_VERSION'), `${major}\n`);
  await writeFile(join(folder, 'base/rows'), content);
}

const contentOf = (folder: string) => readFile(join(folder, 'base/rows'), 'utf8');

/** Upgraded from 17 to 18, once after an earlier upgrade that somebody went back from. */
async function makeUpgraded(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
  await makeCluster(join(dataDir, 'postgres'), 18, 'after');
  await makeCluster(join(dataDir, 'postgres.pg-17'), 17, 'before');
  await makeCluster(join(dataDir, 'postgres.pg-18'), 18, 'of the earlier upgrade');
}

async function release17(t: TestContext): Promise<string[]> {
  const postgres = await postgresPackage(join(await temporaryFolder(t), 'postgres-17'), 17);
  return makeRelease(t, { version: '0.1.9', postgres });
}

test('a rollback that is killed before any of its steps is completed by the next, and both clusters are kept', async (t) => {
  const launch = await release17(t);
  const [program = '', ...rest] = launch;
  const killed = [program, '--import', join(import.meta.dirname, 'killed-step.ts'), ...rest];
  const dataDir = join(await temporaryFolder(t), 'data');
  const rollback = ['upgrade', '--rollback', '--json'];
  let kills = 0;
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    await makeUpgraded(dataDir);
    const env = { DATA_DIR: dataDir, KILL_BEFORE: String(step) };
    const first = await carrel(rollback, env, {}, killed);
    if (first.code === 0) break;
    assert.deepEqual([first.code, first.stdout, first.stderr], [null, '', ''], `step ${step}`);
    kills += 1;
    const contents = await Promise.all(
      (await readdir(dataDir)).filter(isCluster).map((name) => contentOf(join(dataDir, name)).catch(() => '')),
    );
    for (const text of ['before', 'after']) assert.ok(contents.includes(text), `${text} is lost before step ${step}`);

    const again = await carrel(rollback, { DATA_DIR: dataDir }, {}, launch);
    assert.deepEqual([again.code, again.stderr], [0, ''], `step ${step}`);
    assert.deepEqual(JSON.parse(again.stdout), { From: 18, To: 17 });
    assert.equal(await contentOf(join(dataDir, 'postgres')), 'before');
    assert.equal(await contentOf(join(dataDir, 'postgres.pg-18')), 'after');
    assert.deepEqual((await readdir(dataDir)).filter(isCluster), ['postgres', 'postgres.pg-18']);
  }
  assert.ok(kills >= 4 && kills < MAX_STEPS, `killed before ${kills} steps`);
});

const isCluster = (name: string) => name.startsWith('postgres');

test('a rollback by the newer release is refused, also when a cluster of its own PostgreSQL is kept', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  await makeUpgraded(dataDir);
  const refused = await carrel(['upgrade', '--rollback'], { DATA_DIR: dataDir });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^carrel: There is no kept cluster of PostgreSQL 18 to go back to; [^\n]*\n$/);
  assert.equal(await contentOf(join(dataDir, 'postgres')), 'after');
});
