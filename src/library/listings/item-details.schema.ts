import { Type } from 'typebox';
import { flag } from '../../platform/openapi/fields.ts';
import { personOrNull } from '../../core/persons/persons.schema.ts';
import { DocumentTagSchema } from '../tags/document-tags.schema.ts';

/** Present with `expand=shared`. */
export const sharedProperty = {
  IsShared: Type.Optional(
    flag('With `expand=shared`: whether the item has an active link or an entry of its own that grants a right.'),
  ),
};

/** The additional properties of a document in a list (docs/api/folders.md#additional-properties). */
export const documentDetails = {
  ...sharedProperty,
  ModifiedBy: Type.Optional(
    personOrNull('With `expand=modifiedBy`: the user who stored the current revision. Null: the operator.'),
  ),
  Tags: Type.Optional(Type.Array(DocumentTagSchema, { description: 'With `expand=tags`: the tags of the document.' })),
};
