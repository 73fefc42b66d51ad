import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../../test/client.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { addRecipient, makeShare } from '../../../test/factories/shares.ts';
import { makeTask } from '../../../test/factories/tasks.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { bring, referenceOfShare, visitor } from '../../visiting/visits/visitor.fixture.ts';
import { signIn } from '../../people/sessions/browser.fixture.ts';

const app = await startApp();
const PATH = '/api/users/me/home';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const home = async (person: Pick<Client, 'api'>) => {
  const { status, body, text } = await person.api('GET', PATH);
  assert.equal(status, 200, text);
  return body;
};

test('a new person has an empty home page, and only site admins see the deployment and a checklist', async () => {
  const w = await app.world();
  const PersonalLibrary = { Documents: 0, Bytes: 0, IsPartial: false };
  const empty = { Tasks: [], Requests: [], Recents: [], Starred: [], PreviousVisit: null, NewDocuments: [] };
  assert.deepEqual(await home(w.ann), { ...empty, Storage: { PersonalLibrary, Deployment: null }, Checklist: [] });
  assert.deepEqual(await home(w.admin), {
    ...empty,
    Storage: { PersonalLibrary, Deployment: PersonalLibrary },
    Checklist: ['Branding', 'Library', 'Upload', 'Link'],
  });
});

test('steps of the checklist disappear when they are done, whoever does them, or for the person who dismisses them', async () => {
  const w = await app.world();
  const second = await w.addPerson('Second', { isSiteAdmin: true });
  const steps = async (person: Client) => (await home(person)).Checklist;
  await w.admin.api('PATCH', '/api/settings', { Branding: { Name: 'Nordlicht' } });
  assert.deepEqual(await steps(second), ['Library', 'Upload', 'Link']);
  const libraryId = await makeLibrary(w.admin);
  assert.deepEqual(await steps(second), ['Upload', 'Link']);
  await w.admin.api('DELETE', `/api/libraries/${libraryId}`);
  assert.deepEqual(await steps(second), ['Library', 'Upload', 'Link']);
  await w.admin.api('PATCH', '/api/settings', { Branding: { Name: null } });
  assert.deepEqual(await steps(second), ['Branding', 'Library', 'Upload', 'Link']);
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'F'), 'a.txt');
  await makeTask(app, w.ann, 'outside@example.test', documentId);
  assert.deepEqual(await steps(second), ['Branding', 'Library', 'Link']);
  await makeShare(app, w.ann, { documentId });
  assert.deepEqual(await steps(second), ['Branding', 'Library']);

  const dismiss = async (person: Client, step = '') =>
    (await person.api('DELETE', `/api/users/me/checklist${step}`)).status;
  const twice = await Promise.all([dismiss(second, '/Branding'), dismiss(second, '/Branding')]);
  assert.deepEqual([twice, await steps(second)], [[204, 204], ['Library']]);
  assert.deepEqual([await dismiss(second, '/Nothing'), await dismiss(w.ann, '/Library')], [404, 403]);
  assert.deepEqual([await dismiss(second), await steps(second)], [204, []]);
  assert.deepEqual(await steps(w.admin), ['Branding', 'Library']);
});

test('a deployment with a single person is asked to invite people', async () => {
  const w = await app.world();
  for (const { userId } of [w.ann, w.bob, w.stranger]) await w.admin.api('DELETE', `/api/users/${userId}`);
  assert.ok((await home(w.admin)).Checklist.includes('People'));
});

test('tasks are listed for their assignee until they are decided or due, most urgent first', async () => {
  const w = await app.world();
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'F'), 'a.txt');
  const later = await makeTask(app, w.ann, w.bob.email, documentId);
  const DueDate = new Date(app.clock.now.getTime() + DAY_MS).toISOString();
  const sooner = await makeTask(app, w.ann, w.bob.email, documentId, { DueDate });
  const waiting = async (person: Client) => (await home(person)).Tasks.map(({ TaskId }: { TaskId: number }) => TaskId);
  assert.deepEqual([await waiting(w.bob), await waiting(w.ann)], [[sooner, later], []]);
  assert.deepEqual((await home(w.bob)).Tasks[0], (await w.bob.api('GET', `/api/tasks/${sooner}`)).body);
  app.clock.advance(DAY_MS);
  assert.deepEqual(await waiting(w.bob), [later]);
  await w.bob.api('PATCH', `/api/tasks/${later}/complete`, { Decision: 'Approve' });
  assert.deepEqual(await waiting(w.bob), []);
});

