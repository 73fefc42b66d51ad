/** Expected statuses of the routes of links, for people without an account: a part of table.ts. */
import { type Line, open } from './lines.ts';

const fresh = () => crypto.randomUUID();
const tus = { 'tus-resumable': '1.0.0' };

export const LINK_ACCESS: Record<string, Line> = {
  // Links: the caller does not matter
  'GET /folder/:itemId/share/:reference': open(200, { at: '/folder/:folderId/share/:reference' }),
  'GET /document/:itemId/share/:reference': open(404, { at: '/document/:documentId/share/:reference' }),
  'GET /task/:itemId/link/:reference': open(404, { at: '/task/:documentId/link/:reference' }),
  'GET /link/:reference': open(200),
  'POST /link/:reference/unlock': open(200, {
    at: '/link/:passwordReference/unlock',
    body: () => ({ Password: 'open sesame now' }),
  }),
  'POST /link/:reference/codes': open(409, { body: () => ({ Recipient: 'somebody' }) }),
  'GET /link/:reference/logo': open(404),
  'GET /link/:reference/folders/:folderId': open(200),
  'GET /link/:reference/folders/:folderId/size': open(200),
  'GET /link/:reference/folders/:folderId/search': open(200, { at: '/link/:reference/folders/:folderId/search?q=a' }),
  'GET /link/:reference/folders/:folderId/zip': open(200),
  'GET /link/:reference/documents/:documentId': open(200),
  'GET /link/:reference/documents/:documentId/content': open(200),
  'GET /link/:reference/documents/:documentId/thumbnail': open(200),
  'GET /link/:reference/documents/:documentId/rendition': open(422, {
    at: '/link/:reference/documents/:documentId/rendition?type=pdf',
  }),
  'GET /link/:reference/documents/:documentId/entries': open(422),
  'GET /link/:reference/documents/:documentId/playback': open(422),
  'GET /link/:reference/documents/:documentId/pages': open(200),
  'GET /link/:reference/documents/:documentId/pages/:page/image': open(200, {
    at: '/link/:reference/documents/:documentId/pages/1/image',
  }),
  'GET /link/:reference/documents/:documentId/comments': open(403),
  'POST /link/:reference/documents/:documentId/comments': open(403, { body: () => ({ Text: fresh(), Name: 'Vera' }) }),
  'GET /link/:reference/documents/:documentId/comments/counts': open(403),
  'DELETE /link/:reference/documents/:documentId/comments/:commentId': open(403),
  'GET /link/:reference/task': open(404),
  'POST /link/:reference/task/decision': open(404, { body: () => ({ Decision: 'Approve' }) }),
  'OPTIONS /link/:reference/uploads': open(204),
  'POST /link/:reference/uploads': open(201, {
    headers: async () => ({ ...tus, 'upload-length': '5', 'upload-metadata': 'filename YS50eHQ=' }),
  }),
  'OPTIONS /link/:reference/uploads/:identifier': open(204),
  'PATCH /link/:reference/uploads/:identifier': open(404, {
    headers: async () => ({ ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }),
  }),
  'DELETE /link/:reference/uploads/:identifier': open(404, { headers: async () => tus }),
  'POST /link/:reference/folders/:folderId/folders': open(201, { body: () => ({ FolderPath: fresh() }) }),
  'POST /link/:reference/folders/:folderId/documents': open(404, { body: () => ({ UploadId: 'none' }) }),
  'POST /link/:reference/documents/:documentId/revisions': open(403, { body: () => ({ UploadId: 'none' }) }),
};
