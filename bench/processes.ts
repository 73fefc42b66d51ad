/** Starting, pinning and stopping the servers under load. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

export type Server = { pid: number; origin: URL; stop: () => Promise<void> };

const SERVER_CORE = 0;
const READY_SECONDS = 60;
const STOP_SECONDS = 30;

/** Starts a server on its core, its output in `log`, and resolves once `readyPath` answers 200. */
export async function startServer(
  command: string[],
  env: Record<string, string>,
  { origin, readyPath, log }: { origin: URL; readyPath: string; log: string },
): Promise<Server> {
  const output = openSync(log, 'w');
  const [program = '', ...args] = canPin() ? ['taskset', '-c', String(SERVER_CORE), ...command] : command;
  const child = spawn(program, args, { env, stdio: ['ignore', output, output] });
  await once(child, 'spawn');
  const server = { pid: child.pid ?? NaN, origin, stop: () => stopServer(child) };
  try {
    await waitUntilReady(child, new URL(readyPath, origin));
    return server;
  } catch (error) {
    await server.stop();
    throw new Error(`${command.join(' ')} did not start:\n${readFileSync(log, 'utf8').slice(-3000)}`, { cause: error });
  }
}

/** Lets the processes run on every core again; PostgreSQL inherits the server's pin when the server starts it. */
export function unpin(pids: number[]): void {
  if (!canPin()) return;
  for (const pid of pids) spawnSync('taskset', ['-acp', `0-${coreCount() - 1}`, String(pid)]);
}

async function waitUntilReady(child: ChildProcess, url: URL): Promise<void> {
  const deadline = Date.now() + READY_SECONDS * 1000;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const ready = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await wait(50);
  }
  throw new Error(`${url} was not ready.`);
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(STOP_SECONDS * 1000) });
  await ended.catch(() => child.kill('SIGKILL'));
}

function canPin(): boolean {
  return coreCount() > 1 && spawnSync('taskset', ['-V']).status === 0;
}

// The load client itself is pinned, so its own affinity says nothing about the machine.
function coreCount(): number {
  const count = spawnSync('nproc', ['--all'], { encoding: 'utf8' });
  return count.status === 0 ? Number(count.stdout) : availableParallelism();
}
