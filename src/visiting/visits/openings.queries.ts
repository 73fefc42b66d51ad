/**
 * Counts openings of a link, for its creator (decision 0038). Programs that only follow links, such as mail filters,
 * fetch the page without running it and are not counted: the page's own request is.
 */
import type { Deps } from '../../platform/deps.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { type Db, transaction } from '../../platform/db/connection.ts';
import { noticeOpening } from '../opening-notices/opening-notices.ts';
import { lockShare } from './downloads.queries.ts';
import type { Visit } from './visits.access.ts';
import type { VisitedShare } from './visits.queries.ts';

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
  const email = actor.via.kind === 'visit' ? actor.via.email : null;
  const opening = { share, email, keyHash: key === undefined ? null : hashSecret(key), now: actor.now };
  if (share.notifyOnOpen === 'never') {
    await count(sql, opening);
    return;
  }
  // In one transaction, so that every counted opening gets a notice.
  await transaction(sql, async (tx) => {
    await lockShare(tx, share);
    const counted = await count(tx, opening);
    if (counted === null || (share.notifyOnOpen === 'first' && !counted.isFirst)) return;
    await noticeOpening(tx, share, actor.now);
  });
}

type Opening = { share: VisitedShare; email: string | null; keyHash: Buffer | null; now: Date };

/** Null: it belongs to an opening that was counted before. */
type Counted = { isFirst: boolean } | null;

async function count(sql: Db, opening: Opening): Promise<Counted> {
  const { share, email, keyHash, now } = opening;
  const countedBefore = new Date(now.getTime() - SAME_MS);
  if (email !== null || keyHash !== null) {
    const { isKnown, openCount } = await countRecipient(sql, opening, countedBefore);
    if (isKnown) return openCount === null ? null : { isFirst: openCount === 1 };
  }
  if (share.lastOpenedAt !== null && Date.parse(share.lastOpenedAt) > countedBefore.getTime()) return null;
  return countAnybody(sql, opening, countedBefore);
}

// Whether the recipient exists, and the new count. Indexes: share_recipients_share, share_recipients_key.
async function countRecipient(
  sql: Db,
  { share: { deploymentId, shareId }, email, keyHash, now }: Opening,
  countedBefore: Date,
): Promise<{ isKnown: boolean; openCount: number | null }> {
  const [row] = await sql<{ isKnown: boolean; openCount: number | null }[]>`
    with known as (
      select recipient_id from share_recipients
      where deployment_id = ${deploymentId} and share_id = ${shareId}
        and ${email === null ? sql`key_hash = ${keyHash}` : sql`email = ${email}`}
    ), ${unsynced(sql)}, counted as (
      update share_recipients r set open_count = r.open_count + 1, last_opened_at = ${now},
        first_opened_at = case when r.open_count = 0 then ${now} else r.first_opened_at end
      from known, unsynced where r.deployment_id = ${deploymentId} and r.recipient_id = known.recipient_id
        and (r.last_opened_at is null or r.last_opened_at <= ${countedBefore})
      returning r.open_count
    )
    select exists (select from known) as "isKnown", (select open_count from counted) as "openCount"`;
  return row ?? { isKnown: false, openCount: null };
}

async function countAnybody(
  sql: Db,
  { share: { deploymentId, shareId }, now }: Opening,
  countedBefore: Date,
): Promise<Counted> {
  const [row] = await sql<{ isFirst: boolean }[]>`
    with ${unsynced(sql)}
    update shares set open_count = open_count + 1, last_opened_at = ${now},
      first_opened_at = case when open_count = 0 then ${now} else first_opened_at end
    from unsynced where deployment_id = ${deploymentId} and share_id = ${shareId}
      and (last_opened_at is null or last_opened_at <= ${countedBefore})
    returning open_count = 1 as "isFirst"`;
  return row ?? null;
}

// Nothing depends on a count, so it commits asynchronously.
function unsynced(sql: Db) {
  return sql`unsynced as materialized (select set_config('synchronous_commit', 'off', true))`;
}
