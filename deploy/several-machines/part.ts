/** Runs a service of a systemd unit without systemd: starts it again when it ends, and signals all of its processes. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export type Part = {
  /** `db-1/patroni`. */
  name: string;
  /** How often it ended without being asked to. */
  exits: () => number;
  pids: () => Promise<number[]>;
  /** Sends the signal to all of its processes at once, as the loss of the machine would. */
  signal: (signal: NodeJS.Signals) => Promise<void>;
  start: () => void;
  /** Kills all of its processes, and starts it again after this time. */
  lose: (awayMs: number) => Promise<void>;
  /** As `systemctl stop` does. */
  stop: () => Promise<void>;
};

type Options = {
  name: string;
  /** Path of the unit. */
  unit: string;
  log: string;
  /** Part of the command line of processes that the service starts and that do not remain its children. */
  marker?: string;
  env?: Record<string, string>;
};

/** A part that is not running yet. */
export function definePart(options: Options): Part {
  const unit = readUnit(options.unit);
  let child: ChildProcess | undefined;
  let isWanted = false;
  let returning: NodeJS.Timeout | undefined;
  let exits = 0;
  const launch = () => {
    const started = spawnUnit(unit, options);
    child = started;
    started.once('exit', () => {
      if (!isWanted || child !== started) return;
      exits += 1;
      setTimeout(() => isWanted && launch(), unit.restartMs);
    });
  };
  const start = () => {
    isWanted = true;
    launch();
  };
  const pids = () => processesOf(child?.pid, options.marker);
  return {
    name: options.name,
    exits: () => exits,
    pids,
    start,
    signal: async (signal) => send(await pids(), signal),
    lose: async (awayMs) => {
      isWanted = false;
      send(await pids(), 'SIGKILL');
      returning = setTimeout(start, awayMs);
    },
    stop: async () => {
      isWanted = false;
      clearTimeout(returning);
      const running = await pids();
      if (child !== undefined) await stopProcess(child, unit);
      send(running, 'SIGKILL');
    },
  };
}

async function stopProcess(child: ChildProcess, { killSignal, stopMs }: Unit): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(killSignal);
  await Promise.race([exit, sleep(stopMs, undefined, { ref: false })]);
}

/** The processes under this one and those with `marker` in their command line, with all of their descendants. */
export async function processesOf(root: number | undefined, marker?: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,ppid=,stat=,args='], { maxBuffer: 2 ** 26 });
  const rows = stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state = 'Z', command = ''] = /^ *(\d+) +(\d+) +(\S+) +(.*)$/.exec(line) ?? [];
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
  const isOurs = (row: (typeof rows)[number]) =>
    row.pid === root || (marker !== undefined && row.command.includes(marker) && row.pid !== process.pid);
  const found = rows.filter(isOurs);
  for (const { pid } of found) found.push(...rows.filter((row) => row.parent === pid && !found.includes(row)));
  return found.map(({ pid }) => pid);
}

/** Sends the signal; ignores processes that have exited. */
export function send(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

type Unit = {
  command: string[];
  user: string | undefined;
  env: Record<string, string>;
  restartMs: number;
  stopMs: number;
  killSignal: NodeJS.Signals;
};

function readUnit(path: string): Unit {
  const settings = new Map(assignments(readFileSync(path, 'utf8')));
  const file = settings.get('EnvironmentFile');
  return {
    command: (settings.get('ExecStart') ?? '').split(' '),
    user: settings.get('User'),
    env: file === undefined ? {} : Object.fromEntries(assignments(readFileSync(file, 'utf8'))),
    restartMs: milliseconds(settings.get('RestartSec') ?? '100ms'),
    stopMs: milliseconds(settings.get('TimeoutStopSec') ?? '90'),
    killSignal: (settings.get('KillSignal') ?? 'SIGTERM') as NodeJS.Signals,
  };
}

function assignments(text: string): [string, string][] {
  return Array.from(text.matchAll(/^(\w+)=(.*)$/gm), ([, name = '', value = '']) => [name, value]);
}

function milliseconds(text: string): number {
  return text.endsWith('ms') ? Number.parseInt(text, 10) : Number.parseInt(text, 10) * 1000;
}

function spawnUnit(unit: Unit, { log, env }: Options): ChildProcess {
  const output = openSync(log, 'a');
  // The kernel ends the service when this process is killed.
  const command = ['--pdeathsig', 'KILL', ...asUser(unit.user), ...unit.command];
  const { PATH = '' } = process.env;
  const own = { PATH: `${PATH}:/usr/sbin:/sbin`, HOME: '/nonexistent', ...unit.env, ...env };
  return spawn('setpriv', command, { cwd: '/', env: own, stdio: ['ignore', output, output] });
}

// Carrel, whose user may not exist here, leaves root by itself.
function asUser(user: string | undefined): string[] {
  if (user === undefined || user === 'carrel' || process.getuid?.() !== 0) return [];
  const id = (option: string) => execFileSync('id', [option, user], { encoding: 'utf8' }).trim();
  return ['--reuid', id('-u'), '--regid', id('-g'), '--clear-groups'];
}
