/** Expected statuses of the routes of tags: a part of table.ts. */
import { type Line, changes, reads } from './lines.ts';

const fresh = () => crypto.randomUUID();

export const TAG_ACCESS: Record<string, Line> = {
  'GET /api/libraries/:libraryId/tagtypes': reads(),
  'POST /api/libraries/:libraryId/tagtypes': changes(201, {
    body: () => ({ TagTypeName: fresh(), DataType: 'String' }),
  }),
  'GET /api/libraries/:libraryId/tagtypes/:tagType': reads({
    at: '/api/libraries/:libraryId/tagtypes/&&_Service_ToDo_Status',
  }),
  'PATCH /api/libraries/:libraryId/tagtypes/:tagType': changes(200, {
    at: '/api/libraries/:libraryId/tagtypes/:tagTypeId',
    body: () => ({ TagTypeName: fresh() }),
  }),
  'PUT /api/libraries/:libraryId/tagtypes/:tagType/constraints': changes(200, {
    at: '/api/libraries/:libraryId/tagtypes/:tagTypeId/constraints',
    body: () => ({}),
  }),
  'DELETE /api/libraries/:libraryId/tagtypes/:tagType': changes(204, {
    at: '/api/libraries/:libraryId/tagtypes/:tagTypeId',
  }),
  'GET /api/folders/:folderId/tagtypes': reads(),
  'PUT /api/folders/:folderId/tagtypes': changes(200, {
    body: async (make) => [{ TagTypeId: await make('tagTypeId') }],
  }),
  'PUT /api/folders/:folderId/tagtypes/:tagTypeId/constraints': changes(200, {
    at: '/api/folders/:folderId/tagtypes/:associatedTagTypeId/constraints',
    body: () => ({ DefaultValue: 'Draft' }),
  }),
  'GET /api/documents/:documentId/tags': reads(),
  'PUT /api/documents/:documentId/systemtags': changes(200, {
    body: async (make) => [{ TagTypeId: await make('tagTypeId'), Value: 'Blue' }],
  }),
  'PATCH /api/documents/:documentId/systemtags': changes(200, {
    body: async (make) => [{ TagTypeId: await make('tagTypeId'), Value: 'Blue' }],
  }),
  'GET /api/tagtypes/:tagTypeId/values': reads(),
};
