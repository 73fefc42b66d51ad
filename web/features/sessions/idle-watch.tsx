import { useEffect, useState } from 'react';
import { getSession } from '../../api/sign-in/sessions.ts';
import { isPageUsed } from '../../page-use.ts';
import { IdleWarning } from './idle-warning.tsx';

/** How often an unused page checks the clock. */
const CHECK_MS = 10_000;

/** The longest time between two requests for the session, because site admins can change the limit. */
const RECHECK_MS = 600_000;

/** How long before the end of the session people are warned: at most a third of the limit. */
const WARN_MS = 120_000;

/**
 * Warns before an unused session ends, and leaves the page when it has ended. Another tab may keep the session alive, so
 * the page asks the server before both.
 */
export function IdleWatch() {
  const [endsAt, warn] = useState<number | null>(null);
  useEffect(() => {
    let nextAt = 0;
    let isAsking = false;
    const look = async () => {
      if (isPageUsed() || isAsking || Date.now() < nextAt) return;
      isAsking = true;
      const found = await findEnd();
      isAsking = false;
      nextAt = found?.nextAt ?? Date.now() + CHECK_MS;
      warn(found?.endsAt ?? null);
    };
    const timer = setInterval(() => void look(), CHECK_MS);
    return () => clearInterval(timer);
  }, []);
  return endsAt === null ? null : <IdleWarning endsAt={endsAt} onStay={() => warn(null)} />;
}

// `endsAt` null: it is too early to warn. Undefined without an answer; after a 401, the shell leads to signing in. Counted in
// seconds from now, because clocks of computers differ from that of the server.
async function findEnd(): Promise<{ nextAt: number; endsAt: number | null } | undefined> {
  try {
    const { LastUsed, IdleExpiresOn, IdleExpiresIn } = await getSession();
    if (IdleExpiresOn === null || IdleExpiresIn === null) return { nextAt: Date.now() + RECHECK_MS, endsAt: null };
    const endsAt = Date.now() + IdleExpiresIn * 1000;
    const limit = Date.parse(IdleExpiresOn) - Date.parse(LastUsed);
    const warnAt = endsAt - Math.min(WARN_MS, limit / 3);
    return Date.now() < warnAt
      ? { nextAt: Math.min(warnAt, Date.now() + RECHECK_MS), endsAt: null }
      : { nextAt: endsAt + 1000, endsAt };
  } catch {
    return undefined;
  }
}
