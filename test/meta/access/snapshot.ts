/** All that an application has stored, to tell whether a request has changed anything. */
import { storedFiles } from '../../../src/content/blobs/stored-files.fixture.ts';
import { indexRequested } from '../../../src/library/search-index/index-soon.ts';
import type { TestApp } from '../../harness.ts';

/** Refused requests may add these: counters of attempts, and the record of a refused read. */
const COUNTERS = 'throttles';
const RECORD = 'AccessDenied';

/** A checksum for each table, and the number of stored files. */
export async function snapshot(app: TestApp): Promise<Record<string, string>> {
  // The job that indexes an upload follows its answer.
  await indexRequested(app.sql);
  const tables = await app.sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'graphile_worker')
      and c.relname <> ${COUNTERS}
    order by 1`;
  const sums = tables.map(
    ({
      name,
    }) => `select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum
      from ${name} t ${name === 'public.activity' ? `where t.activity_type <> '${RECORD}'` : ''}`,
  );
  const rows = await app.sql.unsafe<{ name: string; sum: string }[]>(sums.join(' union all '));
  const files = `${(await storedFiles(app)).length} files`;
  return { ...Object.fromEntries(rows.map(({ name, sum }) => [name, sum])), files };
}
