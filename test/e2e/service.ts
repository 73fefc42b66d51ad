/** The running service for tests: real processes that can be signaled, killed and inspected. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Client, client } from '../client.ts';
import { connect } from '../../src/platform/db/connection.ts';
import { DATA_TEMPLATE, cloneDatabase, clusterUrl, databaseUrl } from '../database.ts';
import { MAIN } from '../program.ts';

/** The timeout of every wait, far above the usual duration. */
const PATIENCE_MS = 300_000;
/** The shutdown limit of docs/operations/README.md#stop. */
export const STOP_MS = 10_000;

export type Environment = Record<string, string>;
/** The user of the started process, if different. */
export type Identity = { uid?: number; gid?: number };
/** For tests of several API processes; by default a test service has one, which starts faster. */
export const SEVERAL: Environment = { WORKERS: '2' };
export type Ran = { code: number | null; stdout: string; stderr: string };
export type ProcessRow = { pid: number; parent: number; command: string };

export type Service = {
  url: string;
  dataDir: string;
  /** Token of the first run; empty if another node did that. */
  token: string;
  /** A client with that token. */
  admin: Client;
  supervisor: ChildProcess;
  /** The pid of the supervisor, and of its process group. */
  pid: number;
  /** The output so far: lines for the operator, and the log. */
  printed: { stdout: string; stderr: string };
  /** The parsed log lines so far. */
  logs(): Record<string, unknown>[];
  /** All processes of the supervisor, including former ones. */
  processes(): Promise<ProcessRow[]>;
  /** Sends the signal and waits at most `patience` milliseconds for the exit; every process must be gone then. */
  stop(signal?: NodeJS.Signals, patience?: number): Promise<number | null>;
};

/** A folder removed after the test. Others can traverse it, as root's PostgreSQL must. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-e2e-'));
  await chmod(folder, 0o711);
  defer(t, async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Environment of a service on its own external database, which starts faster than an embedded one. */
export async function externalDatabase(t: TestContext): Promise<Environment> {
  const database = await cloneDatabase();
  defer(t, () => database.drop());
  return { DATABASE_URL: database.url };
}

/** URL of a new empty database. */
export async function emptyDatabase(t: TestContext): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const admin = connect(clusterUrl(), 1);
  await admin`create database ${admin(name)}`;
  defer(t, async () => {
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  });
  return databaseUrl(name);
}

/** Starts `carrel` with the arguments; it is killed after the test unless it has exited. */
export function startCarrel(t: TestContext, args: string[], env: Environment, launch?: string[]) {
  const child = spawnCarrel(args, env, {}, launch);
  defer(t, async () => void child.kill('SIGKILL'));
  return { child, printed: collect(child) };
}

/** Runs `carrel` with the arguments until it exits. */
export async function carrel(args: string[], env: Environment, identity: Identity = {}, launch?: string[]) {
  const child = spawnCarrel(args, env, identity, launch);
  const printed = collect(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, ...printed } satisfies Ran;
}

/** Starts the service and returns when it is ready. It stops with the test at the latest. */
export async function startService(
  t: TestContext,
  env: Environment = {},
  identity: Identity = {},
  launch?: string[],
): Promise<Service> {
  const dataDir = env['DATA_DIR'] ?? (await newDataDir(t, env));
  const supervisor = spawnCarrel(['serve'], { ...env, DATA_DIR: dataDir }, identity, launch);
  const printed = collect(supervisor);
  const { pid } = supervisor;
  assert.ok(pid !== undefined);
  const processes = () => descendants(pid);
  defer(t, () => endAll(supervisor, processes));
  await until(() => {
    if (supervisor.exitCode !== null) throw new Error(`The service did not start: ${printed.stderr}${printed.stdout}`);
    return printed.stdout.includes('API reference at');
  }, 'the service is ready');
  const url = /ready at ([^\s"]+)/.exec(printed.stdout)?.[1] ?? '';
  const token = await firstToken(dataDir);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM', patience = PATIENCE_MS) => {
    const all = await processes();
    supervisor.kill(signal);
    const code = await ended(supervisor, patience);
    await until(async () => (await alive(all)).length === 0, 'every process is gone');
    return code;
  };
  const logs = () => printed.stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  return { url, dataDir, token, admin: client(url, token), supervisor, pid, printed, logs, processes, stop };
}

async function firstToken(dataDir: string): Promise<string> {
  const path = join(dataDir, 'first-run.json');
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as { Token: string }).Token : '';
}

