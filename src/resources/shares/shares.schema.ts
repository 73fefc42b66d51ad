import { Type } from 'typebox';

const links = Type.Object({
  WebUri: Type.String({
    description: 'The page of the link. With an access code, each recipient has a link of their own.',
  }),
  Self: Type.String(),
});

const about = {
  CreatedBy: Type.String({ description: 'Email address.' }),
  DateCreated: Type.String({ format: 'date-time' }),
  ExpiresOn: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  AccessCodeRequired: Type.Boolean(),
  HasPassword: Type.Boolean(),
  AllowView: Type.Boolean(),
  AllowDownload: Type.Boolean(),
};

/** A link to a folder, as its creator and those with Grant see it (contract: Resources, Folder share). */
export const FolderShareSchema = Type.Object(
  {
    ShareId: Type.Integer(),
    FolderId: Type.Integer(),
    ReferenceString: Type.String(),
    Status: Type.Union([Type.Literal('Active'), Type.Literal('Pending')]),
    ShareType: Type.Union([Type.Literal('Content'), Type.Literal('Template')]),
    Link: Type.String({ description: 'Obsolete: the same as Links.WebUri.' }),
    Links: links,
    ...about,
    AllowUpload: Type.Boolean(),
  },
  { title: 'FolderShare' },
);

/** A link to a document (contract: Resources, Document share). */
export const DocumentShareSchema = Type.Object(
  { ShareId: Type.Integer(), DocumentId: Type.Integer(), Links: links, ...about, AllowEdit: Type.Boolean() },
  { title: 'DocumentShare' },
);

const shareId = { shareId: Type.Integer() };
export const FolderShareParams = Type.Object({ folderId: Type.Integer(), ...shareId });
export const DocumentShareParams = Type.Object({ documentId: Type.Integer(), ...shareId });
