/** Counts the processes of a group, their memory and their CPU time, using /proc on Linux. */
import { closeSync, openSync, readSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

/** Reading files of unknown length would allocate 64 KiB for each. */
const block = Buffer.allocUnsafe(4096);

/** Linux reports CPU time in hundredths of a second, whatever its own clock is. */
const TICK_MS = 10;

/** `bytes`: resident. `cpuMs`: CPU time, including ended processes that one of the group has waited for. */
export type GroupUse = { processes: number; bytes: number; cpuMs: number };

/**
 * Returns a function that measures the group; all values are 0 without /proc. Skips processes once found in another
 * group, because none can join from outside.
 */
export function measureGroup(group: number): () => Promise<GroupUse> {
  let strangers = new Set<string>();
  return async () => {
    const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
    const unknown = pids.filter((pid) => !strangers.has(pid));
    const own = new Map(unknown.map((pid) => [pid, statOf(pid)] as const).filter(([, stat]) => stat.group === group));
    strangers = new Set(pids.filter((pid) => !own.has(pid)));
    return {
      processes: own.size,
      bytes: sum([...own.keys()].map(residentBytes)),
      cpuMs: sum([...own.values()].map(({ cpuMs }) => cpuMs)),
    };
  };
}

// proc(5): the command in parentheses is followed by state, parent and group; fields 14 to 17 are the user and system time
// of the process and of its children.
function statOf(pid: string): { group: number; cpuMs: number } {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 15);
  return { group: Number(fields[2]), cpuMs: sum(fields.slice(11).map(Number)) * TICK_MS };
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function residentBytes(pid: string): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

function read(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      return block.toString('latin1', 0, readSync(file, block, 0, block.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    // The process has exited.
    return '';
  }
}
