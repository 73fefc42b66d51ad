import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import { transaction } from '../../platform/db/connection.ts';
import { isSignedIn, signIn } from '../sessions/browser.fixture.ts';
import { removeUser } from './user-removal.steps.ts';

const app = await startApp();
const notificationsOf = async (userId: number) =>
  (await app.sql`select message from notifications where user_id = ${userId}`).map((row) => row['message']);
const libraryOf = async (libraryId: number) =>
  (
    await app.sql`
    select name, is_private, owner_id, trashed_by, trashed_at is not null as trashed from libraries
    where library_id = ${libraryId}`
  )[0];

test('a deleted user returns 404, is not listed, is signed out everywhere and cannot sign in', async () => {
  const w = await app.world();
  const path = `/api/users/${w.ann.userId}`;
  const browser = await signIn(w, w.ann);
  const deleted = await w.admin.api('DELETE', path);
  assert.deepEqual([deleted.status, deleted.text], [204, '']);
  assert.equal((await w.ann.api('GET', '/api/users/me')).status, 401);
  assert.equal(await isSignedIn(browser), false);
  assert.equal(
    (await w.ann.api('POST', '/api/sessions', { Email: w.ann.email, Password: w.ann.password })).status,
    401,
  );
  const names = (await w.admin.api('GET', '/api/users')).body.map((user: { Name: string }) => user.Name);
  assert.deepEqual(names, ['Admin', 'Bob', 'Stranger']);
  for (const [method, body] of [['GET'], ['PATCH', { Name: 'X' }], ['DELETE']] as const) {
    assert.equal((await w.admin.api(method, path, body)).status, 404);
  }
  assert.equal((await w.admin.api('GET', `${path}/tokens`)).status, 404);
  assert.equal((await w.admin.api('POST', `${path}/tokens`, { Name: 'x' })).status, 404);
});

test('the personal library becomes a corporate one in the trash, which can be restored with its content', async () => {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Papers');
  const documentId = await w.ann.document(folderId, 'a.txt');
  await w.admin.api('DELETE', `/api/users/${w.ann.userId}`);
  assert.deepEqual(
    { ...(await libraryOf(w.ann.libraryId)) },
    {
      name: `My Library (${w.ann.email})`,
      is_private: false,
      owner_id: null,
      trashed_by: w.admin.userId,
      trashed: true,
    },
  );
  assert.equal((await w.admin.api('GET', `/api/documents/${documentId}`)).status, 404);
  const restored = await w.admin.api('PATCH', `/api/libraries/${w.ann.libraryId}/restore`);
  assert.deepEqual(
    [restored.status, restored.body.LibraryName, restored.body.IsPrivate],
    [200, `My Library (${w.ann.email})`, false],
  );
  assert.equal((await w.admin.api('GET', `/api/documents/${documentId}`)).status, 200);
});

test('the transferTo user gets all rights in the library despite denials, and is notified', async () => {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Papers');
  await w.ann.api('PUT', `/api/libraries/${w.ann.libraryId}/permissions`, [{ UserId: w.bob.userId, Deny: ['Read'] }]);
  const { status } = await w.admin.api('DELETE', `/api/users/${w.ann.userId}?transferTo=${w.bob.userId}`);
  assert.equal(status, 204);
  const name = `My Library (${w.ann.email})`;
  const listed = (await w.bob.api('GET', '/api/libraries')).body.map((l: { LibraryName: string }) => l.LibraryName);
  assert.deepEqual(listed, ['My Library', name]);
  const { body } = await w.bob.api('GET', `/api/libraries/${w.ann.libraryId}/permissions`);
  assert.deepEqual(body, [
    { UserId: w.bob.userId, Name: 'Bob', Allow: ['Read', 'Write', 'Delete', 'Grant'], Deny: [], Role: 'Manager' },
  ]);
  assert.equal((await w.bob.api('DELETE', `/api/folders/${folderId}`)).status, 204);
  assert.equal(
    (await notificationsOf(w.bob.userId)).at(-1),
    `[@LibraryId=${w.ann.libraryId}]${name}[/] was handed over to you`,
  );
});

test('transferTo must be another user of the deployment: 400, and nothing is deleted', async () => {
  const w = await app.world();
  await w.admin.api('DELETE', `/api/users/${w.stranger.userId}`);
  for (const id of [w.ann.userId, w.other.userId, w.stranger.userId, 999_999_999, 'x', 0]) {
    const { status, body } = await w.admin.api('DELETE', `/api/users/${w.ann.userId}?transferTo=${id}`);
    assert.deepEqual([status, body.errors[0].instance], [400, 'transferTo']);
  }
  assert.equal((await w.ann.api('GET', '/api/users/me')).status, 200);
  assert.equal((await w.ann.api('GET', `/api/libraries/${w.ann.libraryId}`)).body.LibraryName, 'My Library');
});

test('a taken name gets a number', async () => {
  const w = await app.world();
  const name = `My Library (${w.ann.email})`;
  await w.admin.api('POST', '/api/libraries', { LibraryName: name.toUpperCase() });
  await w.admin.api('DELETE', `/api/users/${w.ann.userId}?transferTo=${w.bob.userId}`);
  assert.match((await libraryOf(w.ann.libraryId))?.['name'], / \(2\)/);
});

