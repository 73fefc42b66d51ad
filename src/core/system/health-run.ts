/** Runs one health check, in limited time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { oneLine } from '../../platform/values/one-line.ts';

/** A hint is about something optional that is missing. */
export type CheckResult = { Check: string; State: 'ok' | 'hint' | 'warning' | 'failed'; Detail: string };

/**
 * `Detail` is for site admins of any deployment and contains no folders, addresses or system errors. Operators get a
 * text of their own with those.
 */
export type CheckOutcome = Omit<CheckResult, 'Check'> & { forOperators?: string };

export type DetailedCheckResult = CheckOutcome & { Check: string };

/** Maximum time for an unresponsive part. */
const CHECK_TIMEOUT_MS = 5_000;
/** Runs one check: a text means success, an error a failure. */
export async function runCheck(
  check: string,
  look: () => Promise<string | CheckOutcome>,
): Promise<DetailedCheckResult> {
  try {
    const result = await withTimeout(look());
    return typeof result === 'string' ? { Check: check, State: 'ok', Detail: result } : { Check: check, ...result };
  } catch (error) {
    const Detail = 'does not work; the operator can run carrel doctor for the cause';
    return { Check: check, State: 'failed', Detail, forOperators: oneLine(error) };
  }
}

async function withTimeout<T>(look: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = sleep(CHECK_TIMEOUT_MS, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${CHECK_TIMEOUT_MS / 1000} seconds`);
  });
  try {
    return await Promise.race([look, late]);
  } finally {
    over.abort();
    await late.catch(() => {});
  }
}
