/**
 * The expected statuses of every route. A new route needs one line here: its method and path, and one of the helpers
 * of lines.ts with its body if it takes one, or all six statuses. MAKERS in things.ts creates the object of each `:name` in
 * the path; `at` names another path where the route's own would not do, e.g. a folder that is in the trash.
 *
 * - owner: has all rights on the things (they are in the personal library)
 * - reader: was granted Read on them
 * - stranger: of the same deployment, was granted nothing
 * - admin: a site admin of the deployment, who has no rights in personal libraries
 * - other: a site admin of another deployment
 * - anonymous: sends no credential; 401 unless the line says otherwise
 */
import { ENTRY_TYPES, PROBLEM_TYPES } from '../../../src/platform/errors.ts';
import { WEB_PAGES } from '../../../src/web-pages.ts';
import { type Line, administers, changes, ofMaker, ofPerson, ofSharer, open, ownThings, reads } from './lines.ts';
import { DOCUMENT_ACCESS } from './documents.ts';
import { LINK_ACCESS } from './links.ts';
import { PEOPLE_ACCESS } from './people.ts';
import { REPORT_ACCESS } from './reports.ts';
import { OPERATIONS_ACCESS } from './operations.ts';
import { TAG_ACCESS } from './tags.ts';
import type { Make } from './things.ts';

const fresh = () => crypto.randomUUID();
const tus = { 'tus-resumable': '1.0.0' };
const criteria = async (make: Make) => [{ TagTypeId: await make('tagTypeId'), Value: 'Blue' }];
const password = 'correct horse battery staple';

/** The shell of the web app is public; the signed-in person requests its data. */
const WEB_PAGE_ACCESS = Object.fromEntries(
  WEB_PAGES.map(({ path }) => [`GET ${path}`, open(200, { at: path.replace(/:\w+/, '1') })]),
);

/** The explanations of problem types. */
const PROBLEM_PAGE_ACCESS = Object.fromEntries(
  [...Object.keys(PROBLEM_TYPES), ...ENTRY_TYPES].map((type) => [`GET ${type}`, open(200)]),
);

