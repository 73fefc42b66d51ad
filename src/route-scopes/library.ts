/** Scopes of the routes of libraries, folders and documents. */
import { ADMIN, READ, WRITE, type RouteScopes } from './route-scopes.ts';

export const LIBRARY_SCOPES: RouteScopes = {
  // Libraries
  'GET /api/libraries': READ,
  'POST /api/libraries': WRITE,
  'GET /api/libraries/:libraryId': READ,
  'PATCH /api/libraries/:libraryId': WRITE,
  'DELETE /api/libraries/:libraryId': WRITE,
  'PATCH /api/libraries/:libraryId/restore': WRITE,

  // Folders
  'GET /api/folders/:folderId': READ,
  'PATCH /api/folders/:folderId': WRITE,
  'DELETE /api/folders/:folderId': WRITE,
  'GET /api/libraries/:libraryId/folders/:folderId': READ,
  'GET /api/folders/:parentFolderId/folders/:folderId': READ,
  'GET /api/libraries/:libraryId/folders': READ,
  'POST /api/libraries/:libraryId/folders': WRITE,
  'GET /api/folders/:folderId/folders': READ,
  'POST /api/folders/:folderId/folders': WRITE,
  'GET /api/folders/:folderId/documents': READ,
  'POST /api/folders/:folderId/copy': WRITE,
  'GET /api/folders/zipcontent': READ,
  'POST /api/folders/zipcontent': READ,
  'GET /api/folders/:folderId/zip': READ,
  'PATCH /api/folders/:folderId/restore': WRITE,

  // Documents
  'POST /api/folders/:folderId/documents': WRITE,
  'GET /api/documents/:documentId': READ,
  'PATCH /api/documents/:documentId': WRITE,
  'DELETE /api/documents/:documentId': WRITE,
  'POST /api/documents/:documentId/copy': WRITE,
  'GET /api/documents/:documentId/content': READ,
  'GET /api/documents/:documentId/preview': READ,
  'GET /api/documents/:documentId/thumbnail': READ,
  'GET /api/documents/:documentId/rendition': READ,
  'GET /api/documents/:documentId/pages': READ,
  'GET /api/documents/:documentId/pages/:page/image': READ,
  'GET /api/documents/:documentId/entries': READ,
  'PATCH /api/documents/:documentId/restore': WRITE,

  // Revisions
  'GET /api/documents/:documentId/revisions': READ,
  'POST /api/documents/:documentId/revisions': WRITE,
  'GET /api/documents/:documentId/revisions/:revisionId': READ,
  'GET /api/documents/:documentId/revisions/:revisionId/content': READ,
  'POST /api/documents/:documentId/revisions/:revisionId/restore': WRITE,

  // Uploads
  'POST /api/folders/:folderId/temp': WRITE,
  'POST /api/documents/:documentId/revisions/temp': WRITE,
  'DELETE /api/temp/:identifier': WRITE,
  'GET /api/temp/:identifier': WRITE,
  'PATCH /api/temp/:identifier': WRITE,
  'GET /api/uploads': WRITE,
  'POST /api/uploads': WRITE,
  'DELETE /api/uploads/:identifier': WRITE,
  'PATCH /api/uploads/:identifier': WRITE,

  // Trash
  'GET /api/trash': READ,
  'GET /api/admin/trash': ADMIN,
  'POST /api/async/documents/purge-old-documents': ADMIN,
  'GET /api/admin/old-documents': ADMIN,
  'GET /api/async/results/documents/purge-old-documents/:jobId': ADMIN,
  'POST /api/async/results/documents/purge-old-documents/:jobId': ADMIN,

  // Comments
  'GET /api/documents/:documentId/comments': READ,
  'POST /api/documents/:documentId/comments': WRITE,
  'GET /api/documents/:documentId/comments/counts': READ,
  'GET /api/documents/:documentId/comments/export': READ,
  'GET /api/documents/:documentId/comments/:commentId': READ,
  'PATCH /api/documents/:documentId/comments/:commentId': WRITE,
  'DELETE /api/documents/:documentId/comments/:commentId': WRITE,
  'POST /api/documents/:documentId/comments/:commentId/resolve': WRITE,
  'POST /api/documents/:documentId/comments/:commentId/reopen': WRITE,

  // Tags
  'GET /api/libraries/:libraryId/tagtypes': READ,
  'POST /api/libraries/:libraryId/tagtypes': WRITE,
  'GET /api/libraries/:libraryId/tagtypes/:tagType': READ,
  'PATCH /api/libraries/:libraryId/tagtypes/:tagType': WRITE,
  'DELETE /api/libraries/:libraryId/tagtypes/:tagType': WRITE,
  'PUT /api/libraries/:libraryId/tagtypes/:tagType/constraints': WRITE,
  'GET /api/folders/:folderId/tagtypes': READ,
  'PUT /api/folders/:folderId/tagtypes': WRITE,
  'PUT /api/folders/:folderId/tagtypes/:tagTypeId/constraints': WRITE,
  'GET /api/documents/:documentId/tags': READ,
  'PUT /api/documents/:documentId/systemtags': WRITE,
  'PATCH /api/documents/:documentId/systemtags': WRITE,
  'GET /api/tagtypes/:tagTypeId/values': READ,

  // Search
  'POST /api/libraries/:libraryId/search/systemtags-v2': READ,
  'POST /api/folders/:folderId/search/systemtags-v2': READ,
  'POST /api/libraries/:libraryId/search/systemtags': READ,
  'POST /api/folders/:folderId/search/systemtags': READ,
  'GET /api/users/me/searches': READ,
  'POST /api/users/me/searches': WRITE,
  'GET /api/users/me/searches/:savedSearchId': READ,
  'PATCH /api/users/me/searches/:savedSearchId': WRITE,
  'DELETE /api/users/me/searches/:savedSearchId': WRITE,
  'GET /api/search': READ,
  'GET /api/search/facets': READ,

  // Home
  'GET /api/users/me/starred': READ,
  'PUT /api/users/me/starred/libraries/:libraryId': WRITE,
  'DELETE /api/users/me/starred/libraries/:libraryId': WRITE,
  'PUT /api/users/me/starred/folders/:folderId': WRITE,
  'DELETE /api/users/me/starred/folders/:folderId': WRITE,
  'PUT /api/users/me/starred/documents/:documentId': WRITE,
  'DELETE /api/users/me/starred/documents/:documentId': WRITE,
  'GET /api/users/me/recents': READ,
  'GET /api/users/me/home': ['documents:read', 'shares', 'tasks'],
  'DELETE /api/users/me/checklist': 'everything',
  'DELETE /api/users/me/checklist/:step': 'everything',

  // Notifications
  'GET /api/notifications': READ,
  'DELETE /api/notifications': WRITE,
  'GET /api/notifications/unread': READ,
  'GET /api/notifications/:notificationId': READ,
  'DELETE /api/notifications/:notificationId': WRITE,
  'GET /notifications/:notificationId': READ,
  'DELETE /notifications/:notificationId': WRITE,
  'POST /api/notifications/read': WRITE,
  'POST /api/notifications/:notificationId/read': WRITE,
  'GET /api/notifications/stream': READ,
};
