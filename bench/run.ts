/** The order of a bench: each workload in rounds, with the servers alternating. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Answered } from './client.ts';
import { compare, measure, measureWorkload, type Measurement, type Row } from './measure.ts';
import { processTree } from './proc.ts';
import { pin, unpin } from './processes.ts';
import { fetchJson, type Target } from './target.ts';
import type { Prepared, Workload } from './workloads/workload.ts';

const CONNECTIONS = [1, 32];
const SELECT_SECONDS = 2;
// Effects of a measurement, such as abandoned downloads, have ended by then.
const SETTLE_MS = 300;

type Trial = (connections: number) => Promise<Measurement>;

/** Measures the workload on both servers and resolves to a row for each number of connections. */
export async function runWorkload(
  workload: Workload,
  rounds: number,
  floor: Target | null,
  carrel: Target,
): Promise<Row[]> {
  const targets = floor === null ? [carrel] : [floor, carrel];
  const { connections = CONNECTIONS } = workload;
  const prepared: Prepared[] = [];
  for (const target of targets) prepared.push(await (target.workloads?.[workload.id] ?? workload.prepare)(target));
  const trials = targets.map((target, index): Trial => {
    const requests = prepared[index];
    if (requests === undefined) throw new Error('Every target is prepared.');
    return async (number) => {
      await requests.before?.();
      const isSpread = workload.isSpread === true;
      if (isSpread) unpin(processTree(target.pid));
      const measured = await measureWorkload(target, workload, requests, number);
      // PostgreSQL, if it is a child of the server, is never pinned.
      if (isSpread) pin(processTree(target.pid).filter((pid) => !processTree(target.postgresPid).includes(pid)));
      return measured;
    };
  });
  const rows = await takeTurns(trials, rounds, connections);
  for (const { verify } of prepared) await verify?.();
  return rows.map((measured, index) => {
    const [ofCarrel = null, ofFloor = null] = measured.toReversed();
    return compare(workload, connections[index] ?? NaN, ofFloor, ofCarrel);
  });
}

/** The driver and PostgreSQL without HTTP, in the floor's process: the limit of W1. */
export async function runSelects(rounds: number, floor: Target): Promise<Row[]> {
  const select: Trial = (inFlight) => {
    const load = () => fetchJson<Answered>(floor, `/floor/select/${inFlight}/${SELECT_SECONDS}`);
    return measure(floor, load, 'req/s');
  };
  const rows = await takeTurns([select], rounds, CONNECTIONS);
  const what = { id: 'W1', title: 'select by key alone', unit: 'req/s', goal: null };
  return rows.map(([ofFloor = null], index) => compare(what, CONNECTIONS[index] ?? NaN, ofFloor, null));
}

// The best measurement of each trial for each number of connections: the one least disturbed by other work.
async function takeTurns(
  trials: Trial[],
  rounds: number,
  numbers: readonly number[],
): Promise<(Measurement | null)[][]> {
  const bests = numbers.map(() => trials.map((): Measurement | null => null));
  for (let round = 0; round < rounds; round += 1) {
    for (const [row, connections] of numbers.entries()) {
      for (const [column, trial] of trials.entries()) {
        await wait(SETTLE_MS);
        const measured = await trial(connections);
        const cells = bests[row] ?? [];
        const best = cells[column] ?? null;
        if (best === null || measured.rate > best.rate) cells[column] = measured;
      }
    }
  }
  return bests;
}
