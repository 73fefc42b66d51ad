/** Keeps the embedded PostgreSQL running: restarts it at the same address when it exits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';

/** This many exits within the time are a permanent failure. */
const MAX_ENDS = 5;
const WITHIN_MS = 60_000;

export type KeptPostgres = {
  url: string;
  stop(): Promise<void>;
  /** Settles with a reason if it fails permanently. */
  failed: Promise<string>;
};

/** Starts it; throws a one-line error on failure. The caller holds the lock of `dataDir`. */
export async function keepPostgres(dataDir: string, say: (line: string) => void): Promise<KeptPostgres> {
  const stopping = new AbortController();
  let server = startEmbeddedPostgres({ dataDir, log: say });
  const { url } = await server;
  const failed = Promise.withResolvers<string>();

  async function keep(): Promise<void> {
    let ends: number[] = [];
    for (;;) {
      const reason = await server.then(
        ({ exited }) => exited.then(() => 'PostgreSQL exited unexpectedly'),
        (error: Error) => error.message,
      );
      if (stopping.signal.aborted) return;
      ends = [...ends, Date.now()].filter((at) => at > Date.now() - WITHIN_MS);
      if (ends.length >= MAX_ENDS) return failed.resolve(reason);
      say(`${reason}; restarting it`);
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
