import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asPerson } from '../../../test/factories/persons.ts';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

test('everybody in the deployment sees the profile of a user; groups are for the user and site admins', async () => {
  const w = await app.world();
  const { GroupId } = (await w.admin.api('POST', '/api/groups', { GroupName: 'Sales' })).body;
  await w.admin.api('PUT', `/api/groups/${GroupId}/members`, [w.ann.userId]);
  const path = `/api/users/${w.ann.userId}/profile`;
  const Groups = [{ GroupId, GroupName: 'Sales' }];
  const profile = { ...asPerson(w.ann), IsSiteAdmin: false };
  assert.deepEqual((await w.stranger.api('GET', path)).body, { ...profile, Groups: null });
  assert.deepEqual((await w.ann.api('GET', path)).body, { ...profile, Groups });
  assert.deepEqual((await w.admin.api('GET', path)).body, { ...profile, Groups });
  assert.equal((await w.other.api('GET', path)).status, 404);
  assert.equal((await w.anonymous.api('GET', path)).status, 401);
});

test('people change their own name, time zone and language, and nothing else', async () => {
  const { ann } = await app.world();
  const change = { Name: ' Ann  Baker ', TimeZone: 'europe/LISBON', Language: 'en' };
  const { status, body } = await ann.api('PATCH', '/api/users/me', change);
  assert.equal(status, 200);
  assert.deepEqual([body.Name, body.TimeZone, body.Language], ['Ann  Baker', 'Europe/Lisbon', 'en']);
  assert.deepEqual((await ann.api('GET', '/api/users/me')).body, body);
  assert.equal((await ann.api('GET', '/api/users?query=ann%20%20b')).body[0].UserId, ann.userId);
  assert.equal((await ann.api('PATCH', '/api/users/me', { TimeZone: null })).body.TimeZone, null);
  assert.equal((await ann.api('PATCH', '/api/users/me', body)).body.IsSiteAdmin, false);
  assert.equal((await ann.api('PATCH', '/api/users/me', { ...body, IsSiteAdmin: true })).body.IsSiteAdmin, false);
});

test('a blank name, an unknown time zone or language, and an empty change are 400', async () => {
  const { ann } = await app.world();
  for (const change of [
    {},
    { Name: ' ' },
    { Name: null },
    { Name: 'a'.repeat(200) },
    { TimeZone: 'Europe/Atlantis' },
    { TimeZone: '+02:00' },
    { TimeZone: '' },
    { TimeZone: 5 },
    { Language: 'fr' },
    { Timezones: 'UTC' },
  ]) {
    assert.equal((await ann.api('PATCH', '/api/users/me', change)).status, 400, JSON.stringify(change));
  }
});

test('null counts as absent, except that it removes the time zone', async () => {
  const { ann } = await app.world();
  await ann.api('PATCH', '/api/users/me', { TimeZone: 'Europe/Lisbon' });
  const unused = { Language: null, MailPreferences: null };
  const named = await ann.api('PATCH', '/api/users/me', { ...unused, Name: 'Anna' });
  assert.deepEqual([named.status, named.body.Name, named.body.TimeZone], [200, 'Anna', 'Europe/Lisbon']);
  const moved = await ann.api('PATCH', '/api/users/me', { ...unused, Name: null, TimeZone: null });
  assert.deepEqual([moved.status, moved.body.Name, moved.body.TimeZone], [200, 'Anna', null]);
});

test('a deleted user keeps the name in profiles and objects', async () => {
  const w = await app.world();
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'Plans'), 'a.txt');
  const taskId = await makeTask(app, w.ann, w.bob.email, documentId);
  assert.equal((await w.admin.api('DELETE', `/api/users/${w.bob.userId}`)).status, 204);
  const person = { ...asPerson(w.bob), Email: `${w.bob.email}.inactive1`, IsDeleted: true };
  const profile = await w.ann.api('GET', `/api/users/${w.bob.userId}/profile`);
  assert.deepEqual(profile.body, { ...person, IsSiteAdmin: false, Groups: null });
  const task = (await w.ann.api('GET', `/api/tasks/${taskId}`)).body;
  assert.deepEqual([task.AssigneePerson, task.Assignee], [person, person.Email]);
});
