import type { Db, Sql, Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';

/** The number of known browsers that are kept for one person. Beyond that, the one with the oldest sign-in is deleted. */
const MAX_PER_USER = 20;

/** Records a sign-in in the browser; true if the person has not used it before. */
export async function noteBrowser(tx: Tx, user: UserKey, browserHash: Buffer, now: Date): Promise<boolean> {
  const [row] = await tx<{ isNew: boolean }[]>`
    insert into known_browsers (deployment_id, user_id, browser_hash, last_used_at)
    values (${user.deploymentId}, ${user.userId}, ${browserHash}, ${now})
    on conflict (deployment_id, user_id, browser_hash) do update set last_used_at = excluded.last_used_at
    returning xmax = 0 as "isNew"`;
  return row?.isNew === true;
}

/** Marks that the person has signed in; true if they had before. Serializes sign-ins in new browsers. */
export async function markSignedIn(tx: Tx, user: UserKey, now: Date): Promise<boolean> {
  const [row] = await tx<{ isNew: boolean }[]>`
    insert into new_browser_notices as n (deployment_id, user_id, since)
    values (${user.deploymentId}, ${user.userId}, ${now})
    on conflict (deployment_id, user_id) do update set since = n.since
    returning xmax = 0 as "isNew"`;
  return row?.isNew === false;
}

/** Deletes the oldest browsers of the person beyond MAX_PER_USER. */
export async function trimBrowsers(tx: Tx, user: UserKey): Promise<void> {
  await tx`
    delete from known_browsers
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and browser_hash in (
      select browser_hash from known_browsers
      where deployment_id = ${user.deploymentId} and user_id = ${user.userId}
      order by last_used_at desc, browser_hash offset ${MAX_PER_USER})`;
}

/** Deletes the browsers of sessions that are about to end, except the spared one, so that the next sign-in there is announced. */
export async function deleteBrowsers(
  tx: Tx,
  user: UserKey,
  { sparedSessionId }: { sparedSessionId: number | null },
): Promise<void> {
  await tx`
    delete from known_browsers b
    where b.deployment_id = ${user.deploymentId} and b.user_id = ${user.userId} and not exists (
      select from sessions s
      where s.deployment_id = b.deployment_id and s.user_id = b.user_id and s.browser_hash = b.browser_hash
        and s.session_id = ${sparedSessionId}::bigint)`;
}

/** Deletes the browser of one session. */
export async function deleteBrowserOfSession(tx: Tx, user: UserKey, sessionId: number): Promise<void> {
  await tx`
    delete from known_browsers b using sessions s
    where s.deployment_id = ${user.deploymentId} and s.user_id = ${user.userId} and s.session_id = ${sessionId}
      and b.deployment_id = s.deployment_id and b.user_id = s.user_id and b.browser_hash = s.browser_hash`;
}

/** Deletes everything about the browsers of a person. */
export async function deleteBrowsersOf(tx: Tx, user: UserKey): Promise<void> {
  await deleteBrowsers(tx, user, { sparedSessionId: null });
  await tx`
    delete from new_browser_notices where deployment_id = ${user.deploymentId} and user_id = ${user.userId}`;
}

/** The time zone of the person, for emails. */
export async function findTimeZone(sql: Db, user: UserKey): Promise<string | null> {
  const [row] = await sql<{ timeZone: string | null }[]>`
    select time_zone as "timeZone" from users
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId}`;
  return row?.timeZone ?? null;
}

/** Deletes browsers without a sign-in since then; returns how many. */
export async function deleteOldBrowsers(sql: Sql, before: Date): Promise<number> {
  const { count } = await sql`delete from known_browsers where last_used_at < ${before}`;
  return count;
}
