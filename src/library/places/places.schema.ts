import { Type } from 'typebox';
import { flag } from '../../platform/openapi/fields.ts';
import { PREVIEW_KINDS } from '../downloads/previews.ts';
import { AbilitiesSchema, RightsSchema } from '../rights/abilities.schema.ts';
import { ROLE_NAMES } from '../rights/roles.ts';

const Rights = RightsSchema('Effective rights of the caller.');
const nullable = <Kind extends ReturnType<typeof Type.Integer> | ReturnType<typeof Type.String>>(
  kind: Kind,
  description: string,
) => Type.Union([kind, Type.Null()], { description });

/** The place of a library, folder or document, and the caller's abilities there; an extension. */
export const PlaceSchema = Type.Object(
  {
    LibraryId: Type.Integer({ description: 'The library.' }),
    LibraryName: nullable(Type.String(), 'Null if the caller may not read the library itself.'),
    IsPrivate: Type.Boolean({ description: "True for a person's own library, false for a corporate one." }),
    Path: Type.Array(
      Type.Object({
        FolderId: Type.Integer({ description: 'The folder.' }),
        FolderName: Type.String({ description: 'Name of the folder, 1 to 199 characters.' }),
      }),
      {
        description:
          "From the topmost folder that the caller may read down to the folder itself, or the document's folder.",
      },
    ),
    Rights,
    Abilities: AbilitiesSchema,
    Roles: Type.Array(Type.Enum(ROLE_NAMES), {
      description: 'The roles that the caller can give to others on the object.',
    }),
    ItemAbilities: Type.Union(
      [
        Type.Object(
          { Folder: AbilitiesSchema, Document: AbilitiesSchema },
          { description: 'By kind. A library holds no documents directly.' },
        ),
        Type.Null(),
      ],
      {
        description:
          'Abilities of the caller on the folders and documents directly in it, except for those in `Exceptions`; null: it is a document.',
      },
    ),
    CanPreview: Type.Union([Type.Enum(PREVIEW_KINDS), Type.Null()], {
      description: 'As what a browser can show the document; null: not at all, or it is none.',
    }),
    IsStarred: flag('Whether you have starred the item.'),
    StarredItems: Type.Array(
      Type.Object(
        {
          FolderId: nullable(Type.Integer(), 'Null for a document.'),
          DocumentId: nullable(Type.Integer(), 'Null for a folder.'),
        },
        { title: 'StarredChild' },
      ),
      { description: 'The folders and documents directly in it that you have starred.' },
    ),
    Exceptions: Type.Array(
      Type.Object({
        FolderId: nullable(Type.Integer(), 'Null for a document.'),
        DocumentId: nullable(Type.Integer(), 'Null for a folder.'),
        Rights,
        Abilities: AbilitiesSchema,
      }),
      {
        maxItems: 1000,
        description: 'The folders and documents directly in it on which the caller has other rights than on itself.',
      },
    ),
  },
  { title: 'Place' },
);
