import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { type PersonRow, personOf } from '../../core/persons/persons.queries.ts';
import type { DocumentTagRow } from '../tags/document-tags.queries.ts';
import { EXPANSIONS, type Expansion } from './expansions.ts';

/** The additional properties of an item, as far as they were asked for. */
export type ItemDetails = {
  /** Null: the operator. */
  modifiedBy?: PersonRow | null;
  isShared?: boolean;
  tags?: DocumentTagRow[];
};

/**
 * Additional properties of the documents of a page, in one statement with a few lookups for each. Indexes:
 * revisions_pkey, users_pkey, permissions_document, shares_document, document_tags_pkey.
 */
export async function describeDocuments(
  sql: Db,
  actor: Actor,
  documentIds: number[],
  expand: Expansion[],
): Promise<Map<number, ItemDetails>> {
  if (expand.length === 0 || documentIds.length === 0) return new Map();
  const columns = {
    modifiedBy: sql`, (${modifierOf(sql)}) as "modifiedBy"`,
    shared: sql`, ${isShared(sql, actor, sql`document_id`)} as "isShared"`,
    tags: sql`, ${tagsOf(sql)} as tags`,
  };
  const wanted = EXPANSIONS.filter((name) => expand.includes(name))
    .map((name) => columns[name])
    .reduce((all, one) => sql`${all} ${one}`, sql``);
  return byId(
    await sql<DescribedRow[]>`
      select d.document_id as id ${wanted}
      from documents d
      where d.deployment_id = ${actor.deploymentId} and d.document_id = any (${documentIds}::bigint[])`,
  );
}

/** The same for folders, which can only be shared. Indexes: permissions_folder, shares_folder. */
export async function describeFolders(
  sql: Db,
  actor: Actor,
  folderIds: number[],
  expand: Expansion[],
): Promise<Map<number, ItemDetails>> {
  if (!expand.includes('shared') || folderIds.length === 0) return new Map();
  return byId(
    await sql<DescribedRow[]>`
      select d.folder_id as id, ${isShared(sql, actor, sql`folder_id`)} as "isShared"
      from folders d
      where d.deployment_id = ${actor.deploymentId} and d.folder_id = any (${folderIds}::bigint[])`,
  );
}

type DescribedRow = ItemDetails & { id: number };

function byId(rows: DescribedRow[]): Map<number, ItemDetails> {
  return new Map(rows.map(({ id, ...details }) => [id, details]));
}

function modifierOf(sql: Db): Fragment {
  return sql`
    select ${personOf(sql, sql`u`)} from revisions r
    left join users u on u.deployment_id = r.deployment_id and u.user_id = r.created_by
    where r.deployment_id = d.deployment_id and r.revision_id = d.current_revision_id`;
}

// Links and entries of the item itself, not those of the folders above it (docs/api/folders.md#additional-properties).
// `limit` keeps a lookup for each item: `exists` could become a scan of all entries.
function isShared(sql: Db, { now }: Actor, id: Fragment): Fragment {
  const isOfItem = sql`deployment_id = d.deployment_id and ${id} = d.${id} and (expires_at is null or expires_at > ${now})`;
  return sql`coalesce(
    (select true from permissions where ${isOfItem} and allow <> 0 limit 1),
    (select true from shares where ${isOfItem} and revoked_at is null and status = 'Active' limit 1), false)`;
}

// The values that people gave in this library.
function tagsOf(sql: Db): Fragment {
  return sql`coalesce((
    select json_agg(json_build_object('tagTypeId', t.tag_type_id, 'name', y.name, 'value', t.value) order by t.tag_type_id)
    from document_tags t
    join folders f on f.deployment_id = d.deployment_id and f.folder_id = d.folder_id
    join tag_types y on y.deployment_id = t.deployment_id and y.tag_type_id = t.tag_type_id
    where t.deployment_id = d.deployment_id and t.document_id = d.document_id and t.tag_epoch = f.tag_epoch
      and y.library_id = f.library_id and not y.is_status), '[]'::json)`;
}
