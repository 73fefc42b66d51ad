/** Reads the rows of a report page by page, one page ahead. */
import type { Deps } from '../../platform/deps.ts';
import { type JobKey, findRunningJob } from '../../core/async-jobs/work.queries.ts';

const PAGE = 2000;

/** Thrown when the report's job was deleted or ended by another worker. */
export class JobIsOver extends Error {
  override name = 'JobIsOver';
}

/** Some rows in order, and the position of the next ones. */
export type RowPage<Row, Position> = { rows: Row[]; last: Position | undefined };

/**
 * All rows in order; `next` reads those after a position. Each page is its own short transaction: a report takes
 * minutes, during which vacuum must not be held back. Rejects with JobIsOver between pages.
 */
export async function* pagesFor<Row, Position>(
  { sql }: Pick<Deps, 'sql'>,
  job: JobKey,
  start: Position,
  next: (after: Position, limit: number) => Promise<RowPage<Row, Position>>,
): AsyncGenerator<Row[], void> {
  // Checks the job concurrently with reading rows.
  const ask = (after: Position) => Promise.all([next(after, PAGE), findRunningJob(sql, job)]);
  let asked: ReturnType<typeof ask> | undefined = ask(start);
  while (asked !== undefined) {
    const [{ rows, last }, running]: Awaited<typeof asked> = await asked;
    if (running === undefined) throw new JobIsOver();
    asked = last === undefined || rows.length < PAGE ? undefined : ask(last);
    // Awaited after the page was written; an earlier failure must not be an unhandled rejection.
    asked?.catch(() => {});
    if (rows.length > 0) yield rows;
  }
}
