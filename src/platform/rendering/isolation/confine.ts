/**
 * Runs a program on untrusted input: in its own process group, which is killed as a whole, with limits on time, memory
 * and disk, without the service's environment, and never longer than the service.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readdir } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { AUTOGROUP } from '../priority.ts';
import type { Span } from '../workspace.ts';
import type { Isolation } from './isolation.ts';
import { measureGroup } from './memory.ts';
import { FILTER_FD } from './sandboxes.ts';

export type Bounds = {
  /** Wall time. */
  timeMs: number;
  /** The same for input that may take long. */
  longTimeMs?: number;
  /** The same for input that may take longest. Each process may use as much CPU time as the longest of the three. */
  longestTimeMs?: number;
  /** CPU time of all processes, polled. Programs with a low priority may wait long for it. */
  cpuMs?: number;
  /** The same for input that may take long. */
  longCpuMs?: number;
  /** Total resident memory of all processes, polled. */
  memoryBytes: number;
  /** Memory that each process may allocate, touched or not; enforced by the kernel. */
  dataBytes: number;
  /** Maximum size of any written file. */
  fileBytes: number;
  /** Number of processes, polled. */
  processes: number;
};

/** The exit code, or why it was stopped: by us or by a signal. */
export type Ended = {
  code: number | null;
  stopped: 'time' | 'memory' | 'processes' | 'aborted' | null;
  output: string;
};

export type Confinement = {
  /** The private folder: working directory, home and temporary files. Removed when the service exits. */
  folder: string;
  bounds: Bounds;
  isolation: Isolation;
  signal: AbortSignal;
};

// The service holds fd 3 open, so it closes when the service exits for any reason. Limits that the system does not
// support are skipped; time is measured outside as well. Linux refuses a change of an autogroup within a tenth of a second
// after any other, and the program inside may have set a higher niceness meanwhile.
const OUTSIDE = `
folder=$1 seconds=$2 kilobytes=$3 blocks=$4 nicer=$5 niceness=$6; shift 6
{ [ ! -w ${AUTOGROUP} ] || for try in 1 2 3 4 5 6 7 8 9; do
    read -r group word now <${AUTOGROUP}; [ "\${now:-0}" -lt "$niceness" ] || break
    echo "$niceness" >${AUTOGROUP} && break; sleep 0.1; done
  cat >/dev/null; kill -KILL $$; rm -rf -- "$folder"; kill -KILL 0; } <&3 2>/dev/null &
exec 3<&-
ulimit -c 0; ulimit -t "$seconds"; ulimit -f "$blocks"
ulimit -d "$kilobytes" 2>/dev/null || :
exec nice -n "$nicer" "$@"`;

/** Below requests. The same for every process of the service: a request may wait for a rendering of the worker. */
const NICENESS = constants.priority.PRIORITY_BELOW_NORMAL;

// A proxy address without a listener: if the network cannot be disabled, clients that use the proxy reach nothing.
const NOBODY = 'http://127.0.0.1:9';
const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LANG: 'C.UTF-8',
  http_proxy: NOBODY,
  https_proxy: NOBODY,
  all_proxy: NOBODY,
  no_proxy: '',
  // Tesseract: one core.
  OMP_THREAD_LIMIT: '1',
  // Large bitmaps in huge pages: LibreOffice starts with a quarter of the CPU (decision 0125). Others ignore it.
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};

const SPANS: Span[] = ['usual', 'long', 'longest'];
const WATCH_MS = 250;
const MAX_OUTPUT_BYTES = 2_000;

/** A program that runs, or waits for its input. */
export type Confined = {
  /** Writes the input and waits for the exit; kills the remaining processes. The bounds count from here. Call it once. */
  finish(input: string, span?: Span): Promise<Ended>;
  /** Kills it without input. */
  end(): void;
  /** Settles when the program has exited; rejects if it could not be started. */
  exited: Promise<unknown>;
};

/** Runs the command until it exits, then kills its remaining processes. Rejects only if it cannot be started. */
export async function runConfined(command: string[], confinement: Confinement): Promise<Ended> {
  return (await startConfined(command, confinement)).finish('');
}

