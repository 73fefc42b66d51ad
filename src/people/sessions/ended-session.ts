import { type Problem, unauthorized } from '../../platform/errors.ts';
import type { SessionEnd } from './authenticate.queries.ts';

/** 401 with the reason, which the sign-in page shows. */
export function sessionEnded(
  endedBy: SessionEnd,
  { idleMinutes, maxDays }: { idleMinutes: number | null; maxDays: number },
): Problem {
  const reason =
    endedBy === 'Idle' ? `after ${amount(idleMinutes ?? 0, 'minute')} without use` : `after ${amount(maxDays, 'day')}`;
  const limit = endedBy === 'Idle' ? { IdleMinutes: idleMinutes } : { MaxDays: maxDays };
  return unauthorized(`The session has ended ${reason}; sign in again.`, { SessionEnded: endedBy, ...limit });
}

function amount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
