/** Access explanations: they match effective_rights and leak nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { grant } from '../../../test/factories/permissions.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { makeShare } from '../../../test/factories/shares.ts';
import { makeTask } from '../../../test/factories/tasks.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { addPeople, asPerson } from '../../../test/factories/persons.ts';
import { startApp } from '../../../test/harness.ts';
import { addGroup } from '../permissions/grants.fixture.ts';
import { type Right, rightBits, rightNames } from '../rights/rights.ts';

const app = await startApp({}, { own: 'reads whole tables' });
const ALL = ['Read', 'Write', 'Delete', 'Grant'];

/** Corporate library Contracts › Plans › 2026 › plan.txt. */
async function corporate() {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin, 'Contracts');
  const plans = await w.admin.folder(libraryId, 'Plans');
  const year = await makeChild(w.admin, plans, '2026');
  const documentId = await w.admin.document(year, 'plan.txt');
  const explain = async (path = `documents/${documentId}`, person = w.admin) =>
    (await person.api('GET', `/api/${path}/access`)).body;
  return { w, libraryId, plans, year, documentId, explain };
}

test('each person is listed with their rights and every entry behind them', async () => {
  const { w, libraryId, year, documentId, explain } = await corporate();
  const groupId = await addGroup(w, 'Sales', [w.ann]);
  const until = new Date(app.clock.now.getTime() + 3_600_000);
  await grant(app, { deploymentId: w.deploymentId, groupId }, { libraryId }, { allow: ['Read', 'Write'] });
  await grant(app, w.ann, { documentId }, { deny: ['Write'] });
  await grant(app, w.bob, { folderId: year }, { allow: ['Delete'], expiresAt: until });
  assert.deepEqual(await explain(), [
    {
      ...asPerson(w.ann),
      Rights: ['Read'],
      Reasons: [
        { Kind: 'User', Allow: [], Deny: ['Write'], DocumentId: documentId, OnName: 'plan.txt' },
        {
          Kind: 'Group',
          GroupId: groupId,
          GroupName: 'Sales',
          Allow: ['Read', 'Write'],
          Deny: [],
          LibraryId: libraryId,
          OnName: 'Contracts',
        },
      ],
    },
    {
      ...asPerson(w.bob),
      Rights: ['Read', 'Delete'],
      Reasons: [
        {
          Kind: 'User',
          Allow: ['Delete'],
          Deny: [],
          ExpiresOn: until.toISOString(),
          FolderId: year,
          OnName: '2026',
        },
      ],
    },
  ]);
  app.clock.advance(3_600_000);
  assert.deepEqual(
    (await explain()).map(({ Name }: { Name: string }) => Name),
    ['Ann'],
    'what is over explains nothing',
  );
});

test('the owner and site admins have all rights despite denials; site admins are listed only with entries', async () => {
  const { w, libraryId, explain } = await corporate();
  await w.addPerson('Root', { isSiteAdmin: true });
  await grant(app, w.admin, { libraryId }, { deny: ['Read'] });
  const [entry, ...others] = await explain();
  assert.deepEqual([entry.Name, entry.Rights, others], ['Admin', ALL, []]);
  assert.deepEqual(
    entry.Reasons.map(({ Kind }: { Kind: string }) => Kind),
    ['SiteAdmin', 'User'],
  );
  const own = await w.ann.folder(w.ann.libraryId, 'Mine');
  assert.deepEqual(await explain(`folders/${own}`, w.ann), [
    {
      ...asPerson(w.ann),
      Rights: ALL,
      Reasons: [{ Kind: 'Owner', Allow: ALL, Deny: [], LibraryId: w.ann.libraryId, OnName: 'My Library' }],
    },
  ]);
});

test('with Grant on a folder only, the names of its ancestors are hidden', async () => {
  const { w, libraryId, year, explain } = await corporate();
  await grant(app, w.ann, { folderId: year }, { allow: ['Read', 'Grant'] });
  await grant(app, w.bob, { libraryId }, { allow: ['Read'] });
  const [, bob] = await explain(`folders/${year}`, w.ann);
  assert.deepEqual(bob.Reasons, [{ Kind: 'User', Allow: ['Read'], Deny: [], LibraryId: libraryId, OnName: null }]);
});

test('read access through a task is explained as such', async () => {
  const { w, documentId, explain } = await corporate();
  await makeTask(app, w.admin, w.bob.email, documentId);
  const [bob] = await explain();
  assert.deepEqual([bob.Name, bob.Rights, bob.Reasons[0].Kind], ['Bob', ['Read'], 'Task']);
});

test('links to the object and its ancestors are listed while they open it', async () => {
  const { w, libraryId, plans, year, documentId } = await corporate();
  const links = async (path: string) => (await w.admin.api('GET', `/api/${path}/access/links`)).body;
  const expiresAt = new Date(app.clock.now.getTime() + 1000);
  const above = await makeShare(app, w.admin, { folderId: plans }, { allow_download: true });
  const direct = await makeShare(app, w.admin, { documentId }, { expires_at: expiresAt });
  await makeShare(app, w.ann, { folderId: year });
  await makeShare(app, w.admin, { folderId: await makeChild(w.admin, plans, 'Beside') });
  const shown = await links(`documents/${documentId}`);
  assert.deepEqual(
    shown.map((link: { ShareId: number }) => link.ShareId),
    [direct, above],
    'the link of ann, who may not read, opens nothing',
  );
  assert.deepEqual(shown[1], {
    ShareId: above,
    Kind: 'Link',
    Status: 'Active',
    FolderId: plans,
    OnName: 'Plans',
    CreatedBy: asPerson(w.admin),
    DateCreated: app.clock.now.toISOString(),
    ExpiresOn: null,
    AccessCodeRequired: false,
    HasPassword: false,
    AllowView: true,
    AllowDownload: true,
    AllowUpload: false,
    AllowEdit: false,
  });
  assert.deepEqual([(await links(`folders/${plans}`)).length, (await links(`libraries/${libraryId}`)).length], [1, 0]);
  app.clock.advance(1000);
  assert.equal((await links(`documents/${documentId}`)).length, 1);
});

