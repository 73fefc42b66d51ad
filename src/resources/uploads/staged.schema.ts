import { Type } from 'typebox';

/** Contract: Resources, Temporary (staged) upload reference. */
export const UploadReferenceSchema = Type.Object(
  {
    Identifier: Type.String({ format: 'uuid' }),
    FileName: Type.String(),
    CurrentSize: Type.Integer({ description: 'Bytes received so far.' }),
    VolumeId: Type.Integer({ description: 'For internal use.' }),
    Links: Type.Object({ Location: Type.String({ description: 'Takes the portions of the content, by PATCH.' }) }),
  },
  { title: 'UploadReference' },
);

export const StageQuery = Type.Object({
  filename: Type.Optional(Type.String({ description: 'Required. Becomes the name of the document or revision.' })),
});

export const UploadParams = Type.Object({ identifier: Type.String() });

/** Of the requests that finalize a staged upload. */
export const FileReferenceHeaders = Type.Object({
  'x-service-fileref': Type.Optional(
    Type.String({
      description:
        'Instead of a body: the reference of a staged upload as JSON, to make it a document or revision. Any ' +
        '`x-<letters>-fileref` is the same.',
    }),
  ),
});

/** How the API's description shows a portion. */
export const PIECE_BODY = Type.String({
  format: 'binary',
  description: 'The next portion of the content: 1 to 2 097 152 bytes, with any or no Content-Type.',
});