/** Starts the command, which may read its input and wait for it. */
export async function startConfined(command: string[], confinement: Confinement): Promise<Confined> {
  const { folder, bounds, isolation, signal } = confinement;
  const { account, filter } = isolation;
  if (account !== null) await giveFolder(folder, account);
  const child = spawn(
    '/bin/sh',
    ['-c', OUTSIDE, 'sh', folder, ...limitsOf(bounds), ...isolation.wrap(command, folder)],
    {
      cwd: folder,
      env: { ...ENVIRONMENT, HOME: folder, TMPDIR: folder },
      stdio: ['pipe', 'ignore', 'pipe', 'pipe', ...(filter === null ? [] : ['pipe' as const])],
      detached: true,
      ...account,
    },
  );
  // The other ends of the pipes may close first.
  for (const pipe of child.stdio) pipe?.on('error', () => {});
  if (filter !== null) (child.stdio[FILTER_FD] as Writable).end(filter);
  const output = collect(child);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  exited.catch(() => {});
  const end = () => {
    endGroup(child);
    for (const pipe of child.stdio) pipe?.destroy();
  };
  return {
    exited,
    end,
    async finish(input, span = 'usual') {
      const watch = watchOver(child, { ...bounds, timeMs: timeOf(bounds, span), cpuMs: cpuOf(bounds, span) }, signal);
      child.stdin?.end(input);
      try {
        const [code] = await exited;
        return { code, stopped: watch.stopped(), output: output() };
      } finally {
        watch.end();
        end();
      }
    },
  };
}

function timeOf({ timeMs, longTimeMs = timeMs, longestTimeMs = longTimeMs }: Bounds, span: Span): number {
  return { usual: timeMs, long: longTimeMs, longest: longestTimeMs }[span];
}

function cpuOf({ cpuMs = Infinity, longCpuMs = cpuMs }: Bounds, span: Span): number {
  return { usual: cpuMs, long: longCpuMs, longest: Infinity }[span];
}

// The arguments of OUTSIDE.
function limitsOf(bounds: Bounds): string[] {
  const { dataBytes, fileBytes } = bounds;
  const own = getPriority();
  const nicer = Math.max(0, NICENESS - own);
  const seconds = Math.ceil(Math.max(...SPANS.map((span) => timeOf(bounds, span))) / 1000);
  return [seconds, Math.floor(dataBytes / 1024), Math.ceil(fileBytes / 512), nicer, own + nicer].map(String);
}

// Only root can change owners, and only root starts programs as another user.
async function giveFolder(folder: string, { uid, gid }: NonNullable<Isolation['account']>): Promise<void> {
  for (const name of await readdir(folder)) await chown(join(folder, name), uid, gid);
  await chown(folder, uid, gid);
}

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    if (text.length < MAX_OUTPUT_BYTES) text += piece;
  });
  return () => text.slice(0, MAX_OUTPUT_BYTES);
}

function watchOver(
  child: ChildProcess,
  { timeMs, cpuMs = Infinity, memoryBytes, processes }: Bounds,
  signal: AbortSignal,
) {
  let stopped: Ended['stopped'] = null;
  const stop = (reason: Ended['stopped']) => {
    stopped ??= reason;
    endGroup(child);
  };
  const abort = () => stop('aborted');
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  const measure = measureGroup(child.pid ?? 0);
  const deadline = setTimeout(() => stop('time'), timeMs);
  // CPU time from before the job does not count.
  let usedMs: number | null = null;
  const watchGroup = async () => {
    const group = await measure();
    usedMs ??= group.cpuMs;
    if (group.cpuMs - usedMs > cpuMs) stop('time');
    if (group.bytes > memoryBytes) stop('memory');
    if (group.processes > processes) stop('processes');
  };
  const watch = setInterval(() => {
    void watchGroup();
  }, WATCH_MS);
  const end = () => {
    clearTimeout(deadline);
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
  };
  return { stopped: () => stopped, end };
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {}
}
