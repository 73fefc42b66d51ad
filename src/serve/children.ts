/** Supervises the API processes and the worker: restarts a process that exits, with backoff. */
import { type ChildProcess, fork } from 'node:child_process';
import cluster, { type Worker } from 'node:cluster';
import type { Config } from '../platform/config/config.ts';
import { entryPath } from '../platform/program.ts';
import { isMessage } from './child.ts';
import { closePassedConnections } from './passed-connections.ts';

const API = entryPath('api-process');
const WORKER = entryPath('worker-process');
// By default V8 grows its young generation to 100 MB per process under load. With 8 MB (per half) requests use no more
// CPU.
const NODE_OPTIONS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];
/** A process that fails this often in a row without becoming ready cannot start. */
const MAX_FAILURES = 5;

export type Children = {
  stop(): Promise<void>;
  /** Settles with a reason if a process fails permanently. */
  failed: Promise<string>;
};

/** Starts the processes and returns when all are ready; throws the reason of the first that cannot start. */
export async function startChildren(
  env: Record<string, string>,
  { workers: apiProcesses, drainSeconds, stopSeconds }: Pick<Config, 'workers' | 'drainSeconds' | 'stopSeconds'>,
  say: (line: string) => void,
): Promise<Children> {
  const failed = Promise.withResolvers<string>();
  cluster.setupPrimary({ exec: API, execArgv: NODE_OPTIONS });
  const api = () => {
    const worker = cluster.fork(env);
    worker.on('message', (message: unknown) => {
      if (isMessage(message, 'metrics'))
        void import('./metrics-channel.ts').then((m) => m.answerMetrics(worker, message));
    });
    closePassedConnections(worker.process);
    return childOf(worker.process, worker);
  };
  const background = () => childOf(fork(WORKER, { env, execArgv: NODE_OPTIONS }));
  const keepers = [...Array.from({ length: apiProcesses }, () => api), background].map((start) =>
    superviseChild(start, say, failed.resolve),
  );
  // They stop by themselves; a process that hangs is killed.
  const patienceMs = 1000 * (drainSeconds + stopSeconds + 1);
  const stop = async () => void (await Promise.all(keepers.map((keeper) => keeper.stop(patienceMs))));
  try {
    await Promise.all(keepers.map((keeper) => keeper.ready));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop, failed: failed.promise };
}

type Child = { process: ChildProcess; send(message: object): void };

function childOf(process: ChildProcess, worker?: Worker): Child {
  return {
    process,
    send: (message) => {
      if (process.connected) void (worker ?? process).send?.(message);
    },
  };
}

function superviseChild(start: () => Child, say: (line: string) => void, giveUp: (reason: string) => void) {
  const ready = Promise.withResolvers<void>();
  let failures = 0;
  let isStopping = false;
  let child = launch();

  function launch(): Child {
    const started = start();
    let reason: string | undefined;
    started.process.on('message', (message) => {
      if (isMessage(message, 'failed')) reason = String(message['reason']);
      if (!isMessage(message, 'ready')) return;
      failures = 0;
      ready.resolve();
    });
    started.process.once('exit', (code, signal) => {
      if (!isStopping) ended(reason ?? `a process exited unexpectedly (${signal ?? `exit code ${code}`})`, reason);
    });
    return started;
  }

  function ended(reason: string, startFailure: string | undefined): void {
    failures += 1;
    // A start with an explicit failure would fail again; the first start reports it.
    if (startFailure !== undefined) ready.reject(new Error(startFailure));
    if (failures >= MAX_FAILURES) return giveUp(reason);
    say(`${reason}; restarting it`);
    setTimeout(
      () => {
        if (!isStopping) child = launch();
      },
      100 * 4 ** (failures - 1),
    );
  }

  const stop = (patienceMs: number) => {
    isStopping = true;
    return stopChild(child, patienceMs);
  };
  return { ready: ready.promise, stop };
}

async function stopChild(child: Child, patienceMs: number): Promise<void> {
  const { process: running } = child;
  if (running.exitCode !== null || running.signalCode !== null) return;
  const exited = new Promise<void>((settle) => void running.once('exit', () => settle()));
  child.send({ type: 'stop' });
  const timer = setTimeout(() => running.kill('SIGKILL'), patienceMs);
  await exited;
  clearTimeout(timer);
}