test('an address that is not a valid library name still gives one', async () => {
  const w = await app.world();
  const email = `o/u\u200D-${crypto.randomUUID().slice(0, 8)}@${'x'.repeat(200)}.test`;
  const { body } = await w.admin.api('POST', '/api/users', { Email: email, Name: 'Odd', Password: 'a good password' });
  const [row] = await app.sql`select library_id from libraries where owner_id = ${body.UserId}`;
  assert.equal((await w.admin.api('DELETE', `/api/users/${body.UserId}`)).status, 204);
  const name = (await libraryOf(row?.['library_id']))?.['name'];
  assert.equal([...name].length, 199);
  assert.match(name, /^My Library \(o_u_-.*\)$/);
  assert.equal(
    (await w.admin.api('PATCH', `/api/libraries/${row?.['library_id']}`, { LibraryName: name })).status,
    404,
  );
});

test('the address becomes free each time', async () => {
  const w = await app.world();
  const email = w.ann.email;
  let userId = w.ann.userId;
  const taken = await w.admin.api('POST', '/api/users', { Email: `${email}.inactive2`, Name: 'Real' });
  for (const retired of [`${email}.inactive1`, `${email}.inactive3`]) {
    assert.equal((await w.admin.api('DELETE', `/api/users/${userId}`)).status, 204);
    assert.equal((await app.sql`select email from users where user_id = ${userId}`)[0]?.['email'], retired);
    const again = await w.admin.api('POST', '/api/users', { Email: email, Name: 'Ann', Password: 'a good password' });
    assert.equal(again.status, 201);
    userId = again.body.UserId;
  }
  assert.equal(taken.status, 201);
});

test("the user's tokens are revoked with all tokens created with them", async () => {
  const w = await app.world();
  const second = await w.addPerson('Second', { isSiteAdmin: true });
  const own = (await second.api('POST', `/api/users/${second.userId}/tokens`, { Name: 'own' })).body;
  const headers = { authorization: `Bearer ${own.Token}` };
  const foreign = await w.anonymous.api('POST', `/api/users/${w.bob.userId}/tokens`, { Name: 'foreign' }, headers);
  const me = (token: string) =>
    w.anonymous.api('GET', '/api/users/me', undefined, { authorization: `Bearer ${token}` });
  assert.equal((await me(foreign.body.Token)).status, 200);
  await w.admin.api('DELETE', `/api/users/${second.userId}`);
  assert.equal((await me(own.Token)).status, 401);
  assert.equal((await me(foreign.body.Token)).status, 401);
  assert.equal((await me(w.bob.token)).status, 200);
});

test('memberships, entries and mailed links of the user end; their grants stay', async () => {
  const w = await app.world();
  const { body: group } = await w.admin.api('POST', '/api/groups', { GroupName: 'Team' });
  await w.admin.api('PUT', `/api/groups/${group.GroupId}/members`, [w.ann.userId, w.bob.userId]);
  const folderId = await w.bob.folder(w.bob.libraryId, 'F');
  await w.bob.api('PUT', `/api/folders/${folderId}/permissions`, [
    { UserId: w.ann.userId, Allow: ['Grant'] },
    { GroupId: group.GroupId, Allow: ['Read'] },
  ]);
  await w.ann.api('POST', '/api/password-resets', { Email: w.ann.email });
  await app.runJobs();
  await w.admin.api('DELETE', `/api/users/${w.ann.userId}`);
  const members = (await w.admin.api('GET', `/api/groups/${group.GroupId}/members`)).body;
  assert.deepEqual(
    members.map((user: { UserId: number }) => user.UserId),
    [w.bob.userId],
  );
  const entries = (await w.bob.api('GET', `/api/folders/${folderId}/permissions`)).body;
  assert.deepEqual(entries, [{ GroupId: group.GroupId, Name: 'Team', Allow: ['Read'], Deny: [], Role: 'Viewer' }]);
  const left = await app.sql`select from one_time_links where user_id = ${w.ann.userId} and used_at is null`;
  assert.equal(left.length, 0);
  const put = await w.admin.api('PUT', `/api/groups/${group.GroupId}/members`, [w.ann.userId]);
  assert.equal(put.status, 400);
});

test('the last site admin cannot be deleted: 409', async () => {
  const w = await app.world();
  assert.equal((await w.admin.api('DELETE', `/api/users/${w.admin.userId}`)).status, 409);
  const second = await w.addPerson('Second', { isSiteAdmin: true });
  assert.equal((await w.admin.api('DELETE', `/api/users/${w.admin.userId}`)).status, 204);
  assert.equal((await second.api('DELETE', `/api/users/${second.userId}`)).status, 409);
  assert.equal((await second.api('GET', '/api/users/me')).status, 200);
});

