/** Runs one health check, in limited time. */
import { oneLine } from '../../platform/values/one-line.ts';
import { withTimeout } from './with-timeout.ts';

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
    const result = await withTimeout(look(), CHECK_TIMEOUT_MS);
    return typeof result === 'string' ? { Check: check, State: 'ok', Detail: result } : { Check: check, ...result };
  } catch (error) {
    const Detail = 'does not work; the operator can run carrel doctor for the cause';
    return { Check: check, State: 'failed', Detail, forOperators: oneLine(error) };
  }
}
