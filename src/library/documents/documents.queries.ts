import { type Db, type Fragment, type Sql, type Tx, snapshot } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import type { AllowedFileTypes } from '../../core/settings/settings.access.ts';
import { storedSetting } from '../../core/settings/settings.queries.ts';
import type { AdoptedContent } from '../../content/blobs/blobs.queries.ts';
import { countListed } from '../counts/counts.queries.ts';
import { notDeniedHere } from '../rights/rights.queries.ts';
import { insertDefaultTags } from '../tags/carried-tags.queries.ts';
import { isMatchingDocument } from '../listings/filters.queries.ts';
import { type Listing, isUnfiltered, orderAndCut } from '../listings/listing.ts';
import type { Container, DocumentRow } from '../tree/tree.queries.ts';
import { type Positions, STRIDE } from './list-positions.ts';

/** A document in a folder listing. `nameKey` is set on pages only, for their cursors. */
export type DocumentEntry = Pick<DocumentRow, 'documentId' | 'name' | 'size' | 'hash' | 'modifiedAt'> & {
  nameKey?: string;
};

/**
 * Readable documents of a readable folder. Skipped documents are read from the index alone; those of the page are looked
 * up by key, and `offset 0` keeps it so. Indexes: documents_by_name, _date, _size.
 */
export async function listDocuments(
  sql: Db,
  actor: Actor,
  folder: Container,
  listing: Listing,
): Promise<DocumentEntry[]> {
  const value = sortValue(sql, listing);
  const { after, order, cut } = orderAndCut(sql, listing, sql`d.${value}`, sql`d.document_id`);
  const isListed = sql`${isReadableChild(sql, actor, folder, listing)} and ${after}`;
  const documents =
    listing.skip === 0
      ? sql`documents d where ${isListed}`
      : sql`(select d.${value}, d.document_id from documents d where ${isListed} ${order} ${cut}) page
          cross join lateral (
            select * from documents
            where deployment_id = ${actor.deploymentId} and document_id = page.document_id offset 0
          ) d`;
  return sql<DocumentEntry[]>`
    select d.document_id as "documentId", d.name, d.size, encode(d.sha256, 'hex') as hash, d.modified_at as "modifiedAt"
      ${listing.page.limit === null ? sql`` : sql`, d.name_key as "nameKey"`}
    from ${documents}
    ${order} ${listing.skip === 0 ? cut : sql``}`;
}

