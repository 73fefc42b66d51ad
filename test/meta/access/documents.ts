/** Expected statuses of the routes of documents, revisions and comments: a part of table.ts. */
import { type Line, changes, ofSharer, reads } from './lines.ts';

const fresh = () => crypto.randomUUID();

export const DOCUMENT_ACCESS: Record<string, Line> = {
  'GET /api/documents/:documentId': reads(),
  'PATCH /api/documents/:documentId': changes(200, { body: () => ({ DocumentName: `${fresh()}.txt` }) }),
  'DELETE /api/documents/:documentId': changes(204, { at: '/api/documents/:documentId?purge=true' }),
  'PATCH /api/documents/:documentId/restore': changes(200, { at: '/api/documents/:trashedDocumentId/restore' }),
  'GET /api/documents/:documentId/content': reads(),
  'GET /api/documents/:documentId/preview': reads(),
  'GET /api/documents/:documentId/thumbnail': reads(),
  // A text has no rendition.
  'GET /api/documents/:documentId/rendition': {
    ...reads({ at: '/api/documents/:documentId/rendition?type=pdf' }),
    reader: 422,
    owner: 422,
  },
  // A text is no video.
  'GET /api/documents/:documentId/playback': { ...reads(), reader: 422, owner: 422 },
  // A text is not an archive.
  'GET /api/documents/:documentId/entries': { ...reads(), reader: 422, owner: 422 },
  'GET /api/documents/:documentId/pages': reads(),
  'GET /api/documents/:documentId/pages/:page/image': reads({ at: '/api/documents/:documentId/pages/1/image' }),
  'POST /api/documents/:documentId/copy': changes(201, {
    body: async (make) => ({ FolderId: await make('folderId'), DocumentName: `${fresh()}.txt` }),
  }),
  'GET /api/documents/:documentId/revisions': reads(),
  'POST /api/documents/:documentId/revisions': changes(201, { form: 'revision' }),
  'POST /api/documents/:documentId/revisions/temp': changes(200, {
    at: '/api/documents/:documentId/revisions/temp?filename=a.txt',
  }),
  'GET /api/documents/:documentId/revisions/:revisionId': reads(),
  'GET /api/documents/:documentId/revisions/:revisionId/content': reads(),
  // A text has no rendition.
  'GET /api/documents/:documentId/revisions/:revisionId/rendition': {
    ...reads({ at: '/api/documents/:documentId/revisions/:revisionId/rendition?type=pdf' }),
    reader: 422,
    owner: 422,
  },
  'GET /api/documents/:documentId/revisions/:revisionId/playback': { ...reads(), reader: 422, owner: 422 },
  'GET /api/documents/:documentId/revisions/:revisionId/pages': reads(),
  'GET /api/documents/:documentId/revisions/:revisionId/pages/:page/image': reads({
    at: '/api/documents/:documentId/revisions/:revisionId/pages/1/image',
  }),
  'GET /api/documents/:documentId/revisions/:revisionId/text': reads(),
  'POST /api/documents/:documentId/revisions/:revisionId/restore': changes(201),
  'GET /api/documents/:documentId/share': reads(),
  'POST /api/documents/:documentId/share': changes(200, { body: () => ({ AllowView: true }) }),
  'POST /api/documents/:documentId/shares': changes(200, { body: () => ({ AllowView: true }) }),
  'PUT /api/documents/:documentId/shares/default': changes(200),
  'GET /api/documents/:documentId/share/:shareId/recipients': changes(200),
  'GET /api/documents/:documentId/shares/:shareId/recipients': changes(200),
  'GET /api/documents/:documentId/shares/:shareId/visitors': changes(200),
  'GET /api/documents/:documentId/shares': reads(),
  'GET /api/documents/:documentId/tasks': reads(),
  'GET /api/documents/:documentId/comments': reads(),
  'POST /api/documents/:documentId/comments': {
    ...reads({ body: () => ({ Text: fresh() }) }),
    reader: 201,
    owner: 201,
  },
  'GET /api/documents/:documentId/comments/counts': reads(),
  'GET /api/documents/:documentId/comments/export': reads(),
  'GET /api/documents/:documentId/comments/:commentId': reads(),
  'PATCH /api/documents/:documentId/comments/:commentId': changes(200, { body: () => ({ Text: fresh() }) }),
  'DELETE /api/documents/:documentId/comments/:commentId': changes(204),
  'POST /api/documents/:documentId/comments/:commentId/resolve': changes(200),
  'POST /api/documents/:documentId/comments/:commentId/reopen': changes(200, {
    at: '/api/documents/:documentId/comments/:resolvedCommentId/reopen',
  }),
  'GET /api/documents/:documentId/share/:shareId': ofSharer(200),
  'GET /api/documents/:documentId/shares/:shareId': ofSharer(200),
  'DELETE /api/documents/:documentId/share/:shareId': ofSharer(204),
  'PATCH /api/documents/:documentId/shares/:shareId': changes(200, { body: () => ({ ExpireStyle: 'never' }) }),
  'POST /api/documents/:documentId/shares/:shareId/notify': changes(409),
  'DELETE /api/documents/:documentId/shares/:shareId': ofSharer(204),
  'DELETE /api/documents/:documentId/:shareId': ofSharer(204),
  'GET /api/documents/:documentId/permissions': changes(200),
  'GET /api/documents/:documentId/access': changes(200),
  'POST /api/documents/:documentId/access': changes(200, {
    body: async (make) => ({ To: [{ UserId: await make('readerId') }], Role: 'Viewer' }),
  }),
  'GET /api/documents/:documentId/access/links': changes(200),
  'PUT /api/documents/:documentId/permissions': changes(200, { body: () => [] }),
};
