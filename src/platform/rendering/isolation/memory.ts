/** Counts the processes of a group and their memory, using /proc on Linux. */
import { closeSync, openSync, readSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

/** Reading files of unknown length would allocate 64 KiB for each. */
const block = Buffer.allocUnsafe(4096);

/**
 * Returns a function that measures the group: its processes and their resident bytes, or 0 without /proc. Skips
 * processes once found in another group, because none can join from outside.
 */
export function measureGroup(group: number): () => Promise<{ processes: number; bytes: number }> {
  let strangers = new Set<string>();
  return async () => {
    const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
    const unknown = pids.filter((pid) => !strangers.has(pid));
    const own = new Set(unknown.filter((pid) => groupOf(pid) === group));
    strangers = new Set(pids.filter((pid) => !own.has(pid)));
    return { processes: own.size, bytes: [...own].reduce((sum, pid) => sum + residentBytes(pid), 0) };
  };
}

// proc(5): the command in parentheses is followed by state, parent and group.
function groupOf(pid: string): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3)[2]);
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
