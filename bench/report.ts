/** The table that the bench prints. */
import type { Measurement, Row } from './measure.ts';

type Cell = string | number;

const headOf = (floor: string): string[][] => [
  ['', '', '', 'rate', '', 'ratio', '', '', 'CPU ms', '', 'p50 ms', '', 'p99 ms', '', 'peak MB', ''],
  ['', '', 'conn', floor, 'Carrel', 'got', 'must', 'aim', floor, 'Carrel', floor, 'Carrel', floor, 'Carrel'].concat([
    floor,
    'Carrel',
  ]),
];
const TEXT_COLUMNS = 2;

/** One line per workload and number of connections, beside what is called `floor`; `*` marks a missed goal. */
export function formatTable(rows: Row[], floor = 'floor'): string {
  const lines = [...headOf(floor), ...rows.map(toCells)].map((line) => line.map(String));
  const widths = lines.reduce(
    (wide, line) => line.map((cell, i) => Math.max(cell.length, wide[i] ?? 0)),
    [] as number[],
  );
  const text = lines.map((line) =>
    line.map((cell, i) => (i < TEXT_COLUMNS ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
  );
  return text.map((line) => line.trimEnd()).join('\n');
}

function toCells({ id, title, unit, connections, goal, floor, carrel, ratio, missed }: Row): Cell[] {
  const pair = (pick: (measured: Measurement) => number) => [
    number(floor && pick(floor)),
    number(carrel && pick(carrel)),
  ];
  return [
    id,
    `${title}, ${unit}`,
    connections,
    number(floor?.rate),
    number(carrel?.rate, missed.includes('rate')),
    number(ratio, missed.includes('ratio')),
    number(goal?.must),
    number(goal?.aim),
    number(floor?.cpuMs),
    number(carrel?.cpuMs, missed.includes('cpuMs')),
    ...pair(({ p50 }) => p50),
    ...pair(({ p99 }) => p99),
    ...pair(({ peakMB }) => peakMB),
  ];
}

// More than three digits are not reproducible on this machine.
function number(value: number | null | undefined, missed = false): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  const text = value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
  return `${text}${missed ? '*' : ''}`;
}
