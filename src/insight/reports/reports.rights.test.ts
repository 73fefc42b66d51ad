/** Access to reports when they are requested and when they are fetched. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant, revokeAll } from '../../../test/factories/permissions.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { begin, report, resultOf, whatOf } from './reports.fixture.ts';

const app = await startApp();

test('losing the right to read before fetching is refused; regaining it is not', async () => {
  const { ann, bob } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const documentId = await ann.document(folderId, 'a.txt');
  await grant(app, bob, { documentId }, { allow: ['Read'] });
  await grant(app, bob, { libraryId: ann.libraryId }, { allow: ['Read'] });
  const paths = [`documents/${documentId}/activity-report`, `libraries/${ann.libraryId}/activity-report`];
  const jobs = [await begin(bob, paths[0] ?? ''), await begin(bob, paths[1] ?? '')];
  await app.runJobs();
  const results = await Promise.all(jobs.map((jobId) => resultOf(bob, jobId)));
  await revokeAll(app, bob);
  for (const result of results) {
    for (const method of ['GET', 'HEAD']) assert.equal((await bob.api(method, result)).status, 403, result);
  }
  await grant(app, bob, { libraryId: ann.libraryId }, { allow: ['Read'] });
  for (const result of results) assert.equal((await bob.api('GET', result)).status, 200, result);
});

test('former site admins cannot download admin reports', async () => {
  const w = await app.world();
  const { admin, ann } = w;
  const former = await w.addPerson('Former', { isSiteAdmin: true });
  const documentOf = async (person: Person) =>
    person.document(await person.folder(person.libraryId, 'F'), 'a.txt', crypto.randomUUID());
  const [anns, own] = [await documentOf(ann), await documentOf(former)];
  const jobs = [
    await begin(former, `users/${ann.userId}/admin-report`),
    await begin(former, 'tasks/task-report'),
    await begin(former, `documents/${anns}/activity-report`),
    await begin(former, `libraries/${ann.libraryId}/activity-report`),
    await begin(former, `documents/${own}/activity-report`),
    await begin(former, `libraries/${former.libraryId}/activity-report`),
  ];
  await app.runJobs();
  const results = await Promise.all(jobs.map((jobId) => resultOf(former, jobId)));
  const setAdmin = async (IsSiteAdmin: boolean) =>
    assert.equal((await admin.api('PATCH', `/api/users/${former.userId}`, { IsSiteAdmin })).status, 200);
  const statuses = async (suffix = '') =>
    Promise.all(results.map(async (result) => (await former.api('GET', result + suffix)).status));
  await setAdmin(false);
  assert.deepEqual(await statuses(), [403, 403, 403, 403, 200, 200]);
  assert.deepEqual(await statuses('/summary'), [403, 403, 403, 403, 200, 200]);
  await setAdmin(true);
  assert.deepEqual(await statuses(), [200, 200, 200, 200, 200, 200]);
});

test('a report on an item now in the trash is refused to readers and owners, not to site admins', async () => {
  const { admin, ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const documentId = await ann.document(folderId, 'a.txt');
  const path = `documents/${documentId}/activity-report`;
  const [anns, admins] = [await begin(ann, path), await begin(admin, path)];
  await app.runJobs();
  const [annsResult, adminsResult] = [await resultOf(ann, anns), await resultOf(admin, admins)];
  await ann.api('DELETE', `/api/folders/${folderId}`);
  const { status, body } = await ann.api('GET', annsResult);
  assert.deepEqual([status, body.title], [403, 'You can no longer read the subject of this report.']);
  assert.equal((await admin.api('GET', adminsResult)).status, 200);
  assert.equal((await admin.api('GET', annsResult)).status, 200);
});

test('readers can fetch reports of each other, of a library only if nothing in it is denied to them', async () => {
  const { admin, ann, bob, stranger, other } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const documentId = await ann.document(folderId, 'a.txt');
  await grant(app, bob, { libraryId: ann.libraryId }, { allow: ['Read'] });
  const ofDocument = await begin(ann, `documents/${documentId}/activity-report`);
  const ofLibrary = await begin(ann, `libraries/${ann.libraryId}/activity-report`);
  await app.runJobs();
  const results = [await resultOf(ann, ofDocument), await resultOf(ann, ofLibrary)];
  for (const result of results) {
    const statuses = await Promise.all([ann, bob, stranger, admin, other].map((person) => person.api('GET', result)));
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [200, 200, 403, 200, 404],
    );
  }
  const denied = await ann.document(folderId, 'denied.txt');
  await grant(app, bob, { documentId: denied }, { deny: ['Read'] });
  assert.deepEqual(
    (await Promise.all(results.map((result) => bob.api('GET', result)))).map(({ status }) => status),
    [200, 403],
  );
});

test('a library report leaves out items denied to its requester, with everything below them', async () => {
  const { admin, ann } = await app.world();
  const libraryId = await makeLibrary(admin, 'Corporate');
  const open = await admin.folder(libraryId, 'Open');
  const closed = await admin.folder(libraryId, 'Closed');
  const below = await makeChild(admin, closed, 'Below');
  await admin.document(open, 'open.txt');
  const hidden = await admin.document(open, 'hidden.txt');
  await admin.document(below, 'closed.txt');
  await grant(app, ann, { libraryId }, { allow: ['Read'] });
  await grant(app, ann, { folderId: closed }, { deny: ['Read'] });
  await grant(app, ann, { documentId: hidden }, { deny: ['Read'] });
  const path = `libraries/${libraryId}/activity-report`;
  assert.deepEqual(whatOf((await report(app, ann, path)).rows), [
    'Created Library: Corporate',
    'Created Folder: Open',
    'Created Document: open.txt',
  ]);
  assert.equal((await report(app, admin, path)).rows.length, 7);
});

test('for deleted users a report shows their current address', async () => {
  const { admin, ann } = await app.world();
  const libraryId = await makeLibrary(admin);
  const folderId = await admin.folder(libraryId, 'F');
  await grant(app, ann, { libraryId }, { allow: ['Write'] });
  const documentId = await ann.document(folderId, 'a.txt');
  assert.equal((await admin.api('DELETE', `/api/users/${ann.userId}`)).status, 204);
  const { rows } = await report(app, admin, `documents/${documentId}/activity-report`);
  assert.deepEqual(
    rows.map((row) => row['UserName']),
    [`${ann.email}.inactive1`],
  );
});