/** A folder of Ann's and a link for uploads to it that was sent to Bob. */
async function worldWithRequest(more: Record<string, string | boolean | Date> = {}) {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Documents for the loan');
  const shareId = await makeShare(app, w.ann, { folderId }, { allow_upload: true, ...more });
  const { key } = await addRecipient(app, { deploymentId: w.deploymentId, shareId }, w.bob.email);
  const requests = async () => (await home(w.bob)).Requests;
  return { w, folderId, shareId, key, requests };
}

test('a request is listed with the personal link until something is uploaded through it', async () => {
  const { w, folderId, shareId, key, requests } = await worldWithRequest();
  const [request, ...more] = await requests();
  const { WebUri, ...about } = request;
  assert.deepEqual(about, {
    ShareId: shareId,
    FolderName: 'Documents for the loan',
    RequestedBy: 'Ann',
    IsGuided: false,
    MissingCount: 0,
    DateCreated: app.clock.now.toISOString(),
    ExpiresOn: null,
  });
  const [, reference] = /\/folder\/\d+\/share\/([\w-]+)\?recipient=/.exec(WebUri) ?? [];
  assert.ok(WebUri.endsWith(`recipient=${key}`), WebUri);
  assert.equal((await w.anonymous.api('GET', `/link/${reference}`)).status, 200);
  assert.deepEqual([more, (await home(w.ann)).Requests, (await home(w.stranger)).Requests], [[], [], []]);
  const somebody = visitor(app, reference ?? '');
  const UploadId = await bring(app, somebody, 'proof.txt', 'x');
  assert.equal((await requests()).length, 1);
  assert.equal((await somebody.ask('POST', `/folders/${folderId}/documents`, { UploadId })).status, 201);
  assert.deepEqual(await requests(), []);
});

test('only links that somebody sent are requests; an address that a stranger enters at a link creates none', async () => {
  const { w, shareId, requests } = await worldWithRequest();
  await app.sql`update share_recipients set has_joined = true where share_id = ${shareId}`;
  assert.deepEqual(await requests(), []);
  await app.sql`update share_recipients set has_joined = false where share_id = ${shareId}`;
  // Users have the address as it was entered, and links have it in lower case.
  await app.sql`update users set email = initcap(email) where user_id = ${w.bob.userId}`;
  assert.equal((await requests()).length, 1);
});

test('a guided upload is listed until each subfolder has a document', async () => {
  const { w, folderId, requests } = await worldWithRequest({ share_type: 'Template' });
  assert.deepEqual(await requests(), []);
  const slots = [await makeChild(w.ann, folderId, 'Passport'), await makeChild(w.ann, folderId, 'Payslips')];
  const missing = async () => (await requests()).map(({ MissingCount }: { MissingCount: number }) => MissingCount);
  assert.deepEqual(await missing(), [2]);
  await w.ann.document(slots[0] ?? 0, 'passport.pdf');
  assert.deepEqual([await missing(), (await requests())[0].IsGuided], [[1], true]);
  await w.ann.document(slots[1] ?? 0, 'payslip.pdf');
  assert.deepEqual(await missing(), []);
});

test('a link that a visitor cannot use is not listed as a request: revoked, expired, prepared, trashed, or without rights of its creator', async () => {
  const { w, folderId, shareId, requests } = await worldWithRequest();
  const set = async (column: string, value: unknown) =>
    app.sql`update shares set ${app.sql(column)} = ${value as Date} where share_id = ${shareId}`;
  for (const [column, value, before] of [
    ['revoked_at', app.clock.now, null],
    ['expires_at', app.clock.now, null],
    ['status', 'Pending', 'Active'],
    ['allow_upload', false, true],
    ['created_by', w.bob.userId, w.ann.userId],
    ['created_by', w.stranger.userId, w.ann.userId],
  ] as const) {
    await set(column, value);
    assert.deepEqual(await requests(), [], column);
    await set(column, before);
    assert.equal((await requests()).length, 1, column);
  }
  await w.ann.api('DELETE', `/api/folders/${folderId}`);
  assert.deepEqual(await requests(), []);
});

