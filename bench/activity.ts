/** Many activity rows in Carrel, and a report of them. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Sql, transaction } from '../src/platform/db/connection.ts';
import { copyRows, rows } from '../test/factories/copy.ts';
import { withDatabase } from './database.ts';
import { fetchBytes, fetchJson, type Target } from './target.ts';

const DAYS_MS = 20 * 24 * 3_600_000;
const POLL_INTERVAL_MS = 20;

/**
 * Creates a library with this many activity rows. Returns a function that starts a report, waits for it, and resolves
 * to its CSV, which is not fetched yet.
 */
export async function unscopedPlantActivity(target: Target, databaseUrl: string, count: number): Promise<MakeReport> {
  const me = await fetchJson<{ DeploymentId: number; UserId: number }>(target, '/api/users/me');
  const library = await fetchJson<{ LibraryId: number }>(target, '/api/libraries', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ LibraryName: 'Busy' }),
  });
  const start = Date.now() - DAYS_MS;
  const step = DAYS_MS / count;
  const make = (n: number) => {
    const at = new Date(start + n * step).toISOString();
    return [[me.DeploymentId, at, 'DocumentViewed', me.UserId, library.LibraryId, 1, 1 + (n % 1000), nameOf(n)]];
  };
  await withDatabase(databaseUrl, async (sql) => {
    await transaction(sql, (tx) => {
      const columns = tx`deployment_id, occurred_at, activity_type, user_id, library_id, folder_id, document_id, content_name`;
      return copyRows(tx, tx`activity (${columns})`, rows(count, make));
    });
    await sql`vacuum (analyze) activity`;
    // Otherwise the worker would seal them during the measurement.
    while (!(await areSealed(sql))) await wait(1000);
  });
  return () => makeReport(target, library.LibraryId);
}

/**
 * Makes a report and resolves to a function that fetches its CSV. A floor makes one format or both; Carrel always both.
 */
export type MakeReport = (forms: Forms) => Promise<() => Promise<Buffer>>;

export type Forms = 'one' | 'both';

/** As long as document names. */
export const nameOf = (n: number): string => `Minutes of the meeting ${n}, final.docx`;

async function areSealed(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ done: boolean }[]>`
    select coalesce((select max(through_id) from activity_seals), 0) >= max(activity_id) as done from activity`;
  return row?.done === true;
}

async function makeReport(target: Target, libraryId: number): Promise<() => Promise<Buffer>> {
  const url = new URL(`/api/async/libraries/${libraryId}/activity-report`, target.origin);
  const begun = await fetch(url, { method: 'POST', headers: target.headers });
  const status = new URL(begun.headers.get('location') ?? '').pathname;
  for (;;) {
    const { IsComplete, Links } = await fetchJson<{ IsComplete?: true; Links: { ResultUri: string } }>(target, status);
    if (IsComplete === true) return () => fetchBytes(target, new URL(Links.ResultUri).pathname);
    await wait(POLL_INTERVAL_MS);
  }
}
