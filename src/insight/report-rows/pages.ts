/** Rows of a report page by page, each asked for while the one before is printed. */
import type { Deps } from '../../platform/deps.ts';
import { type JobKey, findRunningJob } from '../../core/async-jobs/work.queries.ts';

const PAGE = 2000;

/** Thrown when the job that the pages are for was deleted, or ended by another worker. */
export class JobIsOver extends Error {
  override name = 'JobIsOver';
}

/** Some rows in order, and where those after them begin. */
export type Page<Row, Position> = { rows: Row[]; last: Position | undefined };

/**
 * All rows in order; `next` reads those after a position. No page is a transaction that lasts: a report takes minutes, for
 * which nothing may be kept from being vacuumed. Rejects with JobIsOver between pages.
 */
export async function* pagesFor<Row, Position>(
  { sql }: Pick<Deps, 'sql'>,
  job: JobKey,
  start: Position,
  next: (after: Position, limit: number) => Promise<Page<Row, Position>>,
): AsyncGenerator<Row[], void> {
  // Whether the job still runs is asked together with the rows, so that neither is waited for after the other.
  const ask = (after: Position) => Promise.all([next(after, PAGE), findRunningJob(sql, job)]);
  let asked: ReturnType<typeof ask> | undefined = ask(start);
  while (asked !== undefined) {
    const [{ rows, last }, running]: Awaited<typeof asked> = await asked;
    if (running === undefined) throw new JobIsOver();
    asked = last === undefined || rows.length < PAGE ? undefined : ask(last);
    // Awaited after the page was printed; a failure until then must not count as unhandled.
    asked?.catch(() => {});
    if (rows.length > 0) yield rows;
  }
}
