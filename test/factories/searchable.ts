/** Many indexed documents, written directly to the database, for tests of the cost of searches. */
import { recountDocuments } from '../../src/library/counts/counts.queries.ts';
import { type Db, type Fragment, type Sql, transaction } from '../../src/platform/db/connection.ts';
import type { TestApp } from '../harness.ts';
import type { World } from '../world.ts';
import { takeIds } from './copy.ts';
import { makeLibrary } from './libraries.ts';

export type Searchable = { libraryId: number; halfFolderId: number; leafFolderId: number };

const LEAVES = 100;

/** The number of documents, and of words of each beside those that searches look for. */
export type TextSize = { documents: number; words: number };

/**
 * The vector of the text of document `n`: `common` is in every second text, `other` in every third, `annual budget` in every fifth,
 * `seldom` in 1 %, `rare7` in 20, and `words` more of 20 000.
 */
export function textVector(sql: Db, { documents, words }: TextSize): Fragment {
  return sql`to_tsvector('simple', concat_ws(' ', case when n % 2 = 0 then 'common' end, case when n % 3 = 0 then 'other' end,
    case when n % 5 = 0 then 'annual budget' else 'budget annual' end, case when n % 100 = 0 then 'seldom' end,
    case when n % ${Math.floor(documents / 20)}::integer = 7 then 'rare7' end,
    (select string_agg('word' || hashint8(n::bigint * 1000 + i + n) % 20000, ' ') from generate_series(1, ${words}::integer) i)))`;
}

/** Makes a corporate library and fills it. */
export async function unscopedFillSearch(
  { sql }: Pick<TestApp, 'sql'>,
  { admin }: World,
  size: TextSize,
): Promise<Searchable> {
  const libraryId = await makeLibrary(admin);
  return unscopedFillTexts(sql, { deploymentId: admin.deploymentId, userId: admin.userId, libraryId }, size);
}

/** Fills a corporate library: two folders with 50 folders each, which have the same number of documents. */
export async function unscopedFillTexts(
  sql: Sql,
  { deploymentId, userId, libraryId }: { deploymentId: number; userId: number; libraryId: number },
  { documents, words }: TextSize,
): Promise<Searchable> {
  const [index] = await sql<{ text: string }[]>`select pg_get_indexdef('document_search_words'::regclass) as text`;
  const folder = await transaction(sql, async (tx) => {
    await tx.allowLong();
    await tx`set local session_replication_role = replica`;
    await tx`drop index document_search_words`;
    const first = await takeIds(tx, 'folders', 'folder_id', LEAVES + 2);
    await tx`
      insert into folders (deployment_id, folder_id, library_id, parent_id, path, name, name_key, created_by, created_at)
      overriding system value
      select ${deploymentId}, id, ${libraryId}, above, array_remove(array[above, id], null), 'Folder ' || id, 'folder ' || id,
        ${userId}, now()
      from (
        select id, case when id > ${first + 1} then ${first}::bigint + (id - ${first}) % 2 end as above
        from generate_series(${first}::bigint, ${first + LEAVES + 1}) id
      ) placed`;
    const document = await takeIds(tx, 'documents', 'document_id', documents);
    await tx`
      create temporary table generated on commit drop as
      select n, ${document}::bigint + n as id, ${first + 2}::bigint + n % ${LEAVES}::integer as folder_id, 'Item ' || n || '.pdf' as name,
        timestamptz '2020-01-01' + make_interval(secs => (n::bigint * 104729) % 100000007) as modified_at,
        ${textVector(tx, { documents, words })} as vector
      from generate_series(0, ${documents - 1}::integer) n`;
    await tx`
      insert into blobs (deployment_id, blob_id, sha256, crc32, size, storage_key, created_at)
      overriding system value
      select ${deploymentId}, id + 1000000000, sha256(id::text::bytea), 0, 1, 'search ' || id, now() from generated`;
    await tx`
      insert into documents (deployment_id, document_id, folder_id, name, name_key, current_revision_id, blob_id, size, sha256,
        modified_at, created_by, created_at)
      overriding system value
      select ${deploymentId}, id, folder_id, name, lower(name), id, id + 1000000000, 1, sha256(id::text::bytea), modified_at, ${userId}, now()
      from generated`;
    await tx`
      insert into content_texts (deployment_id, blob_id, method, language, is_complete, vector, attempts, created_at)
      select ${deploymentId}, id + 1000000000, 'text', 'simple', true, vector, 1, now() from generated`;
    await tx`
      insert into document_search (deployment_id, document_id, folder_id, blob_id, modified_at, places, era, head, lexemes)
      select ${deploymentId}, id, g.folder_id, id + 1000000000, modified_at,
        search_place_keys(${deploymentId}, null, ${libraryId}, f.path) || e.era * 4, e.era, h.head,
        search_lexemes(h.head, g.vector, array['#', '#.pdf', '#u' || ${userId}::bigint, '#y' || extract(year from modified_at)])
      from generated g join folders f on f.deployment_id = ${deploymentId} and f.folder_id = g.folder_id
      cross join lateral (select setweight(to_tsvector('simple', replace(g.name, '.', ' ')), 'A') as head offset 0) h
      cross join lateral (select nextval('search_runs') / 4096 as era where g.id is not null offset 0) e
      order by id`;
    await tx`set local maintenance_work_mem = '256MB'`;
    await tx.unsafe(index?.text ?? '');
    return first;
  });
  await recountDocuments(sql);
  await sql`vacuum (analyze) folders, documents, document_search, content_texts, libraries, permissions`;
  return { libraryId, halfFolderId: folder, leafFolderId: folder + 2 };
}
