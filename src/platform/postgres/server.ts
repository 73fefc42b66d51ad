import { once } from 'node:events';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { reasonIn, spawnAs } from './command.ts';
import type { Account } from './command.ts';
import { port } from './socket.ts';
import { readStatus } from './status.ts';

export type Server = {
  pid: number;
  /** Stops the server cleanly: closes connections and writes committed data. Idempotent. */
  stop(): Promise<void>;
  /** Settles when the server process exits, for any reason. */
  exited: Promise<void>;
};

type Launch = {
  cluster: string;
  socketFolder: string;
  binaries: Binaries;
  account: Account;
  logFile: string;
  durable: boolean;
  log: (line: string) => void;
};

/** Starts the server and returns once it accepts connections. Throws a one-line error with the server's own reason. */
export async function launchServer(launch: Launch): Promise<Server> {
  const { cluster, binaries, account, logFile, log } = launch;
  const output = await openLog(logFile);
  const { size: logStart } = await output.stat();
  const child = spawnAs(account, binaries.postgres, ['-D', cluster, ...settings(launch)], {
    cwd: dirname(cluster),
    detached: true, // In its own process group: Ctrl-C reaches the supervisor only, which stops the server last.
    stdio: ['ignore', output.fd, output.fd],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.all([once(child, 'spawn'), output.close()]);
  const pid = child.pid!;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const recovery = setTimeout(() => log('PostgreSQL is still recovering from a crash'), 5000);
  // No deadline: recovery can take long, and killing it would make the next one longer.
  while (isRunning() && !(await isReady(cluster, pid))) await sleep(5);
  clearTimeout(recovery);
  if (!isRunning())
    throw new Error(`PostgreSQL did not start: ${await lastLoggedError(logFile, logStart)} (see ${logFile})`);
  let stopping: Promise<void> | undefined;
  return { pid, exited, stop: () => (stopping ??= stop((signal) => child.kill(signal), exited)) };
}

/** SIGINT is the "fast" shutdown, SIGQUIT the "immediate" one (the next start recovers). */
async function stop(send: (signal: NodeJS.Signals) => void, exited: Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    send(signal);
    if (await settlesWithin(exited, 6000)) return;
  }
  await exited;
}

/** Flags override `postgresql.conf`, where operators may set anything not named here. */
function settings({ socketFolder, durable }: Launch): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`, // Quoted, because it is a list.
    unix_socket_permissions: '0700',
    port,
    max_connections: 100,
    shared_buffers: '256MB',
    huge_pages: 'off',
    max_wal_size: '2GB',
    wal_level: 'minimal', // There are no replicas, and backups are made in SQL.
    max_wal_senders: 0,
    fsync: durable,
    full_page_writes: durable,
    synchronous_commit: durable,
    // Many short statements on few cores: custom plans, JIT and parallel workers cost more than they save.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    plan_cache_mode: 'force_generic_plan',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Opens the server's log for appending; rotates it above 10 MB. */
async function openLog(logFile: string): Promise<FileHandle> {
  await mkdir(dirname(logFile), { recursive: true, mode: 0o700 });
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > 10_000_000) await rename(logFile, `${logFile}.1`);
  return open(logFile, 'a', 0o600);
}

async function isReady(cluster: string, pid: number): Promise<boolean> {
  const status = await readStatus(cluster);
  return status?.pid === pid && status.ready;
}

async function lastLoggedError(logFile: string, from: number): Promise<string> {
  return reasonIn((await readFile(logFile)).subarray(from).toString());
}

async function settlesWithin(promise: Promise<void>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const settled = await Promise.race([promise.then(() => true), timeout]);
  timer.abort();
  return settled;
}
