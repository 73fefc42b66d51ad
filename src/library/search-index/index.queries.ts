/** Writes the index of the search from the log of changes (decision 0102). */
import type { Sql, Tx } from '../../platform/db/connection.ts';
import { transaction } from '../../platform/db/connection.ts';
import { tryTurn } from '../../platform/db/locks.ts';
import { joinMarks } from '../tree/marks.queries.ts';
import { searchableText } from '../../platform/values/words.ts';
import { noteForAlerts } from './alerts.queries.ts';
import { type Portion, expandChanges, expandTrees, takeChanges } from './changes.queries.ts';
import { type IndexedDocument, factsOf, headOf, languageFact } from './heads.ts';
import { queueTexts, wantTexts } from './wanted-texts.queries.ts';

/** The number of changes that a batch took from the log, and whether they were all of the backfill. */
export type Batch = { taken: number; isBackfill: boolean };

/** `language`: of documents without text. */
export type IndexOptions = { now: Date; language: string };

/**
 * Indexes the documents of some changes. Null while another process does it: two at once could write an older state of a
 * document over a newer one.
 */
export async function indexBatch(sql: Sql, portion: Portion, options: IndexOptions): Promise<Batch | null> {
  return transaction(sql, async (tx) => {
    if (!(await tryTurn(tx, 'search-index'))) return null;
    const trees = await expandTrees(tx);
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
    for (const [deploymentId, ids] of documents) await indexDocuments(tx, deploymentId, [...ids], options);
    await queueTexts(tx, options.now);
    return { taken: trees + changes.length, isBackfill: trees === 0 && changes.every(({ isBackfill }) => isBackfill) };
  });
}

async function indexDocuments(
  tx: Tx,
  deploymentId: number,
  documentIds: number[],
  { language, now }: IndexOptions,
): Promise<void> {
  const documents = await readDocuments(tx, deploymentId, documentIds);
  const ids = documents.map(({ documentId }) => documentId);
  await removeRows(tx, deploymentId, documentIds, ids);
  if (ids.length === 0) return;
  await writeRows(tx, deploymentId, documents, language);
  await addLanguages(tx, deploymentId, ids);
  await noteForAlerts(tx, deploymentId, ids, now);
  await wantTexts(tx, deploymentId, ids);
}

// Those outside the trash. If that changes meanwhile, the change is in the log, and is taken after this one.
async function readDocuments(tx: Tx, deploymentId: number, documentIds: number[]): Promise<IndexedDocument[]> {
  return tx<IndexedDocument[]>`
    select d.document_id as "documentId", d.name, d.created_by as "createdBy", d.modified_at as "modifiedAt", coalesce((
        select json_agg(json_build_object('tagTypeId', t.tag_type_id, 'value', t.value, 'key', t.value_key,
          'isStatus', y.is_status) order by t.tag_type_id)
        from document_tags t join tag_types y using (deployment_id, tag_type_id)
        where t.deployment_id = d.deployment_id and t.document_id = d.document_id and t.tag_epoch = f.tag_epoch
      ), '[]') as tags
    from documents d
    join folders f on f.deployment_id = d.deployment_id and f.folder_id = d.folder_id
    join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
    ${joinMarks(tx)}
    where d.deployment_id = ${deploymentId} and d.document_id = any (${documentIds}::bigint[]) and d.trashed_at is null
      and not marks.trashed
    order by d.document_id`;
}

async function removeRows(tx: Tx, deploymentId: number, documentIds: number[], kept: number[]): Promise<void> {
  const isKept = new Set(kept);
  const hidden = documentIds.filter((id) => !isKept.has(id));
  if (hidden.length === 0) return;
  await tx`delete from document_search where deployment_id = ${deploymentId} and document_id = any (${hidden}::bigint[])`;
}

async function addLanguages(tx: Tx, deploymentId: number, documentIds: number[]): Promise<void> {
  await tx`
    insert into search_languages (deployment_id, language)
    select distinct deployment_id, language from document_search
    where deployment_id = ${deploymentId} and document_id = any (${documentIds}::bigint[]) and language <> ${SIMPLE}
    on conflict do nothing`;
}

// Words of names also in the language of the document's text, so that `contract` finds `Contracts.pdf`. The documents are locked,
// because one that is deleted meanwhile must not get a row. A row stays in its era until a new revision: a folder that is moved must
// not push documents that people changed out of the newest era.
async function writeRows(tx: Tx, deploymentId: number, documents: IndexedDocument[], language: string): Promise<void> {
  const written = documents.map((document) => ({
    document_id: document.documentId,
    head: headOf(document),
    words: searchableText(document.name),
    facts: factsOf(document),
  }));
  const ids = documents.map(({ documentId }) => documentId);
  await tx`
    insert into document_search as s
      (deployment_id, document_id, folder_id, blob_id, modified_at, places, era, language, head, lexemes)
    select d.deployment_id, d.document_id, d.folder_id, d.blob_id, d.modified_at,
      search_place_keys(d.deployment_id, l.owner_id, l.library_id, f.path) || e.era * 4, e.era,
      t.language, h.head, search_lexemes(h.head, x.vector, w.facts || (${languageFact('')} || t.language))
    from jsonb_to_recordset(${tx.json(written)}::jsonb) as w (document_id bigint, head text, words text, facts text[])
    join (
      select * from documents
      where deployment_id = ${deploymentId} and document_id = any (${ids}::bigint[]) and trashed_at is null
      order by document_id for key share
    ) d on d.document_id = w.document_id
    join folders f on f.deployment_id = d.deployment_id and f.folder_id = d.folder_id
    join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
    left join document_search o on o.deployment_id = d.deployment_id and o.document_id = d.document_id
    left join content_texts x on x.deployment_id = d.deployment_id and x.blob_id = d.blob_id
    cross join lateral (
      select case when o.modified_at >= d.modified_at then o.era else nextval('search_runs') / 4096 end as era offset 0
    ) e
    cross join lateral (select case when x.vector is null then ${language} else x.language end as language) t
    cross join lateral (
      select case when t.language = ${SIMPLE} then w.head::tsvector
        else w.head::tsvector || setweight(to_tsvector(t.language::regconfig, w.words), 'A') end as head offset 0
    ) h
    on conflict (deployment_id, document_id) do update set folder_id = excluded.folder_id, blob_id = excluded.blob_id,
      modified_at = excluded.modified_at, places = excluded.places, era = excluded.era, language = excluded.language,
      head = excluded.head, lexemes = excluded.lexemes`;
}

const SIMPLE = 'simple';
