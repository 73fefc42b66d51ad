/** A walk through what people and visitors do, and then the reports: exactly the rows of what was done. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTagType } from '../../../test/factories/tags.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { tokenHeaders } from '../../../test/factories/tokens.ts';
import { startApp } from '../../../test/harness.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { visitor } from '../../visiting/visits/visitor.fixture.ts';
import { signIn } from '../../people/sessions/browser.fixture.ts';
import { report } from './reports.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url, webUrl: 'http://web.test' });
const RECIPIENT = `coded-${crypto.randomUUID()}@recipients.test`;

const w = await app.world();
const { admin, ann, bob } = w;
const libraryId = await makeLibrary(admin, 'Shelf');
const documentId = await walk();

/** Does everything that the reports are to show, and returns the document that it was done to. */
async function walk(): Promise<number> {
  await admin.api('PUT', `/api/libraries/${libraryId}/permissions`, [
    { UserId: ann.userId, Allow: ['Read', 'Write', 'Delete', 'Grant'] },
    { UserId: bob.userId, Allow: ['Read'] },
  ]);
  const folderId = await ann.folder(libraryId, 'F');
  const target = await ann.folder(libraryId, 'T');
  const id = await ann.document(folderId, 'a.txt', 'first');
  await changeDocument(id, folderId, target);
  await shareAndVisit(id, folderId);
  await leave();
  return id;
}

async function changeDocument(id: number, folderId: number, target: number): Promise<void> {
  const path = `/api/documents/${id}`;
  await bob.api('GET', `${path}/content`);
  await bob.api(
    'GET',
    `${path}/content`,
    undefined,
    await tokenHeaders(bob, bob.userId, { Name: 'sync', IsSync: true }),
  );
  await bob.api('POST', '/api/folders/zipcontent', { DocumentIds: [id] });
  // Nothing of these is an activity.
  await bob.api('GET', path);
  await bob.api('HEAD', `${path}/content`);
  await bob.api('GET', `${path}/content`, undefined, { range: 'bytes=1-' });
  await bob.api('PATCH', path, { DocumentName: 'refused.txt' });
  await ann.api('PATCH', path, { DocumentName: 'b.txt' });
  await ann.api('PATCH', path, { FolderId: target });
  await ann.api('PATCH', path, { FolderId: folderId });
  await ann.revise(id, 'b.txt', 'second');
  await ann.api('POST', `${path}/copy`, { FolderId: target });
  const TagTypeId = await makeTagType(ann, libraryId, 'Color');
  await ann.api('PUT', `/api/folders/${folderId}/tagtypes`, [{ TagTypeId }]);
  await ann.api('PUT', `${path}/systemtags`, [{ TagTypeId, Value: 'Blue' }]);
  await ann.api('DELETE', path);
  await ann.api('PATCH', `${path}/restore`);
  await ann.api('PUT', `${path}/permissions`, [{ UserId: bob.userId, Deny: ['Write'] }]);
  await ann.api('PUT', `${path}/permissions`, []);
}

async function shareAndVisit(id: number, folderId: number): Promise<void> {
  const open = (await ann.api('POST', `/api/documents/${id}/share`, { AllowView: true, AllowDownload: true })).body;
  const anybody = visitor(app, open.Links.WebUri.split('/').at(-1));
  await anybody.ask('GET', `/documents/${id}/content`);
  await anybody.ask('GET', `/documents/${id}/content?download=true`);
  await ann.api('DELETE', `/api/documents/${id}/shares/${open.ShareId}`);
  await anybody.ask('GET', `/documents/${id}/content`);

  const wanted = {
    AllowView: true,
    AllowDownload: true,
    AllowUpload: true,
    AccessCodeRequired: true,
    Recipients: [RECIPIENT],
  };
  const coded = (await ann.api('POST', `/api/folders/${folderId}/share`, wanted)).body;
  await app.runJobs();
  const link = new URL(/http:\/\/web\.test\S+/.exec(server.takeMailTo(RECIPIENT).text ?? '')?.[0] ?? '');
  const person = visitor(app, coded.ReferenceString);
  await person.open(link.pathname + link.search);
  await app.runJobs();
  const Code = /access code is (\d{6})\n/.exec(server.takeMailTo(RECIPIENT).text ?? '')?.[1];
  const Recipient = link.searchParams.get('recipient');
  await person.ask('POST', '/unlock', { Recipient, Code: Code === '000000' ? '000001' : '000000' });
  assert.equal((await person.ask('POST', '/unlock', { Recipient, Code })).status, 200);
  await person.ask('GET', `/documents/${id}/content`);
  await person.ask('POST', `/folders/${folderId}/folders`, { FolderPath: 'Theirs' });
}

