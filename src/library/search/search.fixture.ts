/** Texts of contents as the extraction stores them, for tests of the search. */
import type { TestApp } from '../../../test/harness.ts';
import { takeIds } from '../../../test/factories/copy.ts';
import type { Person } from '../../../test/world.ts';
import { transaction } from '../../platform/db/connection.ts';
import { requestIndex } from '../search-index/index.jobs.ts';
import { searchableText, wordsOf } from '../../platform/values/words.ts';

type Part = { page: number | null; text: string };

/** Stores the text of a document's content, one part for each page, and indexes it. */
export async function addText(
  app: Pick<TestApp, 'sql' | 'clock' | 'runJobs'>,
  { deploymentId }: Pick<Person, 'deploymentId'>,
  documentId: number,
  text: string | string[],
  language = 'simple',
): Promise<void> {
  const parts: Part[] = Array.isArray(text)
    ? text.map((page, at) => ({ page: at + 1, text: page }))
    : [{ page: null, text }];
  const whole = searchableText(parts.map((part) => part.text).join('\n'));
  const [content] = await app.sql<{ blobId: number }[]>`
    insert into content_texts as t (deployment_id, blob_id, method, language, is_complete, vector, attempts, created_at)
    select deployment_id, blob_id, 'text', ${language}, true, to_tsvector(${language}::regconfig, ${whole}), 1, ${app.clock.now}
    from documents where deployment_id = ${deploymentId} and document_id = ${documentId}
    on conflict (deployment_id, blob_id) do update set vector = excluded.vector, language = excluded.language, attempts = t.attempts + 1
    returning blob_id as "blobId"`;
  let firstWord = 1;
  await app.sql`delete from text_parts where deployment_id = ${deploymentId} and blob_id = ${content?.blobId ?? 0}`;
  for (const [n, part] of parts.entries()) {
    await app.sql`
      insert into text_parts (deployment_id, blob_id, part_number, page, first_word, text)
      values (${deploymentId}, ${content?.blobId ?? 0}, ${n + 1}, ${part.page}, ${firstWord}, ${part.text})`;
    firstWord += wordsOf(part.text).length;
  }
  await transaction(app.sql, requestIndex);
  await app.runJobs();
}

/**
 * Adds documents directly to the database and the index, newer than those before: `word` is in their texts, or with `isNamed` in their
 * names. Texts have no snippets.
 */
export async function addIndexed(
  { sql, clock }: Pick<TestApp, 'sql' | 'clock'>,
  { deploymentId, userId }: Pick<Person, 'deploymentId' | 'userId'>,
  folderId: number,
  { count, word, isNamed = false }: { count: number; word: string; isNamed?: boolean },
): Promise<number[]> {
  return transaction(sql, async (tx) => {
    await tx`set local session_replication_role = replica`;
    const first = await takeIds(tx, 'documents', 'document_id', count);
    const [head, text] = isNamed ? [`'${word}':1A '~':20`, ''] : ["'~':20", `'${word}'`];
    const ids = tx`select id, id + 2000000000 as blob_id from generate_series(${first}::bigint, ${first + count - 1}) id`;
    await tx`
      insert into blobs (deployment_id, blob_id, sha256, crc32, size, storage_key, created_at)
      overriding system value
      select ${deploymentId}, blob_id, sha256(id::text::bytea), 0, 1, 'indexed ' || id, ${clock.now} from (${ids}) i`;
    await tx`
      insert into documents (deployment_id, document_id, folder_id, name, name_key, current_revision_id, blob_id, size, sha256,
        modified_at, created_by, created_at)
      overriding system value
      select ${deploymentId}, id, ${folderId}, n, n, id, blob_id, 1, sha256(id::text::bytea), ${clock.now}, ${userId}, ${clock.now}
      from (${ids}) i cross join lateral (select ${isNamed ? word : 'item'} || ' ' || id || '.txt' as n)`;
    await tx`
      insert into document_search (deployment_id, document_id, folder_id, blob_id, modified_at, places, era, head, lexemes)
      select ${deploymentId}, id, ${folderId}, blob_id, ${clock.now},
        search_place_keys(${deploymentId}, l.owner_id, l.library_id, f.path) || e.era * 4, e.era, ${head}::tsvector,
        search_lexemes(${head}::tsvector, ${text}::tsvector, array['#', '#.txt', '#u' || ${userId}::bigint, '#lsimple'])
      from (${ids}) i
      join folders f on f.deployment_id = ${deploymentId} and f.folder_id = ${folderId}
      join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
      cross join lateral (select nextval('search_runs') / 4096 as era where i.id is not null offset 0) e
      order by id`;
    return Array.from({ length: count }, (_, n) => first + n);
  });
}

/** The names that a search finds, the best first. */
export async function namesOf(person: Person, q: string, more = ''): Promise<string[]> {
  const { status, body, text } = await person.api('GET', `/api/search?q=${encodeURIComponent(q)}${more}`);
  if (status !== 200) throw new Error(`${status} for ${q}: ${text}`);
  return body.map(({ ItemName }: { ItemName: string }) => ItemName);
}
