import { useEffect, useState } from 'react';
import { getSession } from '../../api/sign-in/sessions.ts';
import { isPageUsed } from '../../page-use.ts';
import { IdleWarning } from './idle-warning.tsx';

/** How often an unused page looks at the clock. */
const LOOK_MS = 10_000;

/** At the latest, because site admins change the limit. */
const AGAIN_MS = 600_000;

/** How long before the end people are warned: at most a third of the limit. */
const WARN_MS = 120_000;

/**
 * Warns before the session ends without use, and leaves the page when it has ended. Another tab may keep the session, so
 * the server is asked before each of both.
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
      nextAt = found?.nextAt ?? Date.now() + LOOK_MS;
      warn(found?.endsAt ?? null);
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return endsAt === null ? null : <IdleWarning endsAt={endsAt} onStay={() => warn(null)} />;
}

// `endsAt` null: it is too early to warn. Undefined without an answer; after a 401, the shell leads to signing in. Counted in
// seconds from now, because clocks of computers differ from that of the server.
async function findEnd(): Promise<{ nextAt: number; endsAt: number | null } | undefined> {
  try {
    const { LastUsed, IdleExpiresOn, IdleExpiresIn } = await getSession();
    if (IdleExpiresOn === null || IdleExpiresIn === null) return { nextAt: Date.now() + AGAIN_MS, endsAt: null };
    const endsAt = Date.now() + IdleExpiresIn * 1000;
    const limit = Date.parse(IdleExpiresOn) - Date.parse(LastUsed);
    const warnAt = endsAt - Math.min(WARN_MS, limit / 3);
    return Date.now() < warnAt
      ? { nextAt: Math.min(warnAt, Date.now() + AGAIN_MS), endsAt: null }
      : { nextAt: endsAt + 1000, endsAt };
  } catch {
    return undefined;
  }
}
