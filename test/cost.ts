/** CPU seconds of test files, with all processes that they start. Linux only; elsewhere nothing is measured. */
import { appendFileSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** Names the file in which processes note what they cost. */
export const COSTS = 'TEST_COSTS';

const TICKS_PER_SECOND = 100;
const root = join(import.meta.dirname, '..');

type Times = { pid: number; parent: number; own: number; ended: number };

/** CPU seconds of a process and its children: `own` while it runs, `ended` of those that exited and were waited for. */
function timesOf(pid: string): Times[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command may contain spaces and parentheses: proc(5).
    const fields = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    const own = (user + system) / TICKS_PER_SECOND;
    return [{ pid: Number(pid), parent, own, ended: (endedUser + endedSystem) / TICKS_PER_SECOND }];
  } catch {
    return [];
  }
}

/**
 * CPU seconds so far of this process and of everything that it started: its own, of children that run with theirs, and of
 * children that exited.
 */
export function cpuSeconds(): { own: number; running: number; ended: number } {
  const names = process.platform === 'linux' ? readdirSync('/proc') : [];
  const all = names.filter((name) => /^\d+$/.test(name)).flatMap(timesOf);
  const tree = all.filter(({ pid }) => pid === process.pid);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  const [self, ...children] = tree;
  const running = children.reduce((sum, { own, ended }) => sum + own + ended, 0);
  return { own: self?.own ?? 0, running, ended: self?.ended ?? 0 };
}

/** The sum of these. */
export function totalSeconds(): number {
  const { own, running, ended } = cpuSeconds();
  return own + running + ended;
}

let noted = 0;

/** Notes what a test file has cost. */
export function noteCost(name: string, seconds: number): void {
  const file = process.env[COSTS];
  if (file === undefined) return;
  noted += seconds;
  appendFileSync(file, `${JSON.stringify([name, seconds])}\n`);
}

/** Notes the rest when the process exits: everything for a file that runs alone, the shared part for others. */
export function noteRestAtExit(): void {
  const [, file = ''] = process.argv;
  // Not below zero: the kernel does not count what a killed browser leaves behind, which the files noted.
  process.on('exit', () => noteCost(file, Math.max(0, totalSeconds() - noted)));
}

/** The report of a run: what it cost, and the files that cost most. `before`: of checks and builds before the runner. */
export function costReport(costs: string, { before, count }: { before: number; count: number }): string {
  // Without the file, no test file has noted anything.
  const lines = (existsSync(costs) ? readFileSync(costs, 'utf8') : '').split('\n').filter((line) => line !== '');
  const all = lines.map((line) => JSON.parse(line) as [name: string, seconds: number]);
  const { own, running } = cpuSeconds();
  // Noted by the processes themselves: the kernel does not count servers that outlive a test process for a moment.
  const tests = all.reduce((sum, [, seconds]) => sum + seconds, 0);
  const total = before + own + running + tests;
  const parts = `tests ${tests.toFixed(0)}, PostgreSQL ${running.toFixed(0)}, checks and builds ${before.toFixed(0)}`;
  const expensive = all.sort(([, a], [, b]) => b - a).slice(0, count);
  return [
    `CPU seconds: ${total.toFixed(0)} (${parts}); the most expensive files:`,
    ...expensive.map(([name, seconds]) => `${seconds.toFixed(1).padStart(8)} ${shortName(name)}`),
  ].join('\n');
}

function shortName(path: string): string {
  return path.startsWith(root) ? relative(root, path) : basename(path);
}
