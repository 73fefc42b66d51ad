/**
 * A rolling restart, then a rolling upgrade from the last commit without the newest migration (`FROM=COMMIT` for another), behind
 * HAProxy, under writes, reads, slow downloads, uploads in many pieces and event streams: no request fails. `script/drill rolling`
 */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Machines, up } from '../../deploy/several-machines/one-machine.ts';
import { until } from '../../deploy/several-machines/states.ts';
import { checkOut, commitBeforeNewestMigration, describeCommit } from './previous/check-out.ts';
import type { Activity } from './rolling/activity.ts';
import { repeatReads, repeatSlowDownloads } from './rolling/reads.ts';
import { repeatUploads } from './rolling/staged-uploads.ts';
import { followStreams } from './rolling/streams.ts';
import { say } from './several/faults.ts';
import { type Load, send, startLoad } from './several/load.ts';

const PER_MINUTE = 1500;
const NODES = ['node-1', 'node-2'];
const ROOT = resolve(import.meta.dirname, '../..');

test('rolling restart and upgrade', { timeout: 1_200_000 }, async () => {
  const { FROM: commit = await commitBeforeNewestMigration() } = process.env;
  const previous = checkOut(commit);
  const machines = await up({ checkout: previous.folder, say });
  const stops: (() => Promise<unknown>)[] = [];
  try {
    // First the streams: the load assigns tasks to the person who follows them.
    const streams = await followStreams(machines);
    stops.push(streams.stop);
    const load = await startLoad(machines, PER_MINUTE);
    stops.push(() => load.stop());
    const activities = [writesOf(load), streams, ...(await startOthers(machines, stops))];
    const failed = [
      await observed('restart of each node', activities, () => roll(machines, previous.folder)),
      await observed(`upgrade of each node from ${describeCommit(commit)}`, activities, () => roll(machines, ROOT)),
    ];
    await load.stop();
    const wrong = (await Promise.all(activities.map(({ stop }) => stop()))).flat();
    for (const line of wrong) say(line);
    say(`rolling: ${load.acknowledged()} acknowledged writes, ${wrong.length} wrong in the end`);
    assert.deepEqual({ failed, wrong, refused: load.refused }, { failed: [0, 0], wrong: [], refused: [] });
  } finally {
    await Promise.all(stops.map((stop) => stop()));
    await machines.down();
    previous.remove();
  }
});

function writesOf(load: Load): Activity {
  return {
    name: 'writes',
    done: () => load.acknowledged(),
    get failures() {
      return load.failures.map(({ reason }) => reason);
    },
    stop: () => load.readBack(),
  };
}

async function startOthers(machines: Machines, stops: (() => Promise<unknown>)[]): Promise<Activity[]> {
  const activities: Activity[] = [];
  const begin = (...some: Activity[]) => {
    activities.push(...some);
    stops.push(...some.map(({ stop }) => stop));
  };
  begin(await repeatReads(machines, await createFolder(machines, 'Reads')));
  begin(await repeatSlowDownloads(machines, await createFolder(machines, 'Large')));
  begin(...repeatUploads(machines, await createFolder(machines, 'Pieces')));
  return activities;
}

async function createFolder(machines: Machines, FolderName: string): Promise<number> {
  const [library] = (await send(machines, 'GET', '/api/libraries')).body as { LibraryId: number }[];
  const made = await send(machines, 'POST', `/api/libraries/${library?.LibraryId}/folders`, { FolderName });
  return (made.body as { FolderId: number }).FolderId;
}

async function roll({ part, install, areWell }: Machines, checkout: string): Promise<void> {
  for (const node of NODES) {
    await sleep(5000);
    install(node, checkout);
    const stoppedAt = Date.now();
    await part(`${node}/carrel`).stop();
    const seconds = ((Date.now() - stoppedAt) / 1000).toFixed(1);
    part(`${node}/carrel`).start();
    // HAProxy asks all the time.
    await until(areWell, `${node} is back`);
    say(`       ${node} stopped in ${seconds} s`);
    await sleep(3000);
  }
}

async function observed(name: string, activities: Activity[], work: () => Promise<void>): Promise<number> {
  const before = activities.map(({ done, failures }) => [done(), failures.length] as const);
  await work();
  await sleep(5000);
  const failures = activities.flatMap((one, index) => one.failures.slice(before[index]?.[1]));
  const counts = activities.map((one, index) => `${one.done() - (before[index]?.[0] ?? 0)} ${one.name}`);
  say(`${failures.length === 0 ? 'ok    ' : 'FAILED'} ${name}: ${counts.join(', ')}; ${failures.length} failed`);
  for (const failure of failures) say(`         ${failure}`);
  return failures.length;
}
