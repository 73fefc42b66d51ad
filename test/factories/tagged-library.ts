/** A library with many tagged documents, written directly to the database, for query plans and the bench. */
import type { Sql, Tx } from '../../src/platform/db/connection.ts';
import { transaction } from '../../src/platform/db/connection.ts';
import { DATA_TYPES, type DataType, readTagValue } from '../../src/library/tag-types/tag-values.ts';
import { recountDocuments } from '../../src/library/counts/counts.queries.ts';
import { copyRows, rows, takeIds } from './copy.ts';

/** The target: a library of the user, created through the API, with its tag types. */
export type TaggedLibrary = {
  deploymentId: number;
  libraryId: number;
  userId: number;
  /** One value of each tag type per document: one of 10, one of 1 000, one of 365 days. */
  tagTypes: { color: number; number: number; day: number };
};

export const DOCUMENTS_IN_A_FOLDER = 50;

/**
 * Fills an empty library: 10 root folders with 10 subfolders each, and below those one folder per 50 documents. Every
 * fifth document is marked as revised. Resolves to the ids of the root folders.
 */
export async function unscopedFillLibrary(sql: Sql, library: TaggedLibrary, documents: number): Promise<number[]> {
  const roots = await transaction(sql, async (tx) => {
    // The rows are consistent by construction; checking 10 keys per document would take longer than writing it.
    await tx`set local session_replication_role = replica`;
    const first = await addFolders(tx, library, Math.ceil(documents / DOCUMENTS_IN_A_FOLDER));
    const firstDocument = await addDocuments(tx, library, first + 110, documents);
    await addTags(tx, library, firstDocument, documents);
    return Array.from({ length: 10 }, (_, index) => first + index);
  });
  // Triggers did not run.
  await recountDocuments(sql);
  await sql`vacuum (analyze) folders, documents, document_tags, tag_types, libraries`;
  return roots;
}

// 10 roots, 100 below them, then the leaves; ids are consecutive. Returns the first.
async function addFolders(tx: Tx, { deploymentId, libraryId, userId }: TaggedLibrary, leaves: number): Promise<number> {
  const first = await takeIds(tx, 'folders', 'folder_id', leaves + 110);
  await tx`
    with numbered as (
      select n, case when n < 10 then null when n < 110 then (n - 10) / 10 else 10 + (n - 110) % 100 end as above
      from generate_series(0, ${leaves + 109}) n
    ), placed as (
      select n, ${first} + above as parent_id, case when n < 10 then '{}' when n < 110 then array[${first} + above]
        else array[${first} + (above - 10) / 10, ${first} + above] end || (${first} + n) as path
      from numbered
    )
    insert into folders (deployment_id, folder_id, library_id, parent_id, path, name, name_key, created_by, created_at)
    overriding system value
    select ${deploymentId}, ${first} + n, ${libraryId}, parent_id, path, 'Folder ' || n, 'folder ' || n, ${userId}, now()
    from placed`;
  return first;
}

// Each with one revision and one shared content. Returns the first id; ids are consecutive.
async function addDocuments(tx: Tx, { deploymentId, userId }: TaggedLibrary, firstFolder: number, count: number) {
  const content = await addContent(tx, deploymentId);
  const first = await takeIds(tx, 'documents', 'document_id', count);
  const firstRevision = await takeIds(tx, 'revisions', 'revision_id', count);
  const now = new Date().toISOString();
  await copyRows(
    tx,
    tx`documents (deployment_id, document_id, folder_id, name, name_key, current_revision_id, blob_id, size, sha256,
      modified_at, created_by, created_at)`,
    rows(count, (n) => {
      const folderId = firstFolder + Math.floor(n / DOCUMENTS_IN_A_FOLDER);
      const name = `Document ${n}.pdf`;
      const facts = [firstRevision + n, content.blobId, 0, content.sha256, now, userId, now];
      return [[deploymentId, first + n, folderId, name, name.toLowerCase(), ...facts]];
    }),
  );
  await copyRows(
    tx,
    tx`revisions (deployment_id, revision_id, document_id, revision_number, name, blob_id, size, sha256, created_by, created_at)`,
    rows(count, (n) => {
      const facts = [content.blobId, 0, content.sha256, userId, now];
      return [[deploymentId, firstRevision + n, first + n, 1, `Document ${n}.pdf`, ...facts]];
    }),
  );
  return first;
}

async function addTags(tx: Tx, library: TaggedLibrary, firstDocument: number, count: number): Promise<void> {
  const { deploymentId, libraryId, tagTypes } = library;
  const [revised] = await tx<{ id: number }[]>`
    select tag_type_id as id from tag_types
    where deployment_id = ${deploymentId} and library_id = ${libraryId} and name = '&&_Service_Content_Status'`;
  if (revised === undefined) throw new Error('The library has no Status tag types.');
  await copyRows(
    tx,
    tx`document_tags (deployment_id, document_id, tag_type_id, value, value_key, tag_epoch)`,
    rows(count, (n) => {
      const values: [number, DataType, string][] = [
        // Multiplied, so that neighbors differ and the values of two types are uncorrelated.
        [tagTypes.color, DATA_TYPES.String, `Color ${((n * 7919) % 10007) % 10}`],
        [tagTypes.number, DATA_TYPES.Numeric, String(((n * 104729) % 1000003) % 1000)],
        [tagTypes.day, DATA_TYPES.Date, dayOf((n * 31) % 365)],
      ];
      if (n % 5 === 0) values.push([revised.id, DATA_TYPES.String, 'Revised']);
      return values.map(([tagTypeId, dataType, value]) => {
        const key = readTagValue(dataType, value, 'Value')?.key ?? '';
        return [deploymentId, firstDocument + n, tagTypeId, value, key, 0];
      });
    }),
  );
}

async function addContent(tx: Tx, deploymentId: number): Promise<{ blobId: number; sha256: string }> {
  const [content] = await tx<{ blobId: number; sha256: string }[]>`
    insert into blobs (deployment_id, sha256, crc32, size, storage_key, created_at)
    values (${deploymentId}, sha256(gen_random_uuid()::text::bytea), 0, 0, gen_random_uuid()::text, now())
    returning blob_id as "blobId", '\\\\x' || encode(sha256, 'hex') as sha256`;
  if (content === undefined) throw new Error('An insert returned no row.');
  return content;
}

// MMddyyyy, this many days after the start of 2026.
function dayOf(number: number): string {
  const [year, month, day] = new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10).split('-');
  return `${month}${day}${year}`;
}
