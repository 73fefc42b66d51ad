/**
 * Counts openings of a link, for its creator (decision 0038). Programs that only follow links, such as mail filters,
 * fetch the page without running it and are not counted: the page's own request is.
 */
import type { Deps } from '../../platform/deps.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import type { Sql } from '../../platform/db/connection.ts';
import type { Visit } from './visits.access.ts';

/** A page in view repeats its request. A request this soon after the last belongs to the same opening. */
const SAME_MS = 300_000;

/** Counts an opening of an unlocked link: for the recipient, if known by code or `key`, otherwise as anonymous. */
export async function noteOpening(
  { sql }: Pick<Deps, 'sql'>,
  visit: Pick<Visit, 'share' | 'actor' | 'isUnlocked'>,
  key: string | undefined,
): Promise<void> {
  const { share, actor } = visit;
  if (share.status !== 'Active' || !visit.isUnlocked) return;
  const times = { now: actor.now, countedBefore: new Date(actor.now.getTime() - SAME_MS) };
  const email = actor.via.kind === 'visit' ? actor.via.email : null;
  const keyHash = key === undefined ? null : hashSecret(key);
  if ((email !== null || keyHash !== null) && (await countRecipient(sql, share, { email, keyHash }, times))) return;
  if (share.lastOpenedAt !== null && Date.parse(share.lastOpenedAt) > times.countedBefore.getTime()) return;
  await countAnybody(sql, share, times);
}

type ShareKey = { deploymentId: number; shareId: number };
type Times = { now: Date; countedBefore: Date };

// Whether the recipient exists. Indexes: share_recipients_share, share_recipients_key.
async function countRecipient(
  sql: Sql,
  { deploymentId, shareId }: ShareKey,
  { email, keyHash }: { email: string | null; keyHash: Buffer | null },
  { now, countedBefore }: Times,
): Promise<boolean> {
  const [row] = await sql<{ isKnown: boolean }[]>`
    with known as (
      select recipient_id from share_recipients
      where deployment_id = ${deploymentId} and share_id = ${shareId}
        and ${email === null ? sql`key_hash = ${keyHash}` : sql`email = ${email}`}
    ), ${unsynced(sql)}, counted as (
      update share_recipients r set open_count = r.open_count + 1, last_opened_at = ${now}
      from known, unsynced where r.deployment_id = ${deploymentId} and r.recipient_id = known.recipient_id
        and (r.last_opened_at is null or r.last_opened_at <= ${countedBefore})
    )
    select exists (select from known) as "isKnown"`;
  return row?.isKnown ?? false;
}

async function countAnybody(sql: Sql, { deploymentId, shareId }: ShareKey, { now, countedBefore }: Times) {
  await sql`
    with ${unsynced(sql)}
    update shares set open_count = open_count + 1, last_opened_at = ${now}
    from unsynced where deployment_id = ${deploymentId} and share_id = ${shareId}
      and (last_opened_at is null or last_opened_at <= ${countedBefore})`;
}

// Nothing depends on a count, so it commits asynchronously.
function unsynced(sql: Sql) {
  return sql`unsynced as materialized (select set_config('synchronous_commit', 'off', true))`;
}
