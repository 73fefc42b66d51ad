/** Requests as Entra ID and Okta send them, by their public documentation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { addScimUser, connect, newAddress } from './scim.fixture.ts';

const app = await startApp();

const PATCH_OP = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];

test('Entra ID tests the connection, then adds, updates, disables, restores and deletes a person', async () => {
  const { scim } = await connect(app, await app.world());
  const unknown = await scim('GET', `/Users?filter=userName+eq+"${crypto.randomUUID()}"`);
  assert.deepEqual([unknown.status, unknown.body.totalResults, unknown.body.Resources], [200, 0, []]);
  const userName = newAddress();
  const added = await scim('POST', '/Users', {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    externalId: 'e0a0-object-id',
    userName,
    active: true,
    displayName: 'Lee, Pat',
    emails: [{ primary: true, type: 'work', value: userName }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Pat Lee', familyName: 'Lee', givenName: 'Pat' },
    title: 'Manager',
    preferredLanguage: 'en-US',
  });
  assert.deepEqual([added.status, added.body.displayName], [201, 'Lee, Pat']);
  const { id } = added.body;
  assert.equal((await scim('GET', `/Users/${id}`)).body.externalId, 'e0a0-object-id');
  assert.equal((await scim('GET', `/Users?filter=externalId+eq+"e0a0-object-id"`)).body.totalResults, 1);
  assert.equal((await scim('GET', `/Users?filter=emails[type eq "work"].value eq "${userName}"`)).body.totalResults, 1);
  const updated = await scim('PATCH', `/Users/${id}`, {
    schemas: PATCH_OP,
    Operations: [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@people.test' },
      { op: 'Replace', path: 'name.familyName', value: 'Ray' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Sales' },
      { op: 'Add', path: 'addresses[type eq "work"].streetAddress', value: '1 Main St' },
    ],
  });
  assert.deepEqual(
    [updated.status, updated.body.emails[0].value, updated.body.name.familyName],
    [200, 'new@people.test', 'Ray'],
  );
  const set = (value: unknown) =>
    scim('PATCH', `/Users/${id}`, { schemas: PATCH_OP, Operations: [{ op: 'Replace', path: 'active', value }] });
  assert.equal((await set('False')).body.active, false);
  assert.equal((await scim('GET', `/Users?filter=userName+eq+"${userName}"`)).body.Resources[0].active, false);
  assert.equal((await set(true)).body.active, true);
  assert.equal((await scim('DELETE', `/Users/${id}`)).status, 204);
  assert.equal((await scim('GET', `/Users/${id}`)).status, 404);
});

test('Entra ID adds a group, its members, checks a membership, renames the group and deletes it', async () => {
  const provider = await connect(app, await app.world());
  const { scim } = provider;
  const { id: pat } = await addScimUser(provider);
  const none = await scim('GET', '/Groups?excludedAttributes=members&filter=displayName+eq+"Sales"');
  assert.equal(none.body.totalResults, 0);
  const added = await scim('POST', '/Groups', {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:Group',
      'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
    ],
    externalId: '8aa1-object-id',
    displayName: 'Sales',
    meta: { resourceType: 'Group' },
  });
  assert.deepEqual([added.status, added.body.members], [201, []]);
  const path = `/Groups/${added.body.id}`;
  const change = async (operation: object) =>
    (await scim('PATCH', path, { schemas: PATCH_OP, Operations: [operation] })).status;
  assert.equal(await change({ op: 'Add', path: 'members', value: [{ $ref: null, value: pat }] }), 200);
  const membership = await scim(
    'GET',
    `/Groups?excludedAttributes=members&filter=id+eq+"${added.body.id}"+and+members+eq+"${pat}"`,
  );
  assert.equal(membership.body.totalResults, 1);
  assert.equal(await change({ op: 'Replace', path: 'displayName', value: 'Sales Europe' }), 200);
  assert.equal(await change({ op: 'Remove', path: 'members', value: [{ $ref: null, value: pat }] }), 200);
  assert.equal((await scim('GET', `${path}?excludedAttributes=members`)).body.displayName, 'Sales Europe');
  assert.equal((await scim('DELETE', path)).status, 204);
});

test('Okta imports, adds, updates, deactivates and reactivates a person', async () => {
  const { scim } = await connect(app, await app.world());
  assert.equal((await scim('GET', '/Users?startIndex=1&count=2')).body.itemsPerPage, 0);
  assert.equal((await scim('GET', '/Groups?startIndex=1&count=100')).body.totalResults, 0);
  const userName = newAddress();
  assert.equal(
    (await scim('GET', `/Users?filter=userName%20eq%20%22${userName}%22&startIndex=1&count=100`)).body.totalResults,
    0,
  );
  const profile = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    name: { givenName: 'Pat', familyName: 'Lee' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Pat Lee',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };
  const added = await scim('POST', '/Users', profile);
  const { id } = added.body;
  assert.equal(added.status, 201);
  assert.equal((await scim('POST', '/Users', profile)).status, 409);
  const updated = await scim('PUT', `/Users/${id}`, {
    ...profile,
    id,
    name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
    displayName: 'Another User',
    meta: { resourceType: 'User' },
  });
  assert.deepEqual([updated.status, updated.body.displayName], [200, 'Another User']);
  for (const active of [false, true]) {
    const { status, body } = await scim('PATCH', `/Users/${id}`, {
      schemas: PATCH_OP,
      Operations: [{ op: 'replace', value: { active } }],
    });
    assert.deepEqual([status, body.active], [200, active]);
  }
});

test('Okta pushes a group, renames it, and changes and replaces its members', async () => {
  const provider = await connect(app, await app.world());
  const { scim } = provider;
  const { id: pat } = await addScimUser(provider);
  const { id: kim } = await addScimUser(provider);
  const added = await scim('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Test SCIMv2',
    members: [{ value: pat, display: 'Pat' }],
  });
  const { id } = added.body;
  const change = (...Operations: object[]) => scim('PATCH', `/Groups/${id}`, { schemas: PATCH_OP, Operations });
  assert.equal((await change({ op: 'replace', value: { id, displayName: 'Renamed' } })).body.displayName, 'Renamed');
  const swapped = await change(
    { op: 'remove', path: `members[value eq "${pat}"]` },
    { op: 'add', path: 'members', value: [{ value: kim, display: 'Kim' }] },
  );
  assert.deepEqual(
    swapped.body.members.map(({ value }: { value: string }) => value),
    [kim],
  );
  const replaced = await change({ op: 'replace', path: 'members', value: [{ value: pat, display: 'Pat' }] });
  assert.deepEqual(
    replaced.body.members.map(({ value }: { value: string }) => value),
    [pat],
  );
  const put = await scim('PUT', `/Groups/${id}`, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    id,
    displayName: 'Renamed',
    members: [{ value: kim, display: 'Kim' }],
  });
  assert.deepEqual(
    put.body.members.map(({ value }: { value: string }) => value),
    [kim],
  );
  assert.equal((await scim('DELETE', `/Groups/${id}`)).status, 204);
});

test('clients discover what is supported', async () => {
  const { scim } = await connect(app, await app.world());
  const config = (await scim('GET', '/ServiceProviderConfig')).body;
  assert.deepEqual(
    ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag'].map((name) => config[name].supported),
    [true, false, true, false, false, true],
  );
  const types = (await scim('GET', '/ResourceTypes')).body.Resources as { id: string; schema: string }[];
  assert.deepEqual(
    types.map(({ id }) => id),
    ['User', 'Group'],
  );
  for (const { id, schema } of types) {
    assert.equal((await scim('GET', `/ResourceTypes/${id}`)).body.schema, schema);
    const described = (await scim('GET', `/Schemas/${schema}`)).body;
    assert.deepEqual([described.id, described.name], [schema, id]);
  }
  assert.equal((await scim('GET', '/Schemas')).body.totalResults, 2);
  assert.equal((await scim('GET', '/Schemas/other')).status, 404);
  // Sorting is not supported, so its parameters have no effect.
  assert.equal((await scim('GET', '/Users?sortBy=userName&sortOrder=descending')).status, 200);
});
