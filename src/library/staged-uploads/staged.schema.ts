import { Type } from 'typebox';
import { links, time } from '../../platform/openapi/fields.ts';

/** docs/api/uploads.md#upload-reference */
export const UploadReferenceSchema = Type.Object(
  {
    Identifier: Type.String({ format: 'uuid', description: 'The upload.' }),
    FileName: Type.String({ description: 'Name that was given when the upload was started.' }),
    CurrentSize: Type.Integer({ description: 'Bytes received so far.' }),
    VolumeId: Type.Integer({ description: 'For internal use.' }),
    Links: links({ Location: Type.String({ description: 'Takes the portions of the content, by PATCH.' }) }),
  },
  { title: 'UploadReference' },
);

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);

/** An upload that is neither a document nor a revision yet. */
export const UnfinishedUploadSchema = Type.Object(
  {
    Identifier: Type.String({ format: 'uuid', description: 'The upload.' }),
    FileName: Type.String({ description: 'Name that was given when the upload was started.' }),
    CurrentSize: Type.Integer({ description: 'Bytes received so far.' }),
    Length: nullable(Type.Integer({ description: 'Bytes of the whole content; null where the client stated none.' })),
    FolderId: nullable(Type.Integer({ description: 'The folder that the document is for.' })),
    DocumentId: nullable(Type.Integer({ description: 'The document that the revision is for.' })),
    DateCreated: time('When the upload was started.'),
    ExpiresOn: time('When the upload is removed unless it was finalized before.'),
    Links: links({ Self: Type.String({ description: 'Takes portions too, like Links.Location at creation.' }) }),
  },
  { title: 'UnfinishedUpload' },
);

export const StageQuery = Type.Object({
  filename: Type.Optional(Type.String({ description: 'Required. Becomes the name of the document or revision.' })),
});

export const UploadParams = Type.Object({
  identifier: Type.String({ description: 'The `Identifier` of the upload.' }),
});
