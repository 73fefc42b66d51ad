/** Writes the index of the search from the log of changes (decision 0102). */
import type { Db, Fragment, Sql, Tx } from '../../platform/db/connection.ts';
import { transaction } from '../../platform/db/connection.ts';
import { tryTurn } from '../../platform/db/locks.ts';
import { searchableText } from '../../platform/values/words.ts';
import { type IndexedDocument, factsOf, headOf } from './heads.ts';
import { queueTexts, wantTexts } from './wanted-texts.queries.ts';

type Change = {
  isBackfill: boolean;
  deploymentId: number;
  documentId: number | null;
  blobId: number | null;
  folderId: number | null;
};

/** The number of changes that a batch took from the log, and whether they were all of the backfill. */
export type Batch = { taken: number; isBackfill: boolean };

/** The changes of a batch: the first ones, those of people first, or a single one. */
export type Portion = { limit: number } | { changeId: number };

/**
 * Indexes the documents of some changes. Null while another process does it: two at once could write an older state of a
 * document over a newer one.
 */
export async function indexBatch(sql: Sql, portion: Portion, now: Date): Promise<Batch | null> {
  return transaction(sql, async (tx) => {
    if (!(await tryTurn(tx, 'search-index'))) return null;
    const changes = await takeChanges(tx, portion);
    const documents = new Map<number, Set<number>>();
    for (const { deploymentId, documentId } of changes) {
      if (documentId === null) continue;
      documents.set(deploymentId, (documents.get(deploymentId) ?? new Set()).add(documentId));
    }
    await expandChanges(
      tx,
      changes.filter(({ documentId }) => documentId === null),
    );
    for (const [deploymentId, ids] of documents) await indexDocuments(tx, deploymentId, [...ids]);
    await queueTexts(tx, now);
    return { taken: changes.length, isBackfill: changes.every(({ isBackfill }) => isBackfill) };
  });
}

/** The number of changes in the log, of people and of the backfill. Reads the whole log. */
export async function countChanges(sql: Db): Promise<{ recent: number; backfill: number }> {
  const [row] = await sql<{ recent: number; backfill: number }[]>`
    select count(*) filter (where not is_backfill) as recent, count(*) filter (where is_backfill) as backfill
    from search_changes`;
  return row ?? { recent: 0, backfill: 0 };
}

