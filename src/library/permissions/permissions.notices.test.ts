import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPeople } from '../../../test/factories/persons.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { KINDS, addGroup, corporateWorld } from './grants.fixture.ts';

const app = await startApp({}, { own: 'reads whole tables' });

const messagesOf = async ({ userId }: Person) =>
  (await app.sql`select message from notifications where user_id = ${userId} order by notification_id`).map(
    (row) => row['message'],
  );

test('new readers are notified once, including group members, not the granter and former readers', async () => {
  const { w, ids, grant, path } = await corporateWorld(app);
  const [carl, denied] = [await w.addPerson('Carl'), await w.addPerson('Denied')];
  const groupId = await addGroup(w, 'Team', [w.admin, w.ann, w.bob, denied]);
  const denial = { UserId: denied.userId, Deny: ['Read'] };
  await grant('folders', [{ UserId: w.ann.userId, Allow: ['Read'] }]);
  const message = `[@UserId=${w.admin.userId}]Admin[/] gave you access to [@FolderId=${ids.folders}]Plans[/]`;
  assert.deepEqual(await messagesOf(w.ann), [message]);
  const entries = [
    { UserId: w.ann.userId, Allow: ['Read', 'Write'] },
    { UserId: carl.userId, Allow: ['Delete'] },
    { UserId: w.bob.userId, Allow: ['Read'] },
    { GroupId: groupId, Allow: ['Read'] },
  ];
  await grant('folders', [...entries, denial]);
  for (const person of [w.ann, w.bob, carl]) assert.deepEqual(await messagesOf(person), [message], person.name);
  for (const person of [w.admin, denied, w.stranger]) assert.deepEqual(await messagesOf(person), [], person.name);
  await grant('documents', [{ UserId: carl.userId, Allow: ['Read'] }]);
  // A lifted denial lets people read as well.
  await grant('folders', entries);
  await grant('folders', entries);
  for (const person of [w.ann, w.bob, carl, denied]) assert.deepEqual(await messagesOf(person), [message], person.name);
  await w.admin.api('PUT', path('documents'), [{ UserId: w.stranger.userId, Allow: ['Read'] }]);
  assert.match((await messagesOf(w.stranger))[0], /\[@DocumentId=\d+\]plan\.txt\[\/\]$/);
});

test('a name in a notification cannot become markup', async () => {
  const { w } = await corporateWorld(app);
  const folderId = await w.ann.folder(w.ann.libraryId, '[@UserId=1]root[');
  await w.ann.api('PUT', `/api/folders/${folderId}/permissions`, [{ UserId: w.bob.userId, Allow: ['Read'] }]);
  assert.deepEqual(await messagesOf(w.bob), [
    String.raw`[@UserId=${w.ann.userId}]Ann[/] gave you access to [@FolderId=${folderId}]\[@UserId=1]root\[[/]`,
  ]);
});

test('each entry that grants something new is logged; denials and unchanged entries are not', async () => {
  const { w, ids, grant } = await corporateWorld(app);
  const groupId = await addGroup(w, 'Team', []);
  for (const kind of KINDS) {
    await grant(kind, [{ UserId: w.ann.userId, Allow: ['Read'] }]);
    await grant(kind, [
      { UserId: w.ann.userId, Allow: ['Read'] },
      { UserId: w.bob.userId, Deny: ['Read'] },
      { GroupId: groupId, Allow: ['Read', 'Write'] },
    ]);
  }
  const rows = await app.sql`
    select activity_type, library_id, folder_id, document_id, content_name, details from activity
    where deployment_id = ${w.deploymentId} and activity_type like '%Shared%' order by activity_id`;
  const place = { library_id: ids.libraries, folder_id: null as number | null, document_id: null as number | null };
  const expected = [
    { type: 'Library', ...place, content_name: 'Corporate' },
    { type: 'Folder', ...place, folder_id: ids.folders, content_name: 'Plans' },
    { type: 'Document', ...place, folder_id: ids.folders, document_id: ids.documents, content_name: 'plan.txt' },
  ].flatMap(({ type, ...rest }) => [
    { activity_type: `${type}SharedWithUser`, ...rest, details: { userId: w.ann.userId, rights: 'Read' } },
    { activity_type: `${type}SharedWithGroup`, ...rest, details: { groupId, rights: 'Read Write' } },
  ]);
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    expected,
  );
});

test('granting a folder to a large group notifies all members in a few statements', async () => {
  const { w, ids, path } = await corporateWorld(app);
  const groupId = await addGroup(w, 'Everybody', []);
  await app.sql`
    insert into group_members (deployment_id, group_id, user_id)
    select ${w.deploymentId}, ${groupId}, unnest(${await addPeople(app, w, 3000)}::bigint[])`;
  const { status } = await w.admin.api('PUT', path('folders'), [{ GroupId: groupId, Allow: ['Read'] }]);
  assert.equal(status, 200);
  const [row] = await app.sql`
    select count(*) as notices, count(distinct user_id) as people from notifications
    where deployment_id = ${w.deploymentId} and message like ${`%[@FolderId=${ids.folders}]%`}`;
  assert.deepEqual([row?.['notices'], row?.['people']], [3000, 3000]);
});
