import { execFile } from 'node:child_process';
import { readdir, readlink, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readStatus } from './status.ts';

const escalation = [
  { signal: 'SIGINT', patience: 6000 },
  { signal: 'SIGQUIT', patience: 6000 },
  { signal: 'SIGKILL', patience: 2000 },
] as const;

/**
 * Stops server processes on the cluster left by a killed supervisor or postmaster. Then removes the pid file, which
 * PostgreSQL would trust if another program had that pid by now.
 *
 * The caller holds the lock of the data folder: any server on this cluster is a leftover.
 */
export async function clearLeftovers(cluster: string, log: (line: string) => void): Promise<void> {
  for (const { signal, patience } of escalation) {
    const servers = await findServers(cluster);
    if (servers.length === 0) break;
    const named = (await readStatus(cluster))?.pid;
    const postmaster = servers.find((pid) => pid === named);
    // Children exit with their postmaster. Orphans do too unless they are busy, but SIGINT means something else to
    // them.
    if (postmaster === undefined && signal === 'SIGINT') continue;
    const targets = postmaster === undefined || signal === 'SIGKILL' ? servers : [postmaster];
    log(`stopping PostgreSQL left over from an earlier run (${signal} to ${targets.join(', ')})`);
    for (const pid of targets) sendSignal(pid, signal);
    await waitUntilGone(cluster, patience);
  }
  const survivors = await findServers(cluster);
  if (survivors.length > 0)
    throw new Error(`${cluster} is still in use by PostgreSQL processes ${survivors.join(', ')}`);
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * Pids of server processes on the cluster, identified by program and folder. Recorded pids are unreliable because the
 * system reuses them (in containers, the same small ones at every start).
 */
export async function findServers(cluster: string): Promise<number[]> {
  const folder = await realpath(cluster).catch(() => null);
  if (folder === null) return [];
  return process.platform === 'linux' ? findInProc(folder) : findByCommandLine(cluster);
}

async function findInProc(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const works = await Promise.all(
    pids.map(async (pid) => {
      const [program, cwd] = await Promise.all([readProcLink(pid, 'exe'), readProcLink(pid, 'cwd')]);
      return cwd === folder && basename(program) === 'postgres';
    }),
  );
  return pids.filter((_, index) => works[index]).map(Number);
}

/** Empty for processes that exited or belong to others. A program replaced since its start is marked as deleted. */
async function readProcLink(pid: string, name: string): Promise<string> {
  const target = await readlink(`/proc/${pid}/${name}`).catch(() => '');
  return target.replace(/ \(deleted\)$/, '');
}

/** Other systems only find postmasters, which keep their command line. */
async function findByCommandLine(cluster: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command='], { maxBuffer: 2 ** 26 });
  const servers = stdout.split('\n').filter((line) => line.includes(`/postgres -D ${cluster} `));
  return servers.map((line) => Number.parseInt(line, 10));
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function waitUntilGone(cluster: string, patience: number): Promise<void> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline && (await findServers(cluster)).length > 0) await sleep(20);
}
