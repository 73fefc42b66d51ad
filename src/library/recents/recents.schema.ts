import { Type } from 'typebox';
import { flag, nullable, time } from '../../platform/openapi/fields.ts';
import { personOrNull } from '../../core/persons/persons.schema.ts';
import { DocumentSchema } from '../documents/documents.schema.ts';

const located = {
  ...DocumentSchema.properties,
  FolderName: nullable(Type.String(), 'Name of its folder; null if you cannot read the folder.'),
  IsStarred: flag('Whether you have starred the item.'),
};

/** A document that the caller has used recently (docs/api/home.md#recent-documents). */
export const RecentDocumentSchema = Type.Object(
  {
    ...located,
    LastAction: Type.Enum(['Opened', 'Uploaded', 'Changed'], { description: 'Your last action on it.' }),
    LastActionDate: time('The time of that action.'),
  },
  { title: 'RecentDocument' },
);

/** A document that somebody else has added or changed (docs/api/home.md#new-documents). */
export const NewDocumentSchema = Type.Object(
  {
    ...located,
    Change: Type.Enum(['Added', 'Changed'], {
      description: '`Added`: this is its first revision. `Changed`: it has a new revision.',
    }),
    ChangedBy: personOrNull('The user who stored the current revision; null: a visitor of a link.'),
  },
  { title: 'NewDocument' },
);
