/** Rows of a report page by page, each asked for while the one before is printed. */
import type { Deps } from '../../deps.ts';
import { type JobKey, findRunningJob } from '../async-jobs/work.queries.ts';

const PAGE = 5000;

/** Thrown when the job that the pages are for was deleted, or ended by another worker. */
export class JobIsOver extends Error {
  override name = 'JobIsOver';
}

/**
 * All rows in order; `next` reads those after the last one of a page, or the first ones. No page is a transaction that
 * lasts: a report takes minutes, for which nothing may be kept from being vacuumed. Rejects with JobIsOver between pages.
 */
export async function* pagesFor<Row>(
  { sql }: Pick<Deps, 'sql'>,
  job: JobKey,
  next: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  let asked: Promise<Row[]> | undefined = next(undefined, PAGE);
  while (asked !== undefined) {
    const rows: Row[] = await asked;
    const isLast = rows.length < PAGE;
    asked = isLast ? undefined : next(rows.at(-1), PAGE);
    // Awaited after the page was printed; a failure until then must not count as unhandled.
    asked?.catch(() => {});
    if ((await findRunningJob(sql, job)) === undefined) throw new JobIsOver();
    if (rows.length > 0) yield rows;
  }
}
