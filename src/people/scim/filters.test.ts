import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { type Provider, addScimUser, connect, newAddress, patch } from './scim.fixture.ts';

const app = await startApp();

async function found({ scim }: Provider, filter: string, at = '/Users'): Promise<string[]> {
  const { status, body, text } = await scim('GET', `${at}?filter=${encodeURIComponent(filter)}`);
  assert.equal(status, 200, `${filter}: ${text}`);
  return body.Resources.map(({ id }: { id: string }) => id);
}

test('filters find people by every operator and attribute', async () => {
  const provider = await connect(app, await app.world());
  const address = newAddress();
  const emails = [
    { value: 'W@x.test', type: 'work', primary: true },
    { value: 'h@y.test', type: 'home' },
  ];
  const name = { givenName: 'Pat', familyName: 'O"Neil\\' };
  const { id: a } = await addScimUser(provider, {
    userName: address,
    displayName: 'Pat',
    name,
    externalId: 'Ext',
    emails,
  });
  app.clock.advance(1_000);
  const time = app.clock.now.toISOString();
  const { id: b } = await addScimUser(provider, { displayName: 'Zoe 100%_', active: false });
  const { body: group } = await provider.scim('POST', '/Groups', { displayName: 'Sales', members: [{ value: a }] });
  for (const [filter, expected] of [
    [`userName eq "${address.toUpperCase()}"`, [a]],
    [`USERNAME Eq "${address}"`, [a]],
    [`urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${address}"`, [a]],
    [`userName ne "${address}"`, [b]],
    ['externalId eq "Ext"', [a]],
    ['externalId eq "ext"', []],
    ['externalId ne "Ext"', [b]],
    ['externalId pr', [a]],
    ['not (externalId pr)', [b]],
    ['externalId eq null', [b]],
    ['displayName sw "pa"', [a]],
    ['displayName ew "%_"', [b]],
    ['displayName co "%"', [b]],
    ['displayName co "a_"', []],
    ['displayName gt "pat"', [b]],
    ['displayName ge "PAT" and displayName lt "z"', [a]],
    ['name.givenName eq "pat"', [a]],
    ['not (name.givenName eq "pat")', [b]],
    ['name.familyName eq "o\\"neil\\\\"', [a]],
    ['name.familyName eq "O\\u0022Neil\\u005c"', [a]],
    ['active eq true', [a]],
    ['active ne true', [b]],
    ['active eq "False"', [b]],
    [`id eq "${b}"`, [b]],
    ['id eq "x"', []],
    [`meta.created ge "${time}"`, [b]],
    [`meta.created lt "${time}"`, [a]],
    ['emails eq "w@x.test"', [a]],
    ['emails.value co "@Y."', [a]],
    ['emails pr', [a]],
    ['emails[type eq "work" and value ew "x.test"]', [a]],
    ['emails[type eq "work" and value ew "y.test"]', []],
    ['emails[not (type eq "work")]', [a]],
    ['emails[primary eq true].value eq "w@x.test"', [a]],
    ['groups.display eq "sales"', [a]],
    [`groups[value eq "${group.id}"]`, [a]],
    [`externalId eq "none" or active eq false and displayName sw "Z"`, [b]],
    [`(externalId eq "none" or active eq false) and displayName sw "P"`, []],
  ] as const) {
    assert.deepEqual(await found(provider, filter), expected, filter);
  }
  for (const [filter, expected] of [
    ['displayName eq "SALES"', [group.id]],
    [`id eq "${group.id}" and members eq "${a}"`, [group.id]],
    [`members.value eq "${b}"`, []],
    [`members[value eq "${a}" and display eq "pat"]`, [group.id]],
  ] as const) {
    assert.deepEqual(await found(provider, filter, '/Groups'), expected, filter);
  }
});

test('a filter that is malformed, unknown or too large is 400 invalidFilter', async () => {
  const { scim } = await connect(app, await app.world());
  for (const filter of [
    'userName',
    'userName eq',
    'userName eq abc',
    'userName eq "a',
    'userName eq "a" and',
    'userName eq "a") or true',
    'userName zz "a"',
    'userName eq 5',
    'userName gt null',
    'active gt true',
    'active eq "maybe"',
    'meta.created eq "yesterday"',
    'meta.created gt "0000-01-01T00:00:00Z"',
    'meta.created gt "2026-02-30T00:00:00Z"',
    'meta.created co "2026-01-01"',
    'id co "1"',
    'password eq "x"',
    'passwordHash pr',
    '__proto__ pr',
    'constructor.name eq "x"',
    'userName[value eq "x"]',
    'emails[emails[type eq "x"]]',
    'emails.__proto__ pr',
    'emails.type.x eq "y"',
    'userName eq "a\\u0000"',
    'userName eq "a\\q"',
    '('.repeat(21) + 'active eq true' + ')'.repeat(21),
    '('.repeat(4_000),
    Array.from({ length: 51 }, () => 'active pr').join(' or '),
    `userName eq "${'x'.repeat(4_096)}"`,
  ]) {
    const { status, body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    assert.deepEqual([status, body.scimType], [400, 'invalidFilter'], filter.slice(0, 60));
  }
});

test('texts in filters are values, never SQL', async () => {
  const provider = await connect(app, await app.world());
  const { id } = await addScimUser(provider);
  for (const text of [
    "' or '1'='1",
    "'; drop table users; --",
    '$1',
    '${1}',
    "\\' or true --",
    '%',
    'x") or (active eq true',
  ]) {
    const filter = `userName eq ${JSON.stringify(text)} or displayName co ${JSON.stringify(text)}`;
    assert.deepEqual(await found(provider, filter), [], text);
  }
  assert.deepEqual(await found(provider, 'active eq true'), [id]);
});

test('no filter or path leads to an error of the server', async () => {
  const provider = await connect(app, await app.world());
  const { id } = await addScimUser(provider, { emails: [{ value: 'a@x.test', type: 'work' }] });
  const words = [
    'userName',
    'emails',
    'active',
    'and',
    'or',
    'not',
    '(',
    ')',
    '[',
    ']',
    '.',
    'eq',
    'co',
    'pr',
    'gt',
    '"a"',
    '"',
    '\\',
    'true',
    'null',
    '1e999',
    '-1',
    '\u{1f600}',
    'meta.created',
    '%00',
    'members',
    'value',
    ':',
    '$',
    '{}',
  ];
  // A linear congruential generator, so that a failure can be repeated.
  let state = 42;
  const next = (limit: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % limit;
  const requests = Array.from({ length: 300 }, () => {
    const text = Array.from({ length: 1 + next(9) }, () => words[next(words.length)]).join(next(3) === 0 ? '' : ' ');
    const at = ['/Users', '/Groups'][next(2)];
    if (next(3) > 0) return { method: 'GET', path: `${at}?filter=${encodeURIComponent(text)}`, body: undefined };
    return { method: 'PATCH', path: `/Users/${id}`, body: patch({ op: 'add', path: text, value: text }) };
  });
  for (const { method, path, body } of requests) {
    const { status } = await provider.scim(method, path, body);
    assert.ok(status === 200 || status === 400, `${status} ${method} ${path} ${JSON.stringify(body)}`);
  }
});
