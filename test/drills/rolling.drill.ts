/**
 * A rolling restart, then a rolling upgrade from the previous commit (`FROM=COMMIT` for another), under load behind
 * HAProxy: no request fails. `script/drill rolling`
 */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Machines, up } from '../../deploy/several-machines/one-machine.ts';
import { until } from '../../deploy/several-machines/states.ts';
import { checkOut, describeCommit } from './previous/check-out.ts';
import { say } from './several/faults.ts';
import { type Load, startLoad } from './several/load.ts';

const PER_MINUTE = 1500;
const NODES = ['node-1', 'node-2'];
const ROOT = resolve(import.meta.dirname, '../..');
const { FROM = 'HEAD~1' } = process.env;

test('rolling restart and upgrade', { timeout: 1_200_000 }, async () => {
  const previous = checkOut(FROM);
  const machines = await up({ checkout: previous.folder, say });
  const load = await startLoad(machines, PER_MINUTE);
  try {
    const failed = [
      await observed('restart of each node', load, () => roll(machines, previous.folder)),
      await observed(`upgrade of each node from ${describeCommit(FROM)}`, load, () => roll(machines, ROOT)),
    ];
    await load.stop();
    const wrong = await load.readBack();
    say(`rolling: ${load.acknowledged()} acknowledged writes, ${wrong.length} lost`);
    assert.deepEqual({ failed, wrong, refused: load.refused }, { failed: [0, 0], wrong: [], refused: [] });
  } finally {
    await load.stop();
    await machines.down();
    previous.remove();
  }
});

async function roll({ part, install, areWell }: Machines, checkout: string): Promise<void> {
  for (const node of NODES) {
    await sleep(5000);
    install(node, checkout);
    await part(`${node}/carrel`).stop();
    part(`${node}/carrel`).start();
    // HAProxy asks every second.
    await until(areWell, `${node} is back`);
    await sleep(3000);
  }
}

async function observed(name: string, load: Load, work: () => Promise<void>): Promise<number> {
  const [acknowledged, failed] = [load.acknowledged(), load.failures.length];
  await work();
  await sleep(5000);
  const failures = load.failures.slice(failed);
  const writes = load.acknowledged() - acknowledged;
  say(`${failures.length === 0 ? 'ok    ' : 'FAILED'} ${name}: ${writes} writes, ${failures.length} failed`);
  for (const { reason } of failures) say(`         ${reason}`);
  return failures.length;
}
