/** Filters as conditions. They compare rows one by one, so a listing reads at most its folder (docs/performance.md#filters-of-a-folder). */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import { containing } from '../../platform/db/like.ts';
import type { Actor } from '../../core/actor.ts';
import { extensionsOf, type ItemKind } from './file-kinds.ts';
import type { Filters } from './filters.ts';
import type { Listing } from './listing.ts';

/** A condition on a document `d` in a folder. */
export function isMatchingDocument(sql: Db, actor: Actor, listing: Listing): Fragment {
  const { filters } = listing;
  const named = matchesName(sql, listing, sql`d.name_key`);
  if (filters === null) return named;
  const { kinds, modifiedBy, tag } = filters;
  return sql`${named} ${kinds === null ? sql`` : sql`and ${isOfKind(sql, kinds)}`}
    ${isInRange(sql, filters, sql`d.modified_at`)}
    ${modifiedBy === null ? sql`` : sql`and ${isModifiedBy(sql, actor, modifiedBy)}`}
    ${tag === null ? sql`` : sql`and ${carries(sql, actor, tag)}`}`;
}

/** A condition on a folder `f`: folders have neither a person who modified them nor tags. */
export function isMatchingFolder(sql: Db, listing: Listing): Fragment {
  const { filters } = listing;
  const named = matchesName(sql, listing, sql`f.name_key`);
  if (filters === null) return named;
  const { kinds, modifiedBy, tag } = filters;
  if ((kinds !== null && !kinds.includes('folder')) || modifiedBy !== null || tag !== null) return sql`false`;
  return sql`${named} ${isInRange(sql, filters, sql`f.created_at`)}`;
}

// The name key contains the filter, and equals the requested name.
function matchesName(sql: Db, { filter, name }: Listing, key: Fragment): Fragment {
  const holds = filter === null ? sql`true` : sql`${key} like ${containing(filter)}`;
  return name === null ? holds : sql`${holds} and ${key} = ${name}`;
}

// A name that only starts with a dot has no extension. A regular expression took four times as long.
function isOfKind(sql: Db, kinds: ItemKind[]): Fragment {
  const wanted = extensionsOf(kinds);
  if (wanted === null) return sql`false`;
  const isOne = sql`(split_part(d.name_key, '.', -1) = any (${wanted.extensions}) and d.name_key like '_%.%')`;
  return wanted.isExcept ? sql`not ${isOne}` : isOne;
}

function isInRange(sql: Db, { from, to }: Filters, date: Fragment): Fragment {
  return sql`${from === null ? sql`` : sql`and ${date} >= ${from}`} ${to === null ? sql`` : sql`and ${date} <= ${to}`}`;
}

// One lookup per document, whatever the planner estimates: a person may have stored millions of revisions elsewhere.
function isModifiedBy(sql: Db, { deploymentId }: Actor, userId: number): Fragment {
  return sql`(
    select r.created_by from revisions r
    where r.deployment_id = ${deploymentId} and r.revision_id = d.current_revision_id) = ${userId}`;
}

// As above. A value that the document had in another library does not count.
function carries(sql: Db, { deploymentId }: Actor, { tagTypeId, key }: NonNullable<Filters['tag']>): Fragment {
  return sql`(
    select t.value_key = ${key} and t.tag_epoch = (
      select tag_epoch from folders f where f.deployment_id = ${deploymentId} and f.folder_id = d.folder_id)
    from document_tags t
    where t.deployment_id = ${deploymentId} and t.document_id = d.document_id and t.tag_type_id = ${tagTypeId})`;
}
