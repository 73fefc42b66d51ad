/** Limits of searches through links: a stranger can send any number of them. */
import type { Sql } from '../../platform/db/connection.ts';
import { tooManyRequests } from '../../platform/errors.ts';
import { QueueFullError, boundedQueue } from '../../platform/limits/bounded-queue.ts';
import { hit } from '../../platform/limits/throttle.ts';
import type { Visit } from '../visits/visits.access.ts';

const MINUTE_MS = 60_000;
/** Searches in a minute from one network address through a link, and through a link in total. */
const MOST = { address: 60, link: 600 };

/** Each statement of a search is canceled after this time. */
export const STATEMENT_MS = 5000;

/** Runs a search through a link when it is its turn. 429 if too many wait. */
export type SearchTurns = <T>(visit: Visit, work: () => Promise<T>) => Promise<T>;

/** Two searches at once in this process, and one at once through a link; further ones wait. */
export function searchTurns(): SearchTurns {
  const queue = boundedQueue({ atOnce: 2, atOnceOfOne: 1, waiting: 50, waitingOfOne: 10 });
  return async (visit, work) => {
    try {
      return await queue.run(work, `link ${visit.share.shareId}`);
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      throw tooManyRequests('Too many people are searching through this link. Try again soon.', 1);
    }
  };
}

/** Counts a search. 429 beyond the limits of a minute. */
export async function countSearch(sql: Sql, { share, actor }: Visit): Promise<void> {
  const address = actor.via.kind === 'visit' ? actor.via.address : '';
  for (const [subject, most] of [
    [`${share.shareId}/${address}`, MOST.address],
    [String(share.shareId), MOST.link],
  ] as const) {
    const { hits, resetsInMs } = await hit(sql, { scope: 'link-searches', subject, windowMs: MINUTE_MS }, actor.now);
    if (hits > most) throw tooManyRequests('Too many searches. Try again later.', resetsInMs / 1000);
  }
}
