/** A measurement of one server, and the comparison of Carrel with the floor. */
import { applyLoad, type Answered } from './client.ts';
import { cpuTime, peakMemory, processTree, resetPeakMemory } from './proc.ts';
import type { Target } from './target.ts';
import type { Goal, Prepared, Workload } from './workloads/workload.ts';

export type Measurement = {
  /** In the workload's unit. */
  rate: number;
  /** User and system time of the server and its PostgreSQL per request. */
  cpuMs: number;
  p50: number;
  p99: number;
  /** The server's own processes, without PostgreSQL. */
  peakMB: number;
  /** The load client's use of one core, from 0 to 1: near 1 it was the bottleneck. */
  clientLoad: number;
};

export type Row = {
  id: string;
  title: string;
  unit: string;
  connections: number;
  goal: Goal | null;
  floor: Measurement | null;
  carrel: Measurement | null;
  /** Carrel's rate over the floor's. */
  ratio: number | null;
  missed: ('ratio' | 'cpuMs' | 'rate')[];
};

/** Loads the target once with the prepared requests. */
export function measureWorkload(
  target: Target,
  workload: Workload,
  { next, load: ownLoad, answerBytes }: Prepared,
  connections: number,
): Promise<Measurement> {
  const { unit, seconds, requests = Infinity } = workload;
  const load = ownLoad ?? (() => applyLoad({ origin: target.origin, connections, seconds, requests, next }));
  return measure(target, load, unit, answerBytes);
}

/** Runs the load and adds its cost. Bytes count if a measurement may end within a response. */
export async function measure(
  target: Target,
  load: () => Promise<Answered>,
  unit: Workload['unit'],
  answerBytes?: number,
): Promise<Measurement> {
  const postgres = processTree(target.postgresPid);
  const own = processTree(target.pid).filter((pid) => !postgres.includes(pid));
  resetPeakMemory(own);
  const cpuBefore = cpuTime([...own, ...postgres]);
  const clientBefore = process.cpuUsage();
  const answered = await load();
  const client = process.cpuUsage(clientBefore);
  // PostgreSQL may have started backends under the load.
  const cpu = cpuTime([...own, ...processTree(target.postgresPid)]) - cpuBefore;
  const requests = answerBytes === undefined ? answered.requests : answered.bytes / answerBytes;
  return {
    rate: answered.rate ?? (unit === 'MB/s' ? answered.bytes / 1e6 : requests) / answered.seconds,
    cpuMs: cpu / requests,
    p50: answered.p50,
    p99: answered.p99,
    peakMB: peakMemory(own),
    clientLoad: (client.user + client.system) / 1e6 / answered.seconds,
  };
}

/** Compares the two with each other and with the goal. */
export function compare(
  what: { id: string; title: string; unit: string; goal: Goal | null },
  connections: number,
  floor: Measurement | null,
  carrel: Measurement | null,
): Row {
  const { id, title, unit, goal } = what;
  const ratio = floor !== null && carrel !== null ? carrel.rate / floor.rate : null;
  const missed: Row['missed'] = [];
  if (goal?.must !== undefined && ratio !== null && ratio < goal.must) missed.push('ratio');
  if (goal?.cpuMs !== undefined && carrel !== null && carrel.cpuMs > goal.cpuMs) missed.push('cpuMs');
  if (goal?.rate !== undefined && connections === 1 && carrel !== null && carrel.rate < goal.rate) missed.push('rate');
  return { id, title, unit, connections, goal, floor, carrel, ratio, missed };
}