/** A data folder with an initialized cluster, unless the database is elsewhere. A test of the very first start names its own. */
export async function newDataDir(t: TestContext, env: Environment): Promise<string> {
  const dataDir = join(await temporaryFolder(t), 'data');
  const template = process.env[DATA_TEMPLATE];
  if (template !== undefined && env['DATABASE_URL'] === undefined) {
    await promisify(execFile)('cp', ['-a', template, dataDir]);
  }
  return dataDir;
}

/** The pids of API processes and worker. */
export const partsOf = (service: Service): Promise<number[]> => pidsOf(service, '-process.');

/** The pids of one part of the service, by its command line. */
export async function pidsOf(service: Service, part: string): Promise<number[]> {
  const found = (await service.processes()).filter(({ command }) => command.includes(part));
  // A program that one of them has just started still has the same command line.
  return found.filter(({ parent }) => !found.some(({ pid }) => pid === parent)).map(({ pid }) => pid);
}

/** Kills every process at once, like a power failure. */
export async function killEverything(service: Service): Promise<void> {
  const all = await service.processes();
  kill(all.map(({ pid }) => pid));
  await until(async () => (await alive(all)).length === 0, 'every process is gone');
}

/** Sends a signal; ignores a process that has already exited, as renderers do at any moment. */
export function kill(pids: number[], signal: NodeJS.Signals = 'SIGKILL'): void {
  for (const pid of pids) {
    assert.ok(pid > 1, 'This is no process of the service.');
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** The processes that still run. */
export async function alive(among: ProcessRow[]): Promise<ProcessRow[]> {
  const running = new Map((await listProcesses()).map((row) => [row.pid, row]));
  return among.filter(({ pid }) => running.has(pid));
}

/** Exit code of a process that is about to exit. */
export async function ended(child: ChildProcess, patience = PATIENCE_MS): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    await once(child, 'exit', { signal: AbortSignal.timeout(patience) });
  }
  return child.exitCode;
}

/** Waits until the condition holds; fails with its description. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, `Waited in vain until ${what}.`);
    await sleep(50);
  }
}

/** Runs `cleanup` after the test, latest first: processes exit before their folders are removed. */
export function defer(t: TestContext, cleanup: () => Promise<void>): void {
  const known = cleanups.get(t);
  if (known !== undefined) return void known.unshift(cleanup);
  const all = [cleanup];
  cleanups.set(t, all);
  t.after(async () => {
    for (const next of all) await next();
  });
}

const cleanups = new WeakMap<TestContext, (() => Promise<void>)[]>();

// `launch`: another command that starts the program with its arguments appended.
function spawnCarrel(
  args: string[],
  env: Environment,
  identity: Identity,
  launch = [process.execPath, '--disable-warning=ExperimentalWarning', MAIN],
): ChildProcess {
  const { PATH = '', NODE_COMPILE_CACHE = '', TEST_COMPILE_CACHE = NODE_COMPILE_CACHE } = process.env;
  const own = {
    PATH,
    NODE_COMPILE_CACHE: TEST_COMPILE_CACHE,
    HOST: '127.0.0.1',
    PORT: '0',
    WORKERS: '1',
    LOG_LEVEL: 'warn',
  };
  const [program = '', ...before] = launch;
  return spawn(program, [...before, ...args], {
    cwd: tmpdir(),
    env: { ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // Its own process group, which a test can signal like a terminal does.
    ...identity,
  });
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const printed = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (printed.stderr += text));
  return printed;
}

async function endAll(supervisor: ChildProcess, processes: () => Promise<ProcessRow[]>): Promise<void> {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return;
  const all = await processes();
  supervisor.kill('SIGTERM');
  await ended(supervisor).catch(() => {});
  kill((await alive(all)).map(({ pid }) => pid));
}

async function descendants(root: number): Promise<ProcessRow[]> {
  const all = await listProcesses();
  const found = all.filter(({ pid }) => pid === root);
  for (const parent of found) found.push(...all.filter((row) => row.parent === parent.pid));
  return found;
}

export async function listProcesses(): Promise<ProcessRow[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,ppid=,stat=,args='], {
    maxBuffer: 2 ** 26,
  });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', command = ''] = /^ *(\d+) +(\d+) +(\S+) +(.*)$/.exec(line) ?? [];
    // A zombie has exited; its parent need not have read its exit code.
    return state === '' || state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
