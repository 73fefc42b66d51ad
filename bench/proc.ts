/** CPU and memory of processes from Linux's /proc. On other systems the figures are NaN. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

// USER_HZ, the unit of times in /proc/PID/stat, is 100 on every Linux that Node supports.
const MILLISECONDS_PER_TICK = 10;

type Stat = { pid: number; parent: number; ticks: number };

/** The given processes with all descendants, each once. */
export function processTree(...roots: number[]): number[] {
  const stats = allStats();
  const tree = new Set(roots);
  // A set iterates over items added on the way.
  for (const pid of tree) {
    for (const stat of stats) if (stat.parent === pid) tree.add(stat.pid);
  }
  return [...tree];
}

/** User and system time in milliseconds of the processes, including ended children. */
export function cpuTime(pids: number[]): number {
  if (!existsSync('/proc/self/stat')) return NaN;
  const wanted = new Set(pids);
  const ticks = allStats().map((stat) => (wanted.has(stat.pid) ? stat.ticks : 0));
  return ticks.reduce((sum, own) => sum + own, 0) * MILLISECONDS_PER_TICK;
}

export function parentOf(pid: number): number {
  return allStats().find((stat) => stat.pid === pid)?.parent ?? NaN;
}

/** Resets the peak memory of the processes to the current value. */
export function resetPeakMemory(pids: number[]): void {
  for (const pid of pids) if (existsSync(`/proc/${pid}/clear_refs`)) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The sum of the processes' peaks of resident memory, in MB. */
export function peakMemory(pids: number[]): number {
  const peaks = pids.map((pid) => Number(/VmHWM:\s+(\d+) kB/.exec(readProc(`${pid}/status`))?.[1] ?? NaN));
  return peaks.reduce((sum, peak) => sum + peak, 0) / 1000;
}

function allStats(): Stat[] {
  if (!existsSync('/proc/self/stat')) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => readStat(Number(pid))).filter((stat) => stat !== null);
}

// The command name is in parentheses and may contain anything, so fields are counted from its end.
function readStat(pid: number): Stat | null {
  const text = readProc(`${pid}/stat`);
  if (text === '') return null;
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
  return { pid, parent: fields[1] ?? 0, ticks: user + system + childrenUser + childrenSystem };
}

// Empty for a process that has exited since it was listed.
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}
