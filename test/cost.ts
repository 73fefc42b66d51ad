/** CPU seconds of test files, with all processes that they start. Linux only; elsewhere nothing is measured. */
import { appendFileSync, readFileSync, readdirSync } from 'node:fs';
import { basename, relative } from 'node:path';

/** Names the file in which processes note what they cost. */
export const COSTS = 'TEST_COSTS';

const TICKS_PER_SECOND = 100;

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

/** CPU seconds so far of this process and of everything that it started; `running`: of children that still run. */
export function cpuSeconds(): { total: number; running: number; ended: number } {
  const names = process.platform === 'linux' ? readdirSync('/proc') : [];
  const all = names.filter((name) => /^\d+$/.test(name)).flatMap(timesOf);
  const tree = all.filter(({ pid }) => pid === process.pid);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  const [self] = tree;
  const total = tree.reduce((sum, { own, ended }) => sum + own + ended, 0);
  return { total, running: total - (self?.own ?? 0) - (self?.ended ?? 0), ended: self?.ended ?? 0 };
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
  process.on('exit', () => noteCost(file, cpuSeconds().total - noted));
}

/** The report of a run: what it cost, and the files that cost most. */
export function costReport(costs: string, root: string, count: number): string {
  const all = readFileSync(costs, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as [string, number]]));
  const { total, running, ended } = cpuSeconds();
  const tests = all.reduce((sum, [, seconds]) => sum + seconds, 0);
  const parts = `tests ${tests.toFixed(0)}, PostgreSQL ${running.toFixed(0)}, checks and builds ${(ended - tests).toFixed(0)}`;
  const expensive = all.sort(([, a], [, b]) => b - a).slice(0, count);
  const lines = expensive.map(
    ([name, seconds]) =>
      `${seconds.toFixed(1).padStart(8)} ${name.startsWith(root) ? relative(root, name) : basename(name)}`,
  );
  return [`CPU seconds: ${total.toFixed(0)} (${parts}); the most expensive files:`, ...lines].join('\n');
}
