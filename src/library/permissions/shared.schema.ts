import { Type } from 'typebox';
import { flag } from '../../platform/openapi/fields.ts';
import { itemProperties } from '../items/items.schema.ts';

/** An item granted to the caller, directly or through a group. */
export const SharedItemSchema = Type.Object(
  { ...itemProperties, IsStarred: flag('Whether you have starred the item.') },
  { title: 'SharedItem' },
);
