/** Downloads through a link: counted for its creator, and limited to its maximum (docs/api/links.md#downloads). */
import type { Deps } from '../../platform/deps.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { type Db, transaction } from '../../platform/db/connection.ts';
import { Problem } from '../../platform/errors.ts';
import { type Throttle, countHits, hiddenSubject, hit } from '../../platform/limits/throttle.ts';
import { type ActivityEntry, readCall, recordLaterReads, recordRead } from '../../core/activity/activity.queries.ts';
import { type Downloader, countDownload, lockShare } from './downloads.queries.ts';
import type { Visit } from './visits.access.ts';

/** A browser can continue a download this long after it began. */
const CONTINUED_MS = 24 * 3_600_000;

/** A request for a content or archive, from the byte `start`. `key`: of the recipient whose personal link is open. */
export type LinkDownload = { visit: Visit; content: string; start: number; key: string | undefined };

/** Whether everything that hands over a content counts as a download: the link has a maximum (docs/api/links.md#downloads). */
export function isLimited({ share }: Pick<Visit, 'share'>): boolean {
  return share.maxDownloads !== null;
}

/**
 * Counts a download unless the same visitor has begun it; returns whether it was counted. 403 if the link has reached
 * its maximum.
 */
export async function admitDownload({ sql }: Pick<Deps, 'sql'>, download: LinkDownload): Promise<boolean> {
  const { visit, start } = download;
  const { now } = visit.actor;
  if (visit.share.maxDownloads === null) {
    if (start > 0) return false;
    const unsynced = sql`set_config('synchronous_commit', 'off', true)`;
    if (await countDownload(sql, visit.share, downloaderOf(download), now, unsynced)) return true;
    throw usedUp(visit);
  }
  const begun = throttleOf(download);
  const hasBegun = async (db: Db) => (await countHits(db, begun, now)).hits > 0;
  if (start > 0 && (await hasBegun(sql))) return false;
  return transaction(sql, async (tx) => {
    // Of ranges that arrive at once, one counts and the others continue it.
    if (start > 0) {
      await lockShare(tx, visit.share);
      if (await hasBegun(tx)) return false;
    }
    if (!(await countDownload(tx, visit.share, downloaderOf(download), now))) throw usedUp(visit);
    await hit(tx, begun, now);
    return true;
  });
}

/** Counts the download of a document and records it as an activity. */
export async function recordDownload(
  deps: Pick<Deps, 'sql'>,
  download: LinkDownload,
  entry: Omit<ActivityEntry, 'type'> & { documentId: number },
): Promise<void> {
  const { sql } = deps;
  const { visit, start } = download;
  const { actor, share } = visit;
  const type = 'DocumentDownloaded' as const;
  if (share.maxDownloads === null && start === 0) {
    // One statement for the frequent case.
    const recorded = readCall(sql, actor, { ...entry, type });
    if (await countDownload(sql, share, downloaderOf(download), actor.now, recorded)) return;
    throw usedUp(visit);
  }
  if (await admitDownload(deps, download)) return recordRead(sql, actor, { ...entry, type });
  return recordLaterReads(sql, actor, { type, name: entry.contentName }, [entry.documentId]);
}

function downloaderOf({ visit: { actor }, key }: LinkDownload): Downloader {
  const recipientId = actor.via.kind === 'visit' ? actor.via.recipientId : null;
  return { recipientId, keyHash: key === undefined ? null : hashSecret(key) };
}

// A visitor without a code is identified by the browser, or by the address for a program without cookies. Not by both: other
// browsers in the network would continue the download.
function throttleOf({ visit: { actor }, content }: LinkDownload): Throttle {
  const { via } = actor;
  if (via.kind !== 'visit') throw new Error('The actor of a visit is a visitor.');
  const subject = hiddenSubject(`${via.visitor ?? via.address} ${content}`);
  return { scope: 'download', subject, windowMs: CONTINUED_MS };
}

function usedUp({ share }: Visit): Problem {
  return new Problem('/forbidden', 'This link has reached its maximum number of downloads.', {
    more: { Limit: 'MaxDownloads', Maximum: share.maxDownloads },
  });
}
