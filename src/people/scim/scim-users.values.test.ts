/** SCIM requests with values that are not what they should be. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { addScimUser, connect, newAddress, patch } from './scim.fixture.ts';

const app = await startApp();

async function provide() {
  const provider = await connect(app, await app.world());
  return { provider, scim: provider.scim };
}

test('half of a character in any text is 400, and nothing is stored', async () => {
  const { provider, scim } = await provide();
  const { id } = await addScimUser(provider);
  const half = '\ud800';
  const emails = [{ value: half }];
  const users = `/Users/${id}`;
  const answers = [
    await scim('POST', '/Users', { userName: newAddress(), emails }),
    await scim('POST', '/Users', { userName: newAddress(), externalId: half }),
    await scim('PATCH', users, patch({ op: 'replace', path: 'emails', value: emails })),
    await scim('PATCH', users, patch({ op: 'replace', path: 'userName', value: `${half}@people.test` })),
    await scim('POST', '/Groups', { displayName: 'Group', externalId: half }),
  ];
  assert.deepEqual(
    answers.map(({ status, body }) => `${status} ${body.scimType}`),
    answers.map(() => '400 invalidValue'),
  );
  const byFilter = patch({ op: 'replace', path: String.raw`emails[type eq "\ud800"].value`, value: 'a@people.test' });
  assert.equal((await scim('PATCH', users, byFilter)).status, 400);
  assert.equal((await scim('GET', '/Users')).body.totalResults, 1);
});

test('a filter of emails in a path compares parts of an email, and is 400 otherwise', async () => {
  const { provider, scim } = await provide();
  const { id } = await addScimUser(provider);
  for (const filter of ['type.x.y pr', 'type eq "work" or kind pr', 'emails[type eq "work"]', 'not (id eq "1")']) {
    const change = patch({ op: 'replace', path: `emails[${filter}].value`, value: 'a@people.test' });
    const { status, body } = await scim('PATCH', `/Users/${id}`, change);
    assert.deepEqual([status, body.scimType], [400, 'invalidFilter'], filter);
  }
});

test('operations and emails of another kind are 400, and emails without a value are left out', async () => {
  const { provider, scim } = await provide();
  const { id } = await addScimUser(provider);
  const op = { toString: 1, valueOf: 1 };
  const long = `emails[type eq "${'x'.repeat(253)}\u{1f600}"].value`;
  const wrong = [
    { op, path: 'active', value: true },
    { op: [op], path: 'active', value: true },
    { op: 'add', path: long, value: 'x@people.test' },
    { op: 'replace', path: 'emails', value: [[{ value: 'x@people.test' }]] },
  ];
  for (const operation of wrong)
    assert.equal((await scim('PATCH', `/Users/${id}`, patch(operation))).status, 400, JSON.stringify(operation));
  const emails = { op: 'replace', path: 'emails', value: [{}, { value: 'x@people.test' }] };
  assert.deepEqual((await scim('PATCH', `/Users/${id}`, patch(emails))).body.emails, [{ value: 'x@people.test' }]);
});