test('people are searchable and paged; a large group costs one page', async () => {
  const { w, libraryId } = await corporate();
  const groupId = await addGroup(w, 'All', []);
  await app.sql`
    insert into group_members (deployment_id, group_id, user_id)
    select ${w.deploymentId}, ${groupId}, unnest(${await addPeople(app, w, 3000)}::bigint[])`;
  await grant(app, { deploymentId: w.deploymentId, groupId }, { libraryId }, { allow: ['Read'] });
  await grant(app, w.ann, { libraryId }, { allow: ['Read'] });
  const get = (query: string) => w.admin.api('GET', `/api/libraries/${libraryId}/access${query}`);
  const first = await get('');
  assert.equal(first.body.length, 100);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = (await get(new URL(next).search)).body;
  assert.deepEqual([first.body[0].Name, first.body[99].Name, second[0].Name], ['Ann', 'P99', 'P100']);
  assert.deepEqual(
    (await get('?query=p000')).body.map(({ Name }: { Name: string }) => Name),
    Array.from({ length: 99 }, (_, i) => `P${i + 1}`),
  );
  assert.equal((await get('?after=x')).status, 400);
});

test('for any entries, the explanation matches effective_rights, and its entries add up to it', async () => {
  const { w, libraryId, plans, year, documentId, explain } = await corporate();
  const groups = [await addGroup(w, 'A', [w.ann, w.bob]), await addGroup(w, 'B', [w.ann])];
  const { deploymentId } = w;
  const grantees = [w.ann, w.bob, w.admin, ...groups.map((groupId) => ({ deploymentId, groupId }))];
  const objects = [{ libraryId }, { folderId: plans }, { folderId: year }, { documentId }];
  // The path of each, and the parameters of effective_rights for it.
  const targets = [
    { path: `libraries/${libraryId}`, folders: [], document: null },
    { path: `folders/${plans}`, folders: [plans], document: null },
    { path: `folders/${year}`, folders: [plans, year], document: null },
    { path: `documents/${documentId}`, folders: [plans, year], document: documentId },
  ] as const;
  const rights = fc.subarray(rightNames(15));
  const entry = fc.record({
    on: fc.nat(objects.length - 1),
    to: fc.nat(grantees.length - 1),
    allow: rights,
    deny: rights,
    expiresInMs: fc.constantFrom(null, -1000, 0, 1000),
  });
  const entries = fc.uniqueArray(entry, { selector: ({ on, to }) => `${on} ${to}`, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(entries, fc.constantFrom(...targets), async (all, { path, folders, document }) => {
      await app.sql`delete from permissions where deployment_id = ${deploymentId}`;
      for (const { on, to, allow, deny, expiresInMs } of all) {
        const end = expiresInMs === null ? {} : { expiresAt: new Date(app.clock.now.getTime() + expiresInMs) };
        await grant(app, grantees[to] ?? w.ann, objects[on] ?? { libraryId }, { allow, deny, ...end });
      }
      const named = new Map<number, { Rights: Right[]; Reasons: { Kind: string; Allow: Right[]; Deny: Right[] }[] }>();
      for (const person of await explain(path)) named.set(person.UserId, person);
      for (const { userId, name } of [w.ann, w.bob, w.admin, w.stranger]) {
        const [row] = await app.sql<{ rights: number }[]>`
          select effective_rights(${deploymentId}, ${userId}, ${userId === w.admin.userId}, null, ${libraryId},
            ${[...folders]}::bigint[], ${document}, ${app.clock.now}) as rights`;
        const person = named.get(userId);
        if (person === undefined) assert.ok(row?.rights === 0 || userId === w.admin.userId, name);
        else {
          assert.deepEqual(person.Rights, rightNames(row?.rights ?? -1), name);
          assert.deepEqual(person.Rights, addUp(person.Reasons), name);
        }
      }
    }),
    { numRuns: 80 },
  );
});

// As docs/api/permissions.md#effective-rights states: a deny wins, a denied Read takes all, the others imply Read; roles stand above it.
function addUp(reasons: { Kind: string; Allow: Right[]; Deny: Right[] }[]): Right[] {
  if (reasons.some(({ Kind }) => Kind === 'Owner' || Kind === 'SiteAdmin')) return rightNames(15);
  const allowed = rightBits([...new Set(reasons.flatMap(({ Allow }) => Allow))]);
  const denied = rightBits([...new Set(reasons.flatMap(({ Deny }) => Deny))]);
  if ((denied & 1) !== 0) return [];
  return rightNames((allowed | (allowed === 0 ? 0 : 1)) & ~denied);
}