export const ACCESS: Record<string, Line> = {
  // Public
  'GET /healthz': open(200),
  'GET /readyz': open(200),
  'GET /metrics': open(200),
  'GET /api/openapi.json': open(200),
  'GET /api/docs': open(301),
  'GET /api/docs*': open(200, { at: '/api/docs/' }),
  ...WEB_PAGE_ACCESS,
  ...PROBLEM_PAGE_ACCESS,
  'GET /assets/:name': open(404, { at: '/assets/none.js' }),
  'GET /icons/:name': open(404, { at: '/icons/none.png' }),
  'POST /api/sessions': open(201, { body: async (make) => ({ Email: await make('email'), Password: password }) }),
  'GET /api/sessions/parked': open(200),
  'DELETE /api/sessions/parked': open(204),
  'POST /api/sessions/parked/:sessionId/resume': open(404),
  'POST /api/sessions/second-step': open(410, { body: () => ({ Code: '123456' }) }),
  'POST /api/sessions/second-step/passkey': open(410),
  'POST /api/sessions/passkey/options': open(200),
  // An unknown passkey is 401, which in this table means that a credential is required.
  'POST /api/sessions/passkey': open(400, { body: () => ({}) }),
  'POST /api/password-resets': open(202, { body: () => ({ Email: 'nobody@example.test' }) }),
  'POST /api/password-resets/complete': open(410, { body: () => ({ Token: fresh(), NewPassword: fresh() }) }),
  'POST /api/invitations/accept': open(410, { body: () => ({ Token: fresh(), NewPassword: fresh() }) }),

  // Libraries
  'GET /api/libraries': ownThings(200),
  'POST /api/libraries': administers(201, 201, { body: () => ({ LibraryName: fresh() }) }),
  'GET /api/libraries/:libraryId': reads(),
  'PATCH /api/libraries/:libraryId': administers(200, 404, {
    at: '/api/libraries/:corporateId',
    body: () => ({ LibraryName: fresh() }),
  }),
  'DELETE /api/libraries/:libraryId': administers(204, 404, { at: '/api/libraries/:corporateId?purge=true' }),
  'PATCH /api/libraries/:libraryId/restore': administers(200, 404, {
    at: '/api/libraries/:trashedCorporateId/restore',
  }),
  'GET /api/libraries/:libraryId/folders': reads(),
  'POST /api/libraries/:libraryId/folders': changes(201, { body: () => ({ FolderPath: `a\\${fresh()}` }) }),
  'GET /api/libraries/:libraryId/folders/:folderId': reads({
    at: '/api/libraries/:libraryId/folders/:folderId?embed=f,d',
  }),
  'GET /api/libraries/:libraryId/permissions': changes(200),
  'GET /api/libraries/:libraryId/access': changes(200),
  'POST /api/libraries/:libraryId/access': changes(200, {
    body: async (make) => ({ To: [{ UserId: await make('readerId') }], Role: 'Viewer', ExpiresOn: '2030-01-01' }),
  }),
  'GET /api/libraries/:libraryId/access/links': changes(200),
  'PUT /api/libraries/:libraryId/permissions': changes(200, {
    body: async (make) => [{ UserId: await make('readerId'), Allow: ['Read'] }],
  }),

  // Folders
  'GET /api/folders/:folderId': reads({ at: '/api/folders/:folderId?embed=f,d' }),
  'GET /api/folders/:folderId/place': reads(),
  'GET /api/libraries/:libraryId/place': reads(),
  'GET /api/documents/:documentId/place': reads(),
  'PATCH /api/folders/:folderId': changes(200, { body: () => ({ FolderName: fresh() }) }),
  'POST /api/folders/:folderId/copy': changes(201, {
    body: async (make) => ({ LibraryId: await make('libraryId'), FolderName: fresh() }),
  }),
  'DELETE /api/folders/:folderId': changes(204, { at: '/api/folders/:folderId?purge=true' }),
  'PATCH /api/folders/:folderId/restore': changes(200, { at: '/api/folders/:trashedFolderId/restore' }),
  'GET /api/folders/:folderId/folders': reads(),
  'POST /api/folders/:folderId/folders': changes(201, { body: () => ({ FolderName: fresh() }) }),
  'GET /api/folders/:folderId/folders/:folderId': reads({ at: '/api/folders/:folderId/folders/:childFolderId' }),
  'GET /api/folders/:folderId/documents': reads(),
  'POST /api/folders/:folderId/documents': changes(201, { form: 'document' }),
  'POST /api/folders/:folderId/temp': changes(200, { at: '/api/folders/:folderId/temp?filename=a.txt' }),
  'GET /api/folders/:folderId/share': reads(),
  'POST /api/folders/:folderId/share': changes(200, { body: () => ({ AllowView: true }) }),
  'POST /api/folders/:folderId/shares': changes(200, { body: () => ({ AllowView: true }) }),
  'PUT /api/folders/:folderId/shares/default': changes(200),
  'GET /api/folders/:folderId/share/:shareId/recipients': changes(200, {
    at: '/api/folders/:folderId/share/:folderShareId/recipients',
  }),
  'GET /api/folders/:folderId/shares/:shareId/recipients': changes(200, {
    at: '/api/folders/:folderId/shares/:folderShareId/recipients',
  }),
  'GET /api/folders/:folderId/shares/:shareId/visitors': changes(200, {
    at: '/api/folders/:folderId/shares/:folderShareId/visitors',
  }),
  'GET /api/folders/:folderId/shares': reads(),
  'GET /api/folders/:folderId/share/:shareId': ofSharer(200, { at: '/api/folders/:folderId/share/:folderShareId' }),
  'GET /api/folders/:folderId/shares/:shareId': ofSharer(200, { at: '/api/folders/:folderId/shares/:folderShareId' }),
  'DELETE /api/folders/:folderId/share/:shareId': ofSharer(204, { at: '/api/folders/:folderId/share/:folderShareId' }),
  'PATCH /api/folders/:folderId/shares/:shareId': changes(200, {
    at: '/api/folders/:folderId/shares/:folderShareId',
    body: () => ({ ExpireStyle: 'never' }),
  }),
  'POST /api/folders/:folderId/shares/:shareId/notify': changes(409, {
    at: '/api/folders/:folderId/shares/:folderShareId/notify',
  }),
  'DELETE /api/folders/:folderId/shares/:shareId': ofSharer(204, {
    at: '/api/folders/:folderId/shares/:folderShareId',
  }),
  'GET /api/folders/:folderId/permissions': changes(200),
  'GET /api/folders/:folderId/access': changes(200),
  'POST /api/folders/:folderId/access': changes(200, {
    body: async (make) => ({ To: [{ UserId: await make('readerId') }], Role: 'Viewer' }),
  }),
  'GET /api/folders/:folderId/access/links': changes(200),
  'PUT /api/folders/:folderId/permissions': changes(200, { body: () => [] }),

  'POST /api/folders/zipcontent': reads({ body: async (make) => ({ FolderIds: [await make('folderId')] }) }),
  'GET /api/folders/zipcontent': reads({ at: '/api/folders/zipcontent?folders=:folderId' }),
  'GET /api/folders/:folderId/zip': reads(),

  ...DOCUMENT_ACCESS,

  // Uploads
  'GET /api/temp/:identifier': ofMaker(200),
  'PATCH /api/temp/:identifier': ofMaker(200, { body: () => 'a portion' }),
  'DELETE /api/temp/:identifier': ofMaker(204),
  'OPTIONS /api/uploads': open(204),
  'OPTIONS /api/uploads/:identifier': open(204),
  'GET /api/uploads': ownThings(200),
  'POST /api/uploads': changes(201, {
    headers: async (make) => ({
      ...tus,
      'upload-length': '1',
      'upload-metadata': `filename ${btoa(fresh())},folderId ${btoa(String(await make('folderId')))}`,
    }),
  }),
  'PATCH /api/uploads/:identifier': ofMaker(204, {
    headers: async () => ({ ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }),
    body: () => 'a piece',
  }),
  'DELETE /api/uploads/:identifier': ofMaker(204, { headers: async () => tus }),
  // Search
  'POST /api/libraries/:libraryId/search/systemtags-v2': reads({ body: criteria }),
  'POST /api/libraries/:libraryId/search/systemtags': reads({ body: criteria }),
  'POST /api/folders/:folderId/search/systemtags-v2': reads({ body: criteria }),
  'POST /api/folders/:folderId/search/systemtags': reads({ body: criteria }),
  'GET /api/search': ownThings(200, { at: '/api/search?q=report' }),
  'GET /api/search/facets': ownThings(200, { at: '/api/search/facets?q=report' }),
  'GET /api/images/folder.svg': open(200),

  ...PEOPLE_ACCESS,

  // Trash
  'GET /api/trash': ownThings(200),
  'GET /api/admin/trash': administers(200, 200),
  'GET /api/admin/activity': administers(200, 200),
  'GET /api/admin/tokens': administers(200, 200),
  'GET /api/admin/old-documents': administers(200, 200, { at: '/api/admin/old-documents?days=60' }),
  'GET /api/users/me/shares/:shareId': ofMaker(200),
  'DELETE /api/users/me/shares/:shareId': ofMaker(204),
  'GET /api/admin/shares': administers(200, 200),
  'GET /api/admin/shares/count': administers(200, 200),
  'POST /api/admin/shares/revoke': administers(202, 202, { body: () => ({ ShareIds: [1] }) }),
  'POST /api/async/documents/purge-old-documents': administers(202, 202, {
    body: () => ({ PurgeType: 'DateStored', Days: 60, DryRun: true }),
  }),
  'GET /api/async/results/documents/purge-old-documents/:jobId': administers(303, 410),
  'POST /api/async/results/documents/purge-old-documents/:jobId': administers(303, 410),

  // Tasks: the owner has made it, the reader is to decide it
  'POST /api/tasks': changes(200, {
    body: async (make) => ({
      Type: 'Approval',
      DueDate: '2026-03-09T10:00:00Z',
      Assignee: 'somebody@outside.test',
      DocumentId: await make('documentId'),
      Instructions: 'Please look at it.',
    }),
  }),
  'GET /api/tasks': ownThings(400),
  'GET /api/tasks/:taskId': reads(),
  'DELETE /api/tasks/:taskId': { ...changes(204), admin: 204 },
  'PATCH /api/tasks/:taskId/cancel': changes(200),
  'PATCH /api/tasks/cancel': ownThings(400),
  'PATCH /api/tasks/:taskId/complete': { ...changes(403), reader: 200, body: () => ({ Decision: 'Approve' }) },
  'PATCH /api/tasks/complete': ownThings(400, { body: () => ({ Decision: 'Approve' }) }),
  'GET /api/users/me/tasks': ownThings(200),

  // Asynchronous jobs
  'GET /api/jobs': ownThings(200),
  'GET /api/async/results/shares/revoke/:jobId': administers(303, 404, {
    at: '/api/async/results/shares/revoke/:revocationId',
  }),
  'GET /api/async/:jobId': ofPerson(200),
  'DELETE /api/async/:jobId': changes(204),
  ...REPORT_ACCESS,

  // Notifications
  'GET /api/notifications': ownThings(200),
  'GET /api/notifications/unread': ownThings(200),
  'GET /api/notifications/stream': ownThings(200, { isEndless: true }),
  'DELETE /api/notifications': ownThings(200),
  'POST /api/notifications/read': ownThings(204),
  'GET /api/notifications/:notificationId': ofMaker(200),
  'DELETE /api/notifications/:notificationId': changes(200),
  'POST /api/notifications/:notificationId/read': changes(200),
  'GET /notifications/:notificationId': ofMaker(200),
  'DELETE /notifications/:notificationId': changes(200),

  // Settings
  'GET /api/settings': administers(200, 200),
  'PATCH /api/settings': administers(200, 200, { body: () => ({ NewLinkExperience: true }) }),
  'GET /api/branding': open(200),
  'GET /api/branding/logo': open(404),
  'GET /api/settings/logo': ownThings(404),
  'PUT /api/settings/logo': administers(400, 400),
  'DELETE /api/settings/logo': administers(204, 204),
  ...TAG_ACCESS,
  ...LINK_ACCESS,
  ...OPERATIONS_ACCESS,
};
