/** Starts, pins and stops the measured servers. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { get as getPlainly } from 'node:http';
import { get as getSecurely } from 'node:https';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

const SERVER_CORE = 0;
const READY_SECONDS = 60;
const STOP_SECONDS = 30;

const started: ChildProcess[] = [];

/** Starts a server on its core with its output in `log`, and resolves to its pid once `readyPath` returns 200. */
export async function startServer(
  command: string[],
  env: Record<string, string>,
  { origin, readyPath, log }: { origin: URL; readyPath: string; log: string },
): Promise<number> {
  const output = openSync(log, 'w');
  const [program = '', ...args] = canPin() ? ['taskset', '-c', String(SERVER_CORE), ...command] : command;
  // Nothing else of our environment, so that the user's DATABASE_URL or RATE_LIMIT does not affect the measurement.
  const { PATH, HOME } = process.env;
  const child = spawn(program, args, { env: { PATH, HOME, ...env }, stdio: ['ignore', output, output] });
  started.push(child);
  await once(child, 'spawn');
  try {
    await waitUntilReady(child, new URL(readyPath, origin));
    return child.pid ?? NaN;
  } catch (error) {
    throw new Error(`${command.join(' ')} did not start:\n${readFileSync(log, 'utf8').slice(-3000)}`, { cause: error });
  }
}

/** Stops all started processes, last first, and waits for their exit. */
export async function stopServers(): Promise<void> {
  for (const child of started.splice(0).toReversed()) await stopServer(child);
}

/** Lets the processes run on every core again; PostgreSQL inherits the server's pin when the server starts it. */
export function unpin(pids: number[]): void {
  setCores(pids, `0-${coreCount() - 1}`);
}

/** Pins the processes of a server to its core again. */
export function pin(pids: number[]): void {
  setCores(pids, String(SERVER_CORE));
}

function setCores(pids: number[], cores: string): void {
  if (!canPin()) return;
  for (const pid of pids) spawnSync('taskset', ['-acp', cores, String(pid)]);
}

async function waitUntilReady(child: ChildProcess, url: URL): Promise<void> {
  const deadline = Date.now() + READY_SECONDS * 1000;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const ready = await isAnswered(url);
    if (ready) return;
    await wait(50);
  }
  throw new Error(`${url.href} was not ready.`);
}

// Certificates of the bench are self-signed.
function isAnswered(url: URL): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const get = url.protocol === 'https:' ? getSecurely : getPlainly;
  const sent = get(url, { rejectUnauthorized: false, agent: false }, (answer) => {
    answer.resume();
    resolve(answer.statusCode === 200);
  });
  sent.on('error', () => resolve(false));
  return promise;
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
