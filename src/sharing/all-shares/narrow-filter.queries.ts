/**
 * Finds few matching links by an index, for filters by name and by domains. Otherwise each link is checked in turn,
 * which is fast if many match, because a page fills quickly, and slow if few do.
 */
import type { Db } from '../../platform/db/connection.ts';
import { containing } from '../../platform/db/like.ts';
import type { ShareFilter } from './share-filter.queries.ts';

/** With more matching links or items, a page fills quickly. */
const FEW = 10_000;

/** Greater than each domain. */
const LAST = '\u{10FFFF}';

/**
 * Narrows the filter to the ids of links that match its name or domains, if there are few; otherwise returns it
 * unchanged.
 */
export async function narrow(sql: Db, deploymentId: number, filter: ShareFilter): Promise<ShareFilter> {
  if (filter.shareIds !== null) return filter;
  const found =
    (filter.outside === null ? undefined : await findSentOutside(sql, deploymentId, filter.outside.split(','))) ??
    (filter.name === null ? undefined : await findNamed(sql, deploymentId, filter.name));
  return found === undefined ? filter : { ...filter, shareIds: found.join(',') };
}

// A domain that is none of these lies between two of them, before the first or after the last. Index:
// share_recipients_domain.
async function findSentOutside(sql: Db, deploymentId: number, domains: string[]): Promise<number[] | undefined> {
  const inOrder = domains.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const [after, before] = [
    ['', ...inOrder],
    [...inOrder, LAST],
  ];
  const rows = await sql<{ id: number }[]>`
    select sent.share_id as id
    from unnest(${after}::text[], ${before}::text[]) as gap (after, before) cross join lateral (
      select r.share_id from share_recipients r
      where r.deployment_id = ${deploymentId} and split_part(r.email, '@', 2) collate "C" > gap.after
        and split_part(r.email, '@', 2) collate "C" < gap.before
      limit ${FEW + 1}
    ) sent limit ${FEW + 1}`;
  return rows.length > FEW ? undefined : [...new Set(rows.map(({ id }) => id))];
}

async function findNamed(sql: Db, deploymentId: number, name: string): Promise<number[] | undefined> {
  // The indexes need three letters or digits in a row.
  if (!/[\p{L}\p{N}]{3}/u.test(name)) return undefined;
  const items = await listNamed(sql, deploymentId, name);
  if (items.length > FEW) return undefined;
  const documentIds = items.flatMap(({ documentId }) => documentId ?? []);
  const folderIds = items.flatMap(({ folderId }) => folderId ?? []);
  return listSharesOf(sql, deploymentId, documentIds, folderIds);
}

type Item = { documentId: number | null; folderId: number | null };

// Indexes: documents_name_words, folders_name_words; for items in the trash documents_trash, folders_trash.
async function listNamed(sql: Db, deploymentId: number, name: string): Promise<Item[]> {
  const isNamed = sql`deployment_id = ${deploymentId} and name_key like ${containing(name)}`;
  const [isThere, isInTrash] = [sql`trashed_at is null`, sql`trashed_at is not null and purged_at is null`];
  const limit = sql`limit ${FEW + 1}`;
  return sql<Item[]>`
    select document_id as "documentId", folder_id as "folderId" from (
      (select document_id, null::bigint as folder_id from documents where ${isNamed} and ${isThere} ${limit}) union all
      (select document_id, null from documents where ${isNamed} and ${isInTrash} ${limit}) union all
      (select null, folder_id from folders where ${isNamed} and ${isThere} ${limit}) union all
      (select null, folder_id from folders where ${isNamed} and ${isInTrash} ${limit})
    ) named ${limit}`;
}

// Indexes: shares_document, shares_folder.
async function listSharesOf(
  sql: Db,
  deploymentId: number,
  documentIds: number[],
  folderIds: number[],
): Promise<number[] | undefined> {
  const limit = sql`limit ${FEW + 1}`;
  const rows = await sql<{ id: number }[]>`
    select share_id as id from (
      (select share_id from shares where deployment_id = ${deploymentId} and document_id = any (${documentIds}) ${limit})
      union all
      (select share_id from shares where deployment_id = ${deploymentId} and folder_id = any (${folderIds}) ${limit})
    ) found ${limit}`;
  return rows.length > FEW ? undefined : rows.map(({ id }) => id);
}
