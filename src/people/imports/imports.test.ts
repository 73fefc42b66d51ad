import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { addGroup } from '../../library/permissions/grants.fixture.ts';

const app = await startApp();

type Line = { Line: number; Email: string; Name: string; Outcome: string; UserId: number | null; Errors: string[] };

async function load(by: Person, Csv: string, more: object = {}) {
  const { status, body } = await by.api('POST', '/api/users/import', { Csv, ...more });
  return { status, body, lines: (body.Lines ?? []) as Line[] };
}

const address = () => `${crypto.randomUUID()}@people.test`;
const countOf = async (deploymentId: number) =>
  (await app.sql`select from users where deployment_id = ${deploymentId} and deleted_at is null`).length;
const mailsTo = async (email: string) => (await app.sql`select from mails where recipient = ${email}`).length;

test('a file adds people with role, groups, personal library and invitation, and the second time changes nothing', async () => {
  const w = await app.world();
  const group = await addGroup(w, 'Sales', []);
  const [eve, fay] = [address(), address()];
  const csv = `\uFEFFName,Email,Groups,Role\r\n"Eve, Dr.",${eve},"Sales; sales",Site Admin\r\nFay,${fay},,\r\n,,,\r\n`;
  const preview = await load(w.admin, csv, { DryRun: true });
  assert.deepEqual(
    preview.lines.map(({ Line, Name, Outcome, UserId }) => [Line, Name, Outcome, UserId]),
    [
      [2, 'Eve, Dr.', 'Added', null],
      [3, 'Fay', 'Added', null],
    ],
  );
  assert.deepEqual([await countOf(w.deploymentId), await mailsTo(eve)], [4, 0]);

  const { status, lines } = await load(w.admin, csv);
  assert.equal(status, 200);
  assert.deepEqual(
    lines.map(({ Outcome }) => Outcome),
    ['Added', 'Added'],
  );
  const [first, second] = lines.map(({ UserId }) => UserId);
  const listed = (await w.admin.api('GET', '/api/users/accounts?state=Invited')).body;
  assert.deepEqual(
    listed.map((row: { UserId: number; IsSiteAdmin: boolean }) => [row.UserId, row.IsSiteAdmin]),
    [
      [first, true],
      [second, false],
    ],
  );
  const members = (await w.admin.api('GET', `/api/groups/${group}/members`)).body;
  assert.deepEqual(
    members.map(({ UserId }: Line) => UserId),
    [first],
  );
  assert.equal(
    (await app.sql`select from libraries where owner_id = any (${[first ?? 0, second ?? 0]}::bigint[])`).length,
    2,
  );
  assert.deepEqual([await mailsTo(eve), await mailsTo(fay)], [1, 1]);

  const again = await load(w.admin, csv.replace('Site Admin', 'Member'));
  assert.deepEqual(
    again.lines.map(({ Outcome, UserId }) => [Outcome, UserId]),
    [
      ['Exists', first],
      ['Exists', second],
    ],
  );
  assert.equal((await w.admin.api('GET', `/api/users/${first}`)).body.IsSiteAdmin, true);
  assert.deepEqual([await countOf(w.deploymentId), await mailsTo(eve)], [6, 1]);
});

test('each error is reported with its line, and one error keeps everybody out unless it is to be skipped', async () => {
  const w = await app.world();
  const good = address();
  const csv = [
    'email;name;role;groups',
    `${good};Good;;`,
    'nobody;Bad;;',
    `${address()};;;`,
    `${address()};Role;Boss;`,
    `${address()};Group;;Nowhere`,
    `${good.toUpperCase()};Twice;;`,
    `${address()};Long;;;;;`,
  ].join('\n');
  const expected = [
    [2, []],
    [3, ['The email is not an email address.']],
    [4, ['Name must not be blank.']],
    [5, ['The role must be Member or Site admin.']],
    [6, ['There is no group “Nowhere”.']],
    [7, ['Line 2 has the same email.']],
    [8, ['The line has more cells than the header.']],
  ];
  const { lines } = await load(w.admin, csv, { DryRun: true });
  assert.deepEqual(
    lines.map(({ Line, Errors }) => [Line, Errors]),
    expected,
  );
  const refused = await load(w.admin, csv);
  assert.deepEqual([refused.status, refused.body.errors.length], [400, 6]);
  assert.equal(refused.body.title, 'Line 3: The email is not an email address.');
  assert.equal(await countOf(w.deploymentId), 4);
  const skipped = await load(w.admin, csv, { SkipInvalid: true });
  assert.deepEqual(
    skipped.lines.map(({ Outcome }) => Outcome),
    ['Added', ...Array.from({ length: 6 }, () => 'Invalid')],
  );
  assert.equal(await countOf(w.deploymentId), 5);
});

test('formulas and quoted cells are text', async () => {
  const w = await app.world();
  const csv = `Email\tName\n${address()}\t"=HYPERLINK(""http://x"";""y"")"\n${address()}\t@SUM(1)`;
  const { lines } = await load(w.admin, csv);
  assert.deepEqual(
    lines.map(({ Name }) => Name),
    ['=HYPERLINK("http://x";"y")', '@SUM(1)'],
  );
});

test('a file that is not such a CSV file, or is too long, is refused as a whole', async () => {
  const w = await app.world();
  const many = Array.from({ length: 501 }, (_, index) => `p${index}@people.test,P`).join('\n');
  for (const csv of [
    '',
    'Name\nEve',
    'Email,Name,Password\na@b.test,Eve,x',
    'Email,Name,email\na@b.test,Eve,x',
    'Email,Name\na@b.test,"Eve',
    `Email,Name\n${many}`,
    `Email,Name\n${'x'.repeat(262_144)}`,
    'Email,Name\na\u0000@b.test,Eve',
  ]) {
    for (const DryRun of [true, false]) {
      assert.equal((await load(w.admin, csv, { DryRun, SkipInvalid: true })).status, 400, csv.slice(0, 40));
    }
  }
  assert.equal(await countOf(w.deploymentId), 4);
});

test('two imports of one file at once add everybody once', async () => {
  const w = await app.world();
  const people = Array.from({ length: 5 }, address);
  const csv = (emails: string[]) => `Email,Name\n${emails.map((email) => `${email},P`).join('\n')}`;
  const answers = await Promise.all([load(w.admin, csv(people)), load(w.admin, csv(people.toReversed()))]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  assert.equal(await countOf(w.deploymentId), 4 + people.length);
  assert.deepEqual(await Promise.all(people.map(mailsTo)), [1, 1, 1, 1, 1]);
});

test('an import beyond the limit of emails adds nobody', async () => {
  const w = await app.world();
  await w.admin.api('PATCH', '/api/settings', { MaxMailsPerUserPerDay: 1 });
  const csv = `Email,Name\n${address()},A\n${address()},B`;
  assert.equal((await load(w.admin, csv)).status, 429);
  assert.equal(await countOf(w.deploymentId), 4);
});