test('new documents are those of others since the previous visit, which ended 30 minutes without a request', async () => {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const folderId = await w.admin.folder(libraryId, 'Plans');
  await grant(app, w.ann, { libraryId }, { allow: ['Write'] });
  const old = await w.admin.document(folderId, 'old.txt');
  const browser = await signIn(w, w.ann);
  const fresh = async (person: Pick<Client, 'api'> = browser) => {
    const { PreviousVisit, NewDocuments } = await home(person);
    type Fresh = { DocumentName: string; Change: string; ChangedBy: { Name: string } | null };
    const rows = (NewDocuments as Fresh[]).map((row) => [row.DocumentName, row.Change, row.ChangedBy?.Name ?? null]);
    return { PreviousVisit, rows };
  };
  const start = app.clock.now.toISOString();
  assert.deepEqual(await fresh(), { PreviousVisit: null, rows: [] });
  app.clock.advance(31 * MINUTE_MS);
  await w.admin.document(folderId, 'new.txt');
  app.clock.advance(MINUTE_MS);
  await w.admin.revise(old, 'old.txt', 'changed');
  await w.ann.document(folderId, 'own.txt');
  const rows = [
    ['old.txt', 'Changed', 'Admin'],
    ['new.txt', 'Added', 'Admin'],
  ];
  // Requests with a token do not count as visits.
  assert.deepEqual(await fresh(w.ann), { PreviousVisit: null, rows: [] });
  assert.deepEqual(
    await Promise.all([fresh(), fresh()]),
    [1, 2].map(() => ({ PreviousVisit: start, rows })),
  );
  app.clock.advance(20 * MINUTE_MS);
  assert.deepEqual(await fresh(w.ann), { PreviousVisit: start, rows });
  await w.ann.api('GET', `/api/documents/${old}/content`);
  assert.deepEqual((await fresh()).rows, rows.slice(1));
  const visit = app.clock.now.toISOString();
  app.clock.advance(40 * DAY_MS);
  assert.deepEqual(await fresh(await signIn(w, w.ann)), { PreviousVisit: visit, rows: [] });
});

test('new documents are readable and outside the trash, and those of visitors have no author', async () => {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const open = await w.admin.folder(libraryId, 'Open');
  const closed = await w.admin.folder(libraryId, 'Closed');
  await grant(app, w.ann, { folderId: open }, { allow: ['Write', 'Grant'] });
  const shareId = await makeShare(app, w.ann, { folderId: open }, { allow_upload: true });
  const browser = await signIn(w, w.ann);
  await home(browser);
  app.clock.advance(31 * MINUTE_MS);
  await w.admin.document(closed, 'closed.txt');
  const denied = await w.admin.document(open, 'denied.txt');
  await grant(app, w.ann, { documentId: denied }, { deny: ['Read'] });
  const trashed = await w.admin.document(open, 'trashed.txt');
  await w.admin.api('DELETE', `/api/documents/${trashed}`);
  const somebody = visitor(app, await referenceOfShare(app, shareId));
  const UploadId = await bring(app, somebody, 'proof.txt', 'x');
  assert.equal((await somebody.ask('POST', `/folders/${open}/documents`, { UploadId })).status, 201);
  const [row, ...more] = (await home(browser)).NewDocuments;
  assert.deepEqual([row.DocumentName, row.FolderName, row.ChangedBy, more], ['proof.txt', 'Open', null, []]);
});

test('the personal library is measured with its trash, without what was purged', async () => {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'F');
  const first = await w.ann.document(folderId, 'a.txt', '12345');
  const second = await w.ann.document(folderId, 'b.txt', '123');
  await w.ann.api('DELETE', `/api/documents/${first}`);
  const used = async () => (await home(w.ann)).Storage.PersonalLibrary;
  assert.deepEqual(await used(), { Documents: 2, Bytes: 8, IsPartial: false });
  await w.ann.api('DELETE', `/api/documents/${second}?purge=true`);
  assert.deepEqual(await used(), { Documents: 1, Bytes: 5, IsPartial: false });
});
