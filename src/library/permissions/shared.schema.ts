import { Type } from 'typebox';
import { flag, time } from '../../platform/openapi/fields.ts';
import { personOrNull } from '../../core/persons/persons.schema.ts';
import { itemProperties } from '../items/items.schema.ts';

/** An item granted to the caller, directly or through a group. */
export const SharedItemSchema = Type.Object(
  {
    ...itemProperties,
    IsStarred: flag('Whether you have starred the item.'),
    SharedBy: personOrNull('The user who gave or changed your access last; null: the operator.'),
    SharedOn: time('When that was.'),
  },
  { title: 'SharedItem' },
);
