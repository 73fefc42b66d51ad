/** Keeps the embedded PostgreSQL running: one that ends is started again, and is found at the same address. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';

/** So many ends within the time are no accident. */
const MAX_ENDS = 5;
const WITHIN_MS = 60_000;

export type KeptPostgres = {
  url: string;
  stop(): Promise<void>;
  /** Settles with a reason when it cannot be kept running. */
  failed: Promise<string>;
};

/** Starts it; throws an error of one line when that fails. The caller holds the lock of `dataDir`. */
export async function keepPostgres(dataDir: string, say: (line: string) => void): Promise<KeptPostgres> {
  const stopping = new AbortController();
  let server = startEmbeddedPostgres({ dataDir, log: say });
  const { url } = await server;
  const failed = Promise.withResolvers<string>();

  async function keep(): Promise<void> {
    let ends: number[] = [];
    for (;;) {
      const reason = await server.then(
        ({ exited }) => exited.then(() => 'PostgreSQL ended unexpectedly'),
        (error: Error) => error.message,
      );
      if (stopping.signal.aborted) return;
      ends = [...ends, Date.now()].filter((at) => at > Date.now() - WITHIN_MS);
      if (ends.length >= MAX_ENDS) return failed.resolve(reason);
      say(`${reason}; starting it again`);
      const isStopped = await sleep(100 * 4 ** (ends.length - 1), false, { signal: stopping.signal }).catch(() => true);
      if (isStopped) return;
      server = startEmbeddedPostgres({ dataDir, log: say });
    }
  }

  void keep();
  const stop = async () => {
    stopping.abort();
    await server.then(
      (running) => running.stop(),
      () => {},
    );
  };
  return { url, stop, failed: failed.promise };
}
