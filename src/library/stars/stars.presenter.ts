import type { Static } from 'typebox';
import { presentItem } from '../items/items.presenter.ts';
import type { StarredItem } from './stars.queries.ts';
import type { StarredItemSchema } from './stars.schema.ts';

export function presentStarred(baseUrl: string, item: StarredItem): Static<typeof StarredItemSchema> {
  return { ...presentItem(baseUrl, item), ParentName: item.parentName, DateStarred: item.starredAt };
}
