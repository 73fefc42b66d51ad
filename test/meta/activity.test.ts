/** Every route that changes something writes into the activity log, but for those that are listed here with the reason. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../client.ts';
import { startApp } from '../harness.ts';
import type { World } from '../world.ts';
import type { Role } from './access/lines.ts';
import { ACCESS } from './access/table.ts';
import { ask, prepare } from './access/requests.ts';
import { thingsOf, worldWithReader } from './access/things.ts';

const app = await startApp();
const w = await worldWithReader(app);

const UPLOAD = 'is recorded as a document or revision when it is finalized';
const READ = 'reads';
const BOOKMARK = "is a bookmark of one's own";
const NOTICES = "is about one's own notifications";

const SILENT: Record<string, string> = {
  'POST /api/password-resets': 'is recorded when the mail is written',
  'POST /api/folders/:folderId/temp': UPLOAD,
  'POST /api/documents/:documentId/revisions/temp': UPLOAD,
  'PATCH /api/temp/:identifier': UPLOAD,
  'DELETE /api/temp/:identifier': UPLOAD,
  'POST /api/uploads': UPLOAD,
  'PATCH /api/uploads/:identifier': UPLOAD,
  'DELETE /api/uploads/:identifier': UPLOAD,
  'POST /link/:reference/uploads': UPLOAD,
  'PATCH /link/:reference/uploads/:identifier': UPLOAD,
  'DELETE /link/:reference/uploads/:identifier': UPLOAD,
  'POST /api/folders/zipcontent': 'is recorded for each document in it, and here there is none',
  'POST /link/:reference/unlock': 'has no lock here; what is wrong is recorded',
  'POST /link/:reference/codes': 'asks for the mail that opening the link sends',
  'POST /api/libraries/:libraryId/search/systemtags-v2': READ,
  'POST /api/libraries/:libraryId/search/systemtags': READ,
  'POST /api/folders/:folderId/search/systemtags-v2': READ,
  'POST /api/folders/:folderId/search/systemtags': READ,
  'POST /api/async/documents/purge-old-documents': 'only counts here',
  'POST /api/async/results/documents/purge-old-documents/:jobId': READ,
  'DELETE /api/notifications': NOTICES,
  'DELETE /api/notifications/:notificationId': NOTICES,
  'DELETE /notifications/:notificationId': NOTICES,
  'POST /api/notifications/read': NOTICES,
  'POST /api/notifications/:notificationId/read': NOTICES,
  'POST /api/users/me/searches': BOOKMARK,
  'PATCH /api/users/me/searches/:savedSearchId': BOOKMARK,
  'DELETE /api/users/me/searches/:savedSearchId': BOOKMARK,
  'PUT /api/users/me/starred/libraries/:libraryId': BOOKMARK,
  'PUT /api/users/me/starred/folders/:folderId': BOOKMARK,
  'PUT /api/users/me/starred/documents/:documentId': BOOKMARK,
  'DELETE /api/users/me/starred/libraries/:libraryId': BOOKMARK,
  'DELETE /api/users/me/starred/folders/:folderId': BOOKMARK,
  'DELETE /api/users/me/starred/documents/:documentId': BOOKMARK,
  'DELETE /api/users/me/checklist': BOOKMARK,
  'DELETE /api/users/me/checklist/:step': BOOKMARK,
  'PUT /api/folders/:folderId/permissions': 'changes nothing here: there is no entry, and none is wanted',
  'PUT /api/documents/:documentId/permissions': 'changes nothing here: there is no entry, and none is wanted',
  'PUT /api/libraries/:libraryId/permissions': 'changes nothing here: the entry is there',
  'POST /api/sessions/passkey/options': 'makes a challenge, of which nothing is stored',
  'PATCH /api/settings': 'changes nothing here: it is set already',
  'POST /api/identity-providers/:providerId/test': 'is recorded when the browser comes back',
  'DELETE /api/sessions/parked': 'changes nothing here: there is no session',
  'DELETE /api/users/me/sessions': 'changes nothing here: there is no session',
};

for (const [route, line] of Object.entries(ACCESS)) {
  if (/^(?:GET|HEAD|OPTIONS) /.test(route) || route in SILENT) continue;
  const role = (['owner', 'admin', 'anonymous'] as const).find((each) => line[each] < 300);
  if (role === undefined) continue;
  test(`${route} is recorded`, async () => {
    const request = await prepare(route, line, thingsOf(app, w));
    const before = await lastId();
    assert.equal(await ask(personOf(w, role), line, request), line[role]);
    const message = 'Record it (activity-types.ts), or say in test/meta/activity.test.ts why it need not be.';
    assert.ok((await lastId()) > before, message);
  });
}

async function lastId(): Promise<number> {
  const [row] = await app.sql<{ id: number }[]>`select max(activity_id) as id from activity`;
  return row?.id ?? 0;
}

function personOf({ anonymous, admin, ann }: World, role: Role): Client {
  return role === 'owner' ? ann : role === 'admin' ? admin : anonymous;
}