/** Whether the log has changes: of people, or any. Index: search_changes_pkey. */
export async function hasChanges(sql: Db, kind: 'recent' | 'any'): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from search_changes ${kind === 'recent' ? sql`where not is_backfill` : sql``}) as found`;
  return row?.found ?? false;
}

/** The ids of the first changes. Index: search_changes_pkey. */
export async function firstChanges(sql: Db, limit: number): Promise<number[]> {
  const rows = await sql<{ changeId: number }[]>`
    select change_id as "changeId" from search_changes order by is_backfill, change_id limit ${limit}`;
  return rows.map(({ changeId }) => changeId);
}

/** Removes a change that cannot be indexed. */
export async function dropChange(sql: Db, changeId: number): Promise<void> {
  await sql`delete from search_changes where is_backfill in (false, true) and change_id = ${changeId}`;
}

// Index: search_changes_pkey.
async function takeChanges(tx: Tx, portion: Portion): Promise<Change[]> {
  const chosen =
    'changeId' in portion
      ? tx`select is_backfill, change_id from search_changes where is_backfill in (false, true) and change_id = ${portion.changeId}`
      : tx`select is_backfill, change_id from search_changes order by is_backfill, change_id limit ${portion.limit}`;
  return tx<Change[]>`
    delete from search_changes where (is_backfill, change_id) in (${chosen})
    returning is_backfill as "isBackfill", deployment_id as "deploymentId", document_id as "documentId",
      blob_id as "blobId", folder_id as "folderId"`;
}

// A folder or content can have any number of documents, so they go back to the log. Indexes: documents_folder, revisions_blob.
async function expandChanges(tx: Tx, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  await tx`
    insert into search_changes (is_backfill, deployment_id, document_id)
    select c.is_backfill, d.deployment_id, d.document_id
    from jsonb_to_recordset(${tx.json(changes.map(toRecord))}::jsonb)
      as c (is_backfill boolean, deployment_id bigint, blob_id bigint, folder_id bigint)
    cross join lateral (
      select d.deployment_id, d.document_id from documents d
      where d.deployment_id = c.deployment_id and d.folder_id = c.folder_id
      union all
      select r.deployment_id, r.document_id from revisions r
      join documents d on d.deployment_id = r.deployment_id and d.document_id = r.document_id
        and d.current_revision_id = r.revision_id
      where r.deployment_id = c.deployment_id and r.blob_id = c.blob_id
    ) d
    order by d.document_id`;
}

function toRecord({ isBackfill, deploymentId, blobId, folderId }: Change) {
  return { is_backfill: isBackfill, deployment_id: deploymentId, blob_id: blobId, folder_id: folderId };
}

async function indexDocuments(tx: Tx, deploymentId: number, documentIds: number[]): Promise<void> {
  const documents = await readDocuments(tx, deploymentId, documentIds);
  if (documents.length === 0) return;
  const ids = documents.map(({ documentId }) => documentId);
  await addLanguages(tx, deploymentId, ids);
  await writeRows(tx, deploymentId, documents);
  await wantTexts(tx, deploymentId, ids);
}

async function readDocuments(tx: Tx, deploymentId: number, documentIds: number[]): Promise<IndexedDocument[]> {
  return tx<IndexedDocument[]>`
    select d.document_id as "documentId", d.name, d.created_by as "createdBy", d.modified_at as "modifiedAt", coalesce((
        select json_agg(json_build_object('tagTypeId', t.tag_type_id, 'value', t.value, 'key', t.value_key,
          'isStatus', y.is_status) order by t.tag_type_id)
        from document_tags t join tag_types y using (deployment_id, tag_type_id)
        where t.deployment_id = d.deployment_id and t.document_id = d.document_id and t.tag_epoch = f.tag_epoch
      ), '[]') as tags
    from documents d join folders f using (deployment_id, folder_id)
    where d.deployment_id = ${deploymentId} and d.document_id = any (${documentIds}::bigint[]) and d.purged_at is null
    order by d.document_id`;
}

async function addLanguages(tx: Tx, deploymentId: number, documentIds: number[]): Promise<void> {
  await tx`
    insert into search_languages (deployment_id, language)
    select distinct x.deployment_id, x.language from documents d join content_texts x using (deployment_id, blob_id)
    where d.deployment_id = ${deploymentId} and d.document_id = any (${documentIds}::bigint[])
      and x.vector is not null and x.language <> 'simple'
    on conflict do nothing`;
}

// Words of names also in the languages of the deployment, so that `contract` finds `Contracts.pdf`. The documents are locked, because
// one that is deleted meanwhile must not get a row.
async function writeRows(tx: Tx, deploymentId: number, documents: IndexedDocument[]): Promise<void> {
  const languages = await findLanguages(tx, deploymentId);
  const stems = languages.reduce(
    (all, language): Fragment => tx`${all} || setweight(to_tsvector(${language}::regconfig, w.words), 'A')`,
    tx``,
  );
  const written = documents.map((document) => ({
    document_id: document.documentId,
    head: headOf(document),
    words: searchableText(document.name),
    facts: factsOf(document),
  }));
  await tx`
    insert into document_search as s
      (deployment_id, document_id, folder_id, blob_id, modified_at, places, head, lexemes)
    select d.deployment_id, d.document_id, d.folder_id, d.blob_id, d.modified_at,
      search_place_keys(d.deployment_id, l.owner_id, l.library_id, f.path), h.head,
      search_lexemes(h.head, x.vector, w.facts)
    from jsonb_to_recordset(${tx.json(written)}::jsonb) as w (document_id bigint, head text, words text, facts text[])
    cross join lateral (select w.head::tsvector ${stems} as head offset 0) h
    join (
      select * from documents
      where deployment_id = ${deploymentId} and document_id = any (${documents.map(({ documentId }) => documentId)}::bigint[])
        and purged_at is null
      order by document_id for key share
    ) d on d.document_id = w.document_id
    join folders f on f.deployment_id = d.deployment_id and f.folder_id = d.folder_id
    join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
    left join content_texts x on x.deployment_id = d.deployment_id and x.blob_id = d.blob_id
    on conflict (deployment_id, document_id) do update set folder_id = excluded.folder_id, blob_id = excluded.blob_id,
      modified_at = excluded.modified_at, places = excluded.places, era = excluded.era, head = excluded.head,
      lexemes = excluded.lexemes`;
}

/** The text search configurations in use, without `simple`. */
export async function findLanguages(sql: Db, deploymentId: number): Promise<string[]> {
  const rows = await sql<{ language: string }[]>`
    select language from search_languages where deployment_id = ${deploymentId} order by language`;
  return rows.map(({ language }) => language);
}
