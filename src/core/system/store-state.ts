/** The state of the content store for probes, which are frequent and must be answered at once. */
import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobStore } from '../../platform/blobs/store.ts';

/** As long as a request may wait for the store: a store that is slow, but serves requests, is not down. */
const PATIENCE_MS = 15_000;
const CHECKED_EVERY_MS = 5000;
/** Time for a check that a probe starts, so that probes usually see the current state. */
const PROBE_MS = 1000;

type State = 'ok' | 'failed';

/**
 * Returns a function for probes. It starts a check in the background if the last one is 5 seconds old, and returns the
 * last known state if the check takes more than a second: `failed` before the first check has ended.
 */
export function watchStore(
  blobs: Pick<BlobStore, 'check'>,
  now: () => number = () => performance.now(),
): (log: FastifyBaseLogger) => Promise<State> {
  let known: State = 'failed';
  let startedAt = -Infinity;
  let running: Promise<State> | undefined;

  async function check(log: FastifyBaseLogger): Promise<State> {
    startedAt = now();
    try {
      await blobs.check(PATIENCE_MS);
      known = 'ok';
    } catch (error) {
      log.error({ err: error }, 'Not ready.');
      known = 'failed';
    }
    running = undefined;
    return known;
  }

  return async (log) => {
    if (running === undefined && now() - startedAt >= CHECKED_EVERY_MS) running = check(log);
    if (running === undefined) return known;
    return Promise.race([running, sleep(PROBE_MS, known, { ref: false })]);
  };
}