async function leave(): Promise<void> {
  await signIn(w, bob);
  await bob.api('POST', '/api/sessions', { Email: bob.email, Password: 'wrong' });
  await bob.api('DELETE', '/api/users/me/sessions');
  const NewPassword = 'another horse battery staple';
  await bob.api('PUT', '/api/users/me/password', { CurrentPassword: bob.password, NewPassword });
  const { body } = await bob.api('POST', `/api/users/${bob.userId}/tokens`, { Name: 'laptop' });
  await bob.api('DELETE', `/api/users/${bob.userId}/tokens/${body.TokenId}`);
}

type Line = [type: string, name: string, who: string, userId: number];
const VISITOR: [string, number] = ['Share By Link User', 0];
const CODED: [string, number] = [RECIPIENT, 0];
const ANN: [string, number] = [ann.email, ann.userId];
const BOB: [string, number] = [bob.email, bob.userId];

const DOCUMENT: Line[] = [
  ['Created Document', 'a.txt', ...ANN],
  ['Viewed Document', 'a.txt', ...BOB],
  ['Synced Document', 'a.txt', ...BOB],
  ['Downloaded Document', 'a.txt', ...BOB],
  ['Renamed Document', 'b.txt', ...ANN],
  ['Moved Document', 'b.txt', ...ANN],
  ['Moved Document', 'b.txt', ...ANN],
  ['Revised Document', 'b.txt', ...ANN],
  ['Tagged Document', 'b.txt', ...ANN],
  ['Deleted Document', 'b.txt', ...ANN],
  ['Restored Document', 'b.txt', ...ANN],
  ['Changed Permissions of Document', 'b.txt', ...ANN],
  ['Changed Permissions of Document', 'b.txt', ...ANN],
  ['Created Link to Document', 'b.txt', ...ANN],
  ['Viewed Document', 'b.txt', ...VISITOR],
  ['Downloaded Document', 'b.txt', ...VISITOR],
  ['Revoked Link to Document', 'b.txt', ...ANN],
  ['Viewed Document', 'b.txt', ...CODED],
];

async function rowsOf(path: string): Promise<Line[]> {
  const { rows } = await report(app, admin, path);
  return rows.map((row) => [row['ActivityItemType'], row['ContentName'], row['UserName'], row['UserId']] as Line);
}

test('the report of the document has its rows, with syncs on request', async () => {
  assert.deepEqual(await rowsOf(`documents/${documentId}/activity-report?includeSyncs=true`), DOCUMENT);
  const withoutSyncs = DOCUMENT.filter(([type]) => type !== 'Synced Document');
  assert.deepEqual(await rowsOf(`documents/${documentId}/activity-report`), withoutSyncs);
});

test('the report of the library includes its folders, tag types and rights', async () => {
  const rest: Line[] = [
    ['Created Library', 'Shelf', admin.email, admin.userId],
    ['Shared Library with User', 'Shelf', admin.email, admin.userId],
    ['Shared Library with User', 'Shelf', admin.email, admin.userId],
    ['Created Folder', 'F', ...ANN],
    ['Created Folder', 'T', ...ANN],
    ['Copied Document', 'b.txt', ...ANN],
    ['Created Tag Type', 'Color', ...ANN],
    ['Changed Tag Types of Folder', 'F', ...ANN],
    ['Created Link to Folder', 'F', ...ANN],
    ['Failed to Open Link', 'F', ...VISITOR],
    ['Created Folder', 'Theirs', ...CODED],
  ];
  const rows = await rowsOf(`libraries/${libraryId}/activity-report?includeSyncs=true`);
  const sorted = (lines: Line[]) => lines.map((line) => JSON.stringify(line)).sort();
  assert.deepEqual(sorted(rows), sorted([...rest, ...DOCUMENT]));
});

test("the report of a user has the user's and the account's activity, and none of visitors", async () => {
  const { rows } = await report(app, admin, `users/${bob.userId}/admin-report?includeSyncs=true`);
  assert.deepEqual(
    rows.map((row) => [row['ActivityItemType'], row['ContentName'], row['UserName']]),
    [
      ['DocumentViewed', 'a.txt'],
      ['TokenCreated', 'sync'],
      ['DocumentSynced', 'a.txt'],
      ['DocumentDownloaded', 'a.txt'],
      ['UserAuthenticated', bob.email],
      ['InvalidUserOrPassword', bob.email],
      ['UserSignedOut', bob.email],
      ['PasswordChanged', bob.email],
      ['TokenCreated', 'laptop'],
      ['TokenRevoked', 'laptop'],
    ].map((row) => [...row, bob.email]),
  );
});
