/** A bound for what a check waits for. */
import { setTimeout as sleep } from 'node:timers/promises';

/** The result of `look`; rejects if there is none after this time. It does not end the work of `look`. */
export async function withTimeout<T>(look: Promise<T>, timeoutMs: number): Promise<T> {
  const over = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${timeoutMs / 1000} seconds`);
  });
  try {
    return await Promise.race([look, late]);
  } finally {
    over.abort();
    await late.catch(() => {});
  }
}
