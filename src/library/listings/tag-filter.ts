import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { findTagTypes } from '../tag-types/tag-types.queries.ts';
import { readTagValue } from '../tag-types/tag-values.ts';
import type { Listing } from './listing.ts';

/** The listing with the key of its tag filter, which depends on the type: 400 for a value that does not fit. */
export async function withTagKey(
  sql: Db,
  actor: Actor,
  { libraryId }: { libraryId: number },
  listing: Listing,
): Promise<Listing> {
  const tag = listing.filters?.tag ?? null;
  if (listing.filters === null || tag === null) return listing;
  const [type] = await findTagTypes(sql, actor.deploymentId, libraryId, [tag.tagTypeId]);
  const value = type === undefined ? null : readTagValue(type.dataType, tag.value, 'tagValue');
  return { ...listing, filters: { ...listing.filters, tag: { ...tag, key: value?.key ?? null } } };
}
