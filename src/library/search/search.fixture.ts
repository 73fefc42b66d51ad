/** Texts of contents as the extraction stores them, for tests of the search. */
import type { TestApp } from '../../../test/harness.ts';
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
    insert into content_texts (deployment_id, blob_id, method, language, is_complete, vector, attempts, created_at)
    select deployment_id, blob_id, 'text', ${language}, true, to_tsvector(${language}::regconfig, ${whole}), 1, ${app.clock.now}
    from documents where deployment_id = ${deploymentId} and document_id = ${documentId}
    on conflict (deployment_id, blob_id) do update set vector = excluded.vector, language = excluded.language
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

/** The names that a search finds, the best first. */
export async function namesOf(person: Person, q: string, more = ''): Promise<string[]> {
  const { status, body, text } = await person.api('GET', `/api/search?q=${encodeURIComponent(q)}${more}`);
  if (status !== 200) throw new Error(`${status} for ${q}: ${text}`);
  return body.map(({ ItemName }: { ItemName: string }) => ItemName);
}
