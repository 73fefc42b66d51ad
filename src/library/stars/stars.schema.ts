import { Type } from 'typebox';
import { nullable, time } from '../../platform/openapi/fields.ts';
import { itemProperties } from '../items/items.schema.ts';

/** A starred item (docs/api/home.md#starred-items). */
export const StarredItemSchema = Type.Object(
  {
    ...itemProperties,
    ParentName: nullable(
      Type.String(),
      'Name of the folder or library that contains it; null for a library, and if you cannot read the parent.',
    ),
    DateStarred: time('When you starred it.'),
  },
  { title: 'StarredItem' },
);
