/** One fault after the other under load, with the time that writing pauses. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Machines } from '../../../deploy/several-machines/one-machine.ts';
import { until } from '../../../deploy/several-machines/states.ts';
import type { Failure, Load } from './load.ts';

export type Fault = {
  name: string;
  /** Breaks something; returns when it is broken. */
  strike: () => Promise<unknown>;
  /** Mends what does not mend itself. */
  mend?: () => Promise<unknown>;
  /** The longest time without any acknowledged write that is allowed. */
  boundMs: number;
  /** The longest time that one client may be without an acknowledged write, if it is longer. */
  clientBoundMs?: number;
  /** How long to observe before the repair: longer than the bounds, because otherwise nothing could exceed them. */
  watchMs: number;
};

/** How long writes are counted before each fault, and how many a minute are acknowledged then at least. */
const QUIET_MS = 5000;
const QUIET_PER_MINUTE = 400;

export type Result = { line: string; isGood: boolean; quiet: { writes: number; ms: number } };

export const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Causes the fault and returns a line with the outcome, whether the bounds held, and the writes before it. */
export async function suffer(machines: Machines, load: Load, fault: Fault): Promise<Result> {
  const quiet = await writesInQuiet(load);
  const exits = exitsOf(machines);
  const failed = load.failures.length;
  const at = Date.now();
  await fault.strike();
  await sleep(Math.max(0, at + fault.watchMs - Date.now()));
  const { client, all } = load.pausesSince(at);
  await fault.mend?.();
  await until(() => machines.areWell(), `everything is up again after the ${fault.name}`);
  await sleep(5000);
  const failures = load.failures.slice(failed);
  const further = exitsOf(machines) - exits;
  const { boundMs, clientBoundMs = boundMs } = fault;
  const isGood = all <= boundMs && client <= clientBoundMs && further === 0;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const parts = [
    `${isGood ? 'ok    ' : 'FAILED'} ${fault.name}: no acknowledged write for ${seconds(all)} (allowed: ${seconds(boundMs)})`,
    `for one client ${seconds(client)} (allowed: ${seconds(clientBoundMs)})`,
    `${failures.length} requests failed`,
    ...(further > 0 ? [`${further} exits of Carrel`] : []),
  ];
  const line = parts.join(', ');
  say(line);
  for (const [reason, count] of reasonsOf(failures)) say(`         ${count} x ${reason}`);
  return { line, isGood, quiet };
}

async function writesInQuiet(load: Load): Promise<Result['quiet']> {
  const [before, from] = [load.acknowledged(), Date.now()];
  await sleep(QUIET_MS);
  return { writes: load.acknowledged() - before, ms: Date.now() - from };
}

/** Waits for the load to end and reads everything back. */
export async function close(load: Load, results: Result[]): Promise<string> {
  await load.stop();
  const wrong = await load.readBack();
  const total = (of: 'writes' | 'ms') => results.reduce((sum, { quiet }) => sum + quiet[of], 0);
  const perMinute = Math.round((total('writes') * 60_000) / total('ms'));
  const lost = `${load.acknowledged()} acknowledged writes, ${perMinute} a minute between the faults, ${wrong.length} lost, ${load.failures.length} requests failed`;
  for (const line of wrong.slice(0, 20)) say(line);
  for (const line of load.refused.slice(0, 20)) say(`refused: ${line}`);
  const missed = results.filter(({ isGood }) => !isGood).map(({ line }) => line);
  assert.deepEqual({ wrong, missed, refused: load.refused }, { wrong: [], missed: [], refused: [] });
  assert.ok(perMinute >= QUIET_PER_MINUTE, `${perMinute} writes a minute between the faults`);
  return lost;
}

// Exits of a node, and restarts of its processes, which its log has.
function exitsOf({ parts, pathOn }: Machines): number {
  const nodes = parts.filter(({ name }) => name.endsWith('/carrel'));
  const counts = nodes.map((part) => {
    const log = readFileSync(pathOn(part.name.split('/')[0] ?? '', 'carrel.log'), 'utf8');
    return part.exits() + Array.from(log.matchAll(/exited unexpectedly/g)).length;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

function reasonsOf(failures: Failure[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { reason } of failures) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts];
}