test('of two site admins who delete each other concurrently one succeeds', async () => {
  for (let i = 0; i < 5; i++) {
    const w = await app.world();
    const second = await w.addPerson('Second', { isSiteAdmin: true });
    const answers = await Promise.all([
      w.admin.api('DELETE', `/api/users/${second.userId}`),
      second.api('DELETE', `/api/users/${w.admin.userId}`),
    ]);
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    // The loser gets 401 instead if the winner was done before the loser's token was looked at.
    assert.ok(statuses[0] === 204 && (statuses[1] === 409 || statuses[1] === 401), String(statuses));
  }
});

test('of two users in a database deadlock the second is refused', async () => {
  const w = await app.world();
  const second = await w.addPerson('Second', { isSiteAdmin: true });
  const who = (userId: number) => ({ deploymentId: w.deploymentId, userId, at: app.clock.now });
  const results = await Promise.allSettled([
    transaction(app.sql, (tx) =>
      removeUser(tx, app.deps.steps, who(w.admin.userId), { userId: second.userId, transferTo: null }),
    ),
    transaction(app.sql, (tx) =>
      removeUser(tx, app.deps.steps, who(second.userId), { userId: w.admin.userId, transferTo: null }),
    ),
  ]);
  const refused = results.filter((result) => result.status === 'rejected');
  assert.equal(refused.length, 1);
  assert.equal(refused[0]?.reason.status, 409);
});

test('deleting a user who is concurrently granted something, added to a group or given a token leaves nothing behind', async () => {
  for (let i = 0; i < 5; i++) {
    const w = await app.world();
    const { body: group } = await w.admin.api('POST', '/api/groups', { GroupName: 'Team' });
    const answers = await Promise.all([
      w.ann.api('PUT', `/api/libraries/${w.ann.libraryId}/permissions`, [{ UserId: w.ann.userId, Allow: ['Read'] }]),
      w.bob.api('PUT', `/api/libraries/${w.bob.libraryId}/permissions`, [{ UserId: w.ann.userId, Allow: ['Read'] }]),
      w.admin.api('PUT', `/api/groups/${group.GroupId}/members`, [w.ann.userId]),
      w.admin.api('POST', `/api/users/${w.ann.userId}/tokens`, { Name: 'late' }),
      w.admin.api('DELETE', `/api/users/${w.ann.userId}`),
    ]);
    assert.equal(answers.at(-1)?.status, 204);
    assert.ok(
      answers.every(({ status }) => status < 500),
      String(answers.map(({ status }) => status)),
    );
    for (const table of ['permissions', 'group_members', 'sessions']) {
      assert.equal((await app.sql`select from ${app.sql(table)} where user_id = ${w.ann.userId}`).length, 0, table);
    }
    const live = await app.sql`select from tokens where user_id = ${w.ann.userId} and revoked_at is null`;
    assert.equal(live.length, 0);
  }
});

test('open tasks of a deleted creator stay open: the assignee decides them, and site admins can delete them', async () => {
  const { ann, bob, admin } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const [decided, undecided] = [await ann.document(folderId, 'a.txt'), await ann.document(folderId, 'b.txt')];
  const paths = [];
  for (const documentId of [decided, undecided])
    paths.push(`/api/tasks/${await makeTask(app, ann, bob.email, documentId)}`);
  const [first, second] = paths as [string, string];
  await admin.api('DELETE', `/api/users/${ann.userId}?transferTo=${admin.userId}`);
  const { TaskStatus, Creator, Abilities } = (await bob.api('GET', first)).body;
  assert.deepEqual([TaskStatus, Creator, Abilities.Complete], ['Open', `${ann.email}.inactive1`, true]);
  const approved = await bob.api('PATCH', `${first}/complete`, { Decision: 'Approve' });
  assert.deepEqual([approved.status, approved.body.TaskResult], [200, 'Positive']);
  for (const person of [bob, admin]) assert.equal((await person.api('PATCH', `${second}/cancel`)).status, 403);
  assert.equal((await admin.api('DELETE', second)).status, 204);
  assert.equal((await bob.api('GET', second)).status, 404);
});

test('open tasks of a deleted assignee stay open: nobody can decide them, and the creator ends them', async () => {
  const { ann, bob, admin } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'Plans'), 'a.txt');
  const path = `/api/tasks/${await makeTask(app, ann, bob.email, documentId)}`;
  await admin.api('DELETE', `/api/users/${bob.userId}`);
  const { TaskStatus, Assignee, AccessEndsAt, Abilities } = (await ann.api('GET', path)).body;
  assert.deepEqual([TaskStatus, Assignee, AccessEndsAt], ['Open', `${bob.email}.inactive1`, null]);
  assert.deepEqual(Abilities, { Complete: false, Cancel: true, Delete: true });
  for (const person of [ann, admin]) {
    assert.equal((await person.api('PATCH', `${path}/complete`, { Decision: 'Approve' })).status, 403);
  }
  // Somebody else who gets the free address is not the assignee.
  const again = await admin.api('POST', '/api/users', { Email: bob.email, Name: 'Bob', Password: 'a good password' });
  assert.equal(again.status, 201);
  assert.equal((await ann.api('GET', path)).body.Assignee, `${bob.email}.inactive1`);
  assert.equal((await ann.api('PATCH', `${path}/cancel`)).body.TaskStatus, 'Cancelled');
});
