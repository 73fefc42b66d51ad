/** The short form of the drills on several machines (docs/testing.md#drills): two nodes on one PostgreSQL. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Load, startLoad } from '../drills/several/load.ts';
import { alive, defer, emptyDatabase, kill, startService, temporaryFolder, until } from './service.ts';

/** So short that it costs little, and often enough that each fault meets writes. */
const PER_MINUTE = 1200;

async function underLoad(t: TestContext) {
  const env = {
    DATABASE_URL: await emptyDatabase(t),
    BLOB_URL: `file://${join(await temporaryFolder(t), 'blobs')}`,
    SECRET_KEY: 'the key of all nodes of this instance',
  };
  const [first, second] = await Promise.all([startService(t, env), startService(t, env)]);
  const target = { addresses: [first.url, second.url], token: first.token || second.token };
  const load = await startLoad(target, PER_MINUTE);
  defer(t, () => load.stop());
  return { first, second, load };
}

/** Waits until each client has had a write acknowledged that began after this call. */
async function untilAllWrite(load: Load): Promise<void> {
  await load.untilAllWrite(Date.now(), 60_000);
}

test('writes go on while a node is killed or frozen, and none is lost', async (t) => {
  const { first, second, load } = await underLoad(t);
  await untilAllWrite(load);

  await t.test('a frozen node', async () => {
    const frozen = (await first.processes()).map(({ pid }) => pid);
    kill(frozen, 'SIGSTOP');
    await untilAllWrite(load);
    kill(frozen, 'SIGCONT');
    await untilAllWrite(load);
  });

  await t.test('a killed node', async () => {
    const killed = await first.processes();
    kill(killed.map(({ pid }) => pid));
    await until(async () => (await alive(killed)).length === 0, 'the node is gone');
    await untilAllWrite(load);
  });

  await load.stop();
  assert.deepEqual(await load.readBack(second.url), []);
  assert.deepEqual(load.refused, []);
});
