/** The limits of sessions, which are settings of their deployment (decision 0115). */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import { DEFAULT_SETTINGS } from '../../core/settings/settings.schema.ts';

/** A condition on `sessions s` of `deployments d`: neither idle for too long nor too old (docs/api/settings.md). */
export function isActiveSession(sql: Db, now: Date): Fragment {
  return sql`
    s.created_at > ${oldestStart(sql, now)} and coalesce(s.last_used_at > ${oldestUse(sql, now)}, true)`;
}

/** The minutes without use after which sessions of `deployments d` end; null: never. */
export function idleMinutes(sql: Db): Fragment {
  const { SessionIdleMinutes } = DEFAULT_SETTINGS;
  return sql`
    case when d.settings ? 'SessionIdleMinutes' then (d.settings ->> 'SessionIdleMinutes')::int
      else ${SessionIdleMinutes}::int end`;
}

/** The days after which sessions of `deployments d` end. */
export function maxDays(sql: Db): Fragment {
  return sql`coalesce((d.settings ->> 'SessionMaxDays')::int, ${DEFAULT_SETTINGS.SessionMaxDays})`;
}

/** Sessions used after this time are not idle; null: there is no limit. */
export function oldestUse(sql: Db, now: Date): Fragment {
  return sql`(${now}::timestamptz - ${idleMinutes(sql)} * interval '1 minute')`;
}

/** Sessions that started after this time are not too old. A day has 24 hours, as in the cookie. */
export function oldestStart(sql: Db, now: Date): Fragment {
  return sql`(${now}::timestamptz - ${maxDays(sql)} * interval '24 hours')`;
}
