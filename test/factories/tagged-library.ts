/** A library with very many tagged documents, written past the API: for the plans of searches and for the bench. */
import type { Sql, Tx } from '../../src/platform/db/connection.ts';
import { transaction } from '../../src/platform/db/connection.ts';
import { DATA_TYPES, readTagValue } from '../../src/resources/tags/tag-values.ts';

/** Where it is put: a library of the user, made through the API, with its tag types. */
export type TaggedLibrary = {
  deploymentId: number;
  libraryId: number;
  userId: number;
  /** Of each tag type one value a document: one of 10, one of 1 000, one of 365 days. */
  tagTypes: { color: number; number: number; day: number };
};

export const DOCUMENTS_IN_A_FOLDER = 50;

/**
 * Fills an empty library: 10 root folders with 10 folders each, and in those the folders of 50 documents. Every fifth
 * document is marked as revised. Resolves to the ids of the root folders.
 */
export async function unscopedFillLibrary(sql: Sql, library: TaggedLibrary, documents: number): Promise<number[]> {
  const roots = await transaction(sql, async (tx) => {
    // All that is written is known to fit together; checking 10 keys a document would take longer than writing it.
    await tx`set local session_replication_role = replica`;
    const first = await addFolders(tx, library, Math.ceil(documents / DOCUMENTS_IN_A_FOLDER));
    await addDocuments(tx, library, first + 110, documents);
    await addTags(tx, library);
    return Array.from({ length: 10 }, (_, index) => first + index);
  });
  await sql`vacuum (analyze) folders, documents, document_tags, tag_types, libraries`;
  return roots;
}

// 10 roots, 100 below them, then the leaves; ids follow each other. Returns the first.
async function addFolders(tx: Tx, { deploymentId, libraryId, userId }: TaggedLibrary, leaves: number): Promise<number> {
  const sequence = tx`pg_get_serial_sequence('folders', 'folder_id')`;
  const [row] = await tx<{ first: number }[]>`select nextval(${sequence}) as first`;
  const first = row?.first ?? 0;
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
  await tx`select setval(${sequence}, ${first + leaves + 110})`;
  return first;
}

async function addDocuments(
  tx: Tx,
  { deploymentId, userId }: TaggedLibrary,
  firstFolder: number,
  documents: number,
): Promise<void> {
  await tx`
    with content as (
      insert into blobs (deployment_id, sha256, crc32, size, storage_key, created_at)
      values (${deploymentId}, sha256(gen_random_uuid()::text::bytea), 0, 0, gen_random_uuid()::text, now())
      returning blob_id, sha256
    ), made as (
      insert into documents (deployment_id, folder_id, name, name_key, current_revision_id, blob_id, size, sha256,
        modified_at, created_by, created_at)
      select ${deploymentId}, ${firstFolder} + n / ${DOCUMENTS_IN_A_FOLDER}, 'Document ' || n || '.pdf',
        'document ' || n || '.pdf', nextval(pg_get_serial_sequence('revisions', 'revision_id')), blob_id, 0, sha256,
        now(), ${userId}, now()
      from content, generate_series(0, ${documents - 1}) n
      returning document_id, name, current_revision_id, blob_id, sha256
    )
    insert into revisions (deployment_id, revision_id, document_id, revision_number, name, blob_id, size, sha256,
      created_by, created_at)
    overriding system value
    select ${deploymentId}, current_revision_id, document_id, 1, name, blob_id, 0, sha256, ${userId}, now() from made`;
}

async function addTags(tx: Tx, { deploymentId, libraryId, tagTypes }: TaggedLibrary): Promise<void> {
  const keys = Array.from({ length: 1000 }, (_, n) => readTagValue(DATA_TYPES.Numeric, String(n), 'n')?.key ?? '');
  await tx`
    insert into document_tags (deployment_id, document_id, tag_type_id, value, value_key, tag_epoch)
    select d.deployment_id, d.document_id, v.tag_type_id, v.value, v.value_key, 0
    from documents d join folders f using (deployment_id, folder_id)
    cross join lateral (select substr(d.name, 10, length(d.name) - 13)::bigint as n) i
    -- Multiplied, so that neighbours differ and the values of two types have nothing to do with each other.
    cross join lateral (select (i.n * 7919) % 10007 % 10 as color, (i.n * 104729) % 1000003 % 1000 as number,
      date '2026-01-01' + (i.n * 31 % 365)::integer as day) r
    cross join lateral (values
      (${tagTypes.color}::bigint, 'Color ' || r.color, 'color ' || r.color),
      (${tagTypes.number}::bigint, r.number::text, (${keys}::text[])[r.number::integer + 1]),
      (${tagTypes.day}::bigint, to_char(r.day, 'MMDDYYYY'), to_char(r.day, 'YYYY-MM-DD'))
    ) v (tag_type_id, value, value_key)
    where d.deployment_id = ${deploymentId} and f.library_id = ${libraryId}`;
  await tx`
    insert into document_tags (deployment_id, document_id, tag_type_id, value, value_key, tag_epoch)
    select d.deployment_id, d.document_id, y.tag_type_id, 'Revised', 'revised', 0
    from documents d join folders f using (deployment_id, folder_id)
    join tag_types y on y.deployment_id = f.deployment_id and y.library_id = f.library_id
      and y.name = '&&_Service_Content_Status'
    where d.deployment_id = ${deploymentId} and f.library_id = ${libraryId} and d.document_id % 5 = 0`;
}
