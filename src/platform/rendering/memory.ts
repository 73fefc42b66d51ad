import { readFile, readdir } from 'node:fs/promises';

/** Resident bytes of all processes of a group, or 0 where the system does not tell. */
export async function memoryOfGroup(group: number): Promise<number> {
  const names = await readdir('/proc').catch(() => []);
  const sizes = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((pid) => memoryInGroup(pid, group)));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function memoryInGroup(pid: string, group: number): Promise<number> {
  // proc(5): after the command in parentheses come state, parent and group.
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const [, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (Number(processGroup) !== group) return 0;
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
