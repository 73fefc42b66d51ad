import assert from 'node:assert/strict';
import type { Forms, MakeReport } from '../activity.ts';
import { type Answered, applyLoad } from '../client.ts';
import { metadata } from './metadata.ts';
import type { Target } from '../target.ts';
import type { Prepared, Workload } from './workload.ts';

const QUIET_SECONDS = 3;
/** The load ends with the report. */
const LONG_SECONDS = 3600;

/**
 * A report of this many rows in both formats, compared with a plain COPY to a file (W16), and to both formats (W16f).
 */
export function reports(rows: number): Workload[] {
  const title = `report of ${rows.toLocaleString('en').replaceAll(',', ' ')} rows`;
  const common = { unit: 'rows/s', goal: null, isSpread: true, connections: [1], seconds: LONG_SECONDS } as const;
  return [
    { ...common, id: 'W16', title, prepare: (target) => prepare(target, rows, 'one') },
    { ...common, id: 'W16f', title: `${title}, floor both forms`, prepare: (target) => prepare(target, rows, 'both') },
  ];
}

const planted = new WeakMap<Target, Promise<MakeReport>>();

async function prepare(target: Target, rows: number, forms: Forms): Promise<Prepared> {
  const planting = planted.get(target) ?? target.plantActivity(rows);
  planted.set(target, planting);
  const makeReport = await planting;
  let fetchCsv: (() => Promise<Buffer>) | undefined;
  const load = async (): Promise<Answered> => {
    const startedAt = performance.now();
    fetchCsv = await makeReport(forms);
    const ms = performance.now() - startedAt;
    return { requests: rows, bytes: 0, seconds: ms / 1000, p50: ms, p99: ms };
  };
  if (target.name === 'Carrel' && forms === 'one') await compareLatency(target, load);
  return {
    next: () => {
      throw new Error('A report is no single request.');
    },
    load,
    verify: async () => {
      // Carrel's has a header line, and the row of the library itself.
      const lines = countLines((await fetchCsv?.()) ?? Buffer.alloc(0));
      assert.ok(lines === rows || lines === rows + 2, `${target.name} has a report of ${lines} lines`);
    },
  };
}

// A large report exceeds the maximum string length.
function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.length === 0 || text.at(-1) === 10 ? lines : lines + 1;
}

// The cost of a report for other requests: W1 on an idle server, and while the worker makes one.
async function compareLatency(target: Target, makeOne: () => Promise<Answered>): Promise<void> {
  const { next } = await metadata.prepare(target);
  const measure = (seconds: number, requests: number) =>
    applyLoad({ origin: target.origin, connections: 1, seconds, requests, next });
  const quiet = await measure(QUIET_SECONDS, Infinity);
  const state = { isMade: false };
  const made = makeOne().finally(() => (state.isMade = true));
  const p99s: number[] = [];
  while (!state.isMade) p99s.push((await measure(QUIET_SECONDS, Infinity)).p99);
  await made;
  const sorted = p99s.sort((a, b) => a - b);
  const [middle = NaN, worst = NaN] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  console.error(
    `W16: W1 at 1 connection, p99: ${quiet.p99.toFixed(2)} ms quiet, beside a report ${middle.toFixed(2)} ms in the middle one of its ${p99s.length} stretches of ${QUIET_SECONDS} s, ${worst.toFixed(2)} ms in the worst`,
  );
}