/** The total over all pages, and what the positions of a list depend on. */
export async function countDocuments(
  sql: Db,
  actor: Actor,
  folder: Container & { folderId: number },
  listing: Listing,
): Promise<{ total: number; denied: number; version: number }> {
  const [kept] = await countListed(sql, actor, folder, [folder.folderId]);
  const { documents = 0, denied = 0, version = 0 } = kept ?? {};
  if (isUnfiltered(listing)) return { total: documents - denied, denied, version };
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from documents d where ${isReadableChild(sql, actor, folder, listing)}`;
  return { total: row?.total ?? 0, denied, version };
}

/** Every 250th document of a folder in ascending order, and the version of that list. Reads an index alone. */
export async function readPositions(
  sql: Sql,
  actor: Actor,
  folder: Container & { folderId: number },
  listing: Listing,
): Promise<Positions> {
  return snapshot(sql, async (tx) => {
    const [count] = await countListed(tx, actor, folder, [folder.folderId]);
    const value = sortValue(tx, listing);
    const rows = await tx<{ value: string | number; documentId: number }[]>`
      select ${value} as value, document_id as "documentId" from (
        select d.${value}, d.document_id, row_number() over (order by d.${value}, d.document_id) as position
        from documents d
        where d.deployment_id = ${actor.deploymentId} and d.folder_id = ${folder.folderId} and d.trashed_at is null
      ) numbered
      where position % ${STRIDE} = 0 order by position`;
    const every = rows.map((row): [string | number, number] => [row.value, row.documentId]);
    return { version: count?.version ?? 0, total: count?.documents ?? 0, every };
  });
}

function sortValue(sql: Db, { orderBy }: Listing): Fragment {
  return { name: sql`name_key`, date: sql`modified_at`, size: sql`size` }[orderBy];
}

function isReadableChild(sql: Db, actor: Actor, folder: Container, listing: Listing): Fragment {
  return sql`d.deployment_id = ${actor.deploymentId} and d.folder_id = ${folder.folderId} and d.trashed_at is null
    and ${isMatchingDocument(sql, actor, listing)}
    and ${notDeniedHere(sql, actor, { column: sql`document_id`, id: sql`d.document_id`, library: folder })}`;
}

/** Another document with this name and content in the folder outside the trash. Index: documents_name_and_content. */
export async function findDuplicate(
  tx: Tx,
  deploymentId: number,
  duplicate: { folderId: number; nameKey: string; hash: string; exceptDocumentId: number },
): Promise<number | undefined> {
  const [row] = await tx<{ documentId: number }[]>`
    select document_id as "documentId" from documents
    where deployment_id = ${deploymentId} and folder_id = ${duplicate.folderId} and name_key = ${duplicate.nameKey}
      and sha256 = decode(${duplicate.hash}, 'hex') and trashed_at is null and document_id <> ${duplicate.exceptDocumentId}`;
  return row?.documentId;
}

/** The name keys already used by other documents with this content in the folder outside the trash. */
export async function takenDuplicateNames(
  tx: Tx,
  deploymentId: number,
  duplicate: { folderId: number; hashes: string[]; exceptDocumentId: number },
  nameKeys: string[],
): Promise<Set<string>> {
  const rows = await tx<{ nameKey: string }[]>`
    select name_key as "nameKey" from documents
    where deployment_id = ${deploymentId} and folder_id = ${duplicate.folderId} and name_key = any (${nameKeys})
      and sha256 = any (array(select decode(hash, 'hex') from unnest(${duplicate.hashes}::text[]) as hash))
      and trashed_at is null and document_id <> ${duplicate.exceptDocumentId}`;
  return new Set(rows.map((row) => row.nameKey));
}

export type DocumentIds = { documentId: number; revisionId: number };

/**
 * Reserves ids for a document and its first revision, so that rows referring to them can be written in parallel. Reads
 * the file types that the deployment allows with the same statement.
 */
export async function reserveDocumentIds(
  tx: Tx,
  deploymentId: number,
): Promise<{ ids: DocumentIds; fileTypes: AllowedFileTypes }> {
  const [row] = await tx<(DocumentIds & { fileTypes: AllowedFileTypes })[]>`
    select nextval(pg_get_serial_sequence('documents', 'document_id')) as "documentId",
      nextval(pg_get_serial_sequence('revisions', 'revision_id')) as "revisionId",
      ${storedSetting(tx, deploymentId, 'FileTypeWhitelist')} as "fileTypes"`;
  if (row === undefined) throw new Error('A select of values returned no row.');
  const { fileTypes, ...ids } = row;
  return { ids, fileTypes };
}

/**
 * Creates a document with its first revision and the default tags of its folder, in one statement. A duplicate in the
 * folder violates the unique index (409).
 */
export async function insertDocument(
  tx: Tx,
  actor: Actor,
  document: DocumentIds & {
    folderId: number;
    name: string;
    nameKey: string;
    revisionName: string;
    content: AdoptedContent;
  },
): Promise<void> {
  const { documentId, revisionId, content } = document;
  const made = tx`(select ${documentId}::bigint as document_id, ${document.folderId}::bigint as folder_id)`;
  await tx`
    with document as (
      insert into documents (deployment_id, document_id, folder_id, name, name_key, current_revision_id, blob_id, size,
        sha256, modified_at, created_by, created_at)
      overriding system value
      values (${actor.deploymentId}, ${documentId}, ${document.folderId}, ${document.name}, ${document.nameKey},
        ${revisionId}, ${content.blobId}, ${content.size}, decode(${content.hash}, 'hex'), ${actor.now}, ${actor.userId},
        ${actor.now})
    ), tags as (${insertDefaultTags(tx, actor.deploymentId, made)})
    insert into revisions (deployment_id, revision_id, document_id, revision_number, name, blob_id, size, sha256,
      created_by, created_at)
    overriding system value
    values (${actor.deploymentId}, ${revisionId}, ${documentId}, 1, ${document.revisionName}, ${content.blobId},
      ${content.size}, decode(${content.hash}, 'hex'), ${actor.userId}, ${actor.now})`;
}

/** Sets folder and name at once: an intermediate state could conflict with another document. */
export async function placeDocumentRow(
  tx: Tx,
  actor: Actor,
  documentId: number,
  place: { folderId: number; name: string; nameKey: string },
): Promise<void> {
  await tx`
    update documents set folder_id = ${place.folderId}, name = ${place.name}, name_key = ${place.nameKey},
      changed_at = ${actor.now}
    where deployment_id = ${actor.deploymentId} and document_id = ${documentId}`;
}
