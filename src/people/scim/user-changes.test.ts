import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { addScimUser, connect, patch } from './scim.fixture.ts';

const app = await startApp();

async function provide() {
  const provider = await connect(app, await app.world());
  return { provider, scim: provider.scim };
}

test('PUT replaces all attributes but active', async () => {
  const { provider, scim } = await provide();
  const emails = [{ value: 'a@x.test', type: 'home' }];
  const made = await addScimUser(provider, { externalId: 'e', emails, name: { givenName: 'P' }, active: false });
  const { status, body } = await scim('PUT', `/Users/${made.id}`, {
    userName: made.userName,
    name: { familyName: 'Lee' },
  });
  assert.deepEqual(
    [status, body.externalId, body.emails, body.name, body.displayName, body.active],
    [200, undefined, undefined, { formatted: 'Pat Lee', familyName: 'Lee' }, 'Pat Lee', false],
  );
  assert.equal((await scim('PUT', `/Users/${made.id}`, { displayName: 'X' })).body.scimType, 'invalidValue');
});

test('PATCH changes attributes by path, by filter and without a path, and ignores those of other schemas', async () => {
  const { provider, scim } = await provide();
  const { id } = await addScimUser(provider, { displayName: undefined, name: { givenName: 'Pat', familyName: 'Lee' } });
  const send = async (...operations: object[]) => (await scim('PATCH', `/Users/${id}`, patch(...operations))).body;
  assert.equal((await send({ op: 'Replace', path: 'name.familyName', value: 'Ray' })).displayName, 'Pat Ray');
  assert.equal(
    (await send({ op: 'replace', value: { 'name.givenName': 'Kim', DisplayName: 'K. Ray' } })).displayName,
    'K. Ray',
  );
  assert.deepEqual((await send({ op: 'replace', path: 'name', value: { givenName: 'Al' } })).name, {
    formatted: 'K. Ray',
    givenName: 'Al',
    familyName: 'Ray',
  });
  const work = 'emails[type eq "work"].value';
  assert.deepEqual((await send({ op: 'Replace', path: work, value: 'a@x.test' })).emails, [
    { value: 'a@x.test', type: 'work' },
  ]);
  assert.deepEqual((await send({ op: 'Add', path: work, value: 'b@x.test' })).emails, [
    { value: 'b@x.test', type: 'work' },
  ]);
  const both = await send({ op: 'add', path: 'emails', value: [{ value: 'c@x.test', type: 'home', primary: 'True' }] });
  assert.deepEqual(both.emails[1], { value: 'c@x.test', type: 'home', primary: true });
  assert.deepEqual((await send({ op: 'Remove', path: 'emails[type eq "work"]' })).emails.length, 1);
  assert.equal((await send({ op: 'remove', path: 'emails' })).emails, undefined);
  const urn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  const ignored = await send(
    { op: 'Add', path: `${urn}:department`, value: 'Sales' },
    { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Oslo' },
    { op: 'add', value: { [`${urn}:manager`]: { value: 'x' }, id: 'other', title: 'Dr.' } },
    { op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:externalId', value: 'e-2' },
  );
  assert.deepEqual([ignored.id, ignored.externalId], [id, 'e-2']);
  assert.equal((await send({ op: 'remove', path: 'externalId' })).externalId, undefined);
});

test('a malformed change is 400 with its keyword, and changes nothing', async () => {
  const { provider, scim } = await provide();
  const made = await addScimUser(provider);
  const path = `/Users/${made.id}`;
  const first = { op: 'replace', path: 'externalId', value: 'changed' };
  for (const [operation, keyword] of [
    [{ op: 'move', path: 'active', value: true }, 'invalidSyntax'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'remove', path: 'userName' }, 'mutability'],
    [{ op: 'replace', path: 'emails[type eq', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type zz "x"]', value: 'x' }, 'invalidFilter'],
    [{ op: 'replace', path: 'emails[value eq "none"].value', value: 'x' }, 'noTarget'],
    [{ op: 'replace', path: 5, value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: '__proto__.polluted', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
    [{ op: 'replace', path: 'userName', value: 'no address' }, 'invalidValue'],
    [{ op: 'replace', path: 'displayName', value: ['x'] }, 'invalidValue'],
    [{ op: 'replace', path: 'displayName', value: 'a\u0000b' }, 'invalidValue'],
    [{ op: 'replace', value: 'x' }, 'invalidValue'],
    [{ op: 'replace', path: 'emails', value: Array.from({ length: 11 }, () => ({ value: 'a' })) }, 'tooMany'],
  ] as const) {
    const { status, body } = await scim('PATCH', path, patch(first, operation));
    assert.deepEqual([status, body.scimType], [400, keyword], JSON.stringify(operation));
  }
  for (const body of [[], 'x', { Operations: [] }, { Operations: 'x' }, { Operations: [null] }]) {
    assert.equal((await scim('PATCH', path, body)).body.scimType, 'invalidSyntax', JSON.stringify(body));
  }
  const tooMany = Array.from({ length: 1_001 }, () => first);
  assert.equal((await scim('PATCH', path, patch(...tooMany))).body.scimType, 'tooMany');
  assert.deepEqual((await scim('GET', path)).body, made);
});
