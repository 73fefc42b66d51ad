/** The activity log of the deployment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';
import { blocksTouched, statementsOf } from '../../../test/statements.ts';
import type { Person } from '../../../test/world.ts';
import { MAX_LOOKED_AT } from './log.queries.ts';

const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });

type Row = {
  ActivityId: number;
  ActivityType: string;
  ContentName: string;
  UserName: string;
  UserId: number;
  OfPerson: { UserId: number } | null;
  Changes: string[] | null;
};

async function logOf(person: Person, query = ''): Promise<Row[]> {
  const { status, body, text } = await person.api('GET', `/api/admin/activity${query}`);
  assert.equal(status, 200, text);
  return body;
}

const typesOf = (rows: Row[]) => rows.map(({ ActivityType }) => ActivityType);

/** Adds rows to the log, a millisecond apart, without actions behind them. */
async function addMany({ deploymentId, userId }: Person, type: string, count: number): Promise<void> {
  await app.sql`
    insert into activity (deployment_id, occurred_at, activity_type, user_id, content_name)
    select ${deploymentId}, ${app.clock.now}::timestamptz + n * interval '1 millisecond', ${type}, ${userId}, 'x'
    from generate_series(1, ${count}) n`;
  app.clock.advance(count);
}

test('site admins read the log, newest first, with people and places', async () => {
  const { admin, ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  app.clock.advance(1000);
  const documentId = await ann.document(folderId, 'a.txt');
  const [row] = await logOf(admin, '?top=1');
  const { ActivityId: _id, Person: person, ...rest } = row as unknown as Record<string, unknown>;
  assert.deepEqual(rest, {
    ActivityDate: app.clock.now.toISOString(),
    UserName: ann.email,
    UserId: ann.userId,
    ActivityType: 'DocumentCreated',
    ActivityItemType: 'Created Document',
    ContentName: 'a.txt',
    RevisionNumber: null,
    LibraryId: ann.libraryId,
    FolderId: folderId,
    DocumentId: documentId,
    Reason: null,
    OfPerson: null,
    Changes: null,
  });
  assert.equal((person as { Email: string }).Email, ann.email);
  assert.equal((await ann.api('GET', '/api/admin/activity')).status, 403);
});

test('the log is filtered by person, document, library, type and day, together', async () => {
  const { admin, ann } = await app.world();
  const libraryId = await makeLibrary(admin, 'Contracts');
  const folderId = await admin.folder(libraryId, 'Plans');
  const documentId = await admin.document(folderId, 'a.txt');
  app.clock.advance(48 * 3_600_000);
  await admin.document(folderId, 'b.txt');
  await ann.document(await ann.folder(ann.libraryId, 'Own'), 'c.txt');
  const ofAnn = await logOf(admin, `?userId=${ann.userId}`);
  assert.ok(ofAnn.length >= 2 && ofAnn.every(({ UserId }) => UserId === ann.userId));
  assert.deepEqual(typesOf(await logOf(admin, `?documentId=${documentId}`)), ['DocumentCreated']);
  const inLibrary = await logOf(admin, `?libraryId=${libraryId}&type=DocumentCreated,FolderCreated`);
  assert.deepEqual(typesOf(inLibrary), ['DocumentCreated', 'DocumentCreated', 'FolderCreated']);
  const today = app.clock.now.toISOString().slice(0, 10);
  const ofToday = await logOf(admin, `?libraryId=${libraryId}&fromDate=${today}&toDate=${today}`);
  assert.deepEqual(
    ofToday.map(({ ContentName }) => ContentName),
    ['b.txt'],
  );
  const created = await logOf(admin, `?type=DocumentCreated&fromDate=${today}`);
  assert.deepEqual(created.map(({ ContentName }) => ContentName).toSorted(), ['b.txt', 'c.txt']);
});

test('bad filters are refused by name, and ids of another deployment match nothing', async () => {
  const { admin } = await app.world();
  const other = await app.world();
  for (const [query, name] of [
    ['?type=Nonsense', 'type'],
    ['?fromDate=soon', 'fromDate'],
    ['?fromDate=2026-02-02&toDate=2026-02-01', 'fromDate'],
    ['?userId=0', 'userId'],
    ['?after=nonsense', 'after'],
  ]) {
    const { status, text } = await admin.api('GET', `/api/admin/activity${query}`);
    assert.equal(status, 400, query);
    assert.ok(text.includes(String(name)), text);
  }
  assert.deepEqual(await logOf(admin, `?userId=${other.ann.userId}`), []);
  const foreign = await other.ann.document(await other.ann.folder(other.ann.libraryId, 'F'), 'a.txt');
  assert.deepEqual(await logOf(admin, `?documentId=${foreign}`), []);
});

test('a change of somebody else’s account is one row, of the admin, with the person and the changes', async () => {
  const { admin, ann } = await app.world();
  await admin.api('PATCH', `/api/users/${ann.userId}`, { Name: 'Anna', Email: ann.email, IsSiteAdmin: true });
  await admin.api('POST', '/api/users/bulk', { Action: 'Deactivate', UserIds: [ann.userId] });
  await admin.api('POST', '/api/users/bulk', { Action: 'Reactivate', UserIds: [ann.userId] });
  const facts = (rows: Row[]) => rows.map(({ UserId, OfPerson, Changes }) => [UserId, OfPerson?.UserId, Changes]);
  const expected = [
    [admin.userId, ann.userId, ['Reactivated']],
    [admin.userId, ann.userId, ['Deactivated']],
    [admin.userId, ann.userId, ['Name', 'SiteAdmin']],
  ];
  assert.deepEqual(facts(await logOf(admin, '?type=UserChanged')), expected);
  // The activity of a person has what was done to their account, and says by whom.
  const ofAnn = await logOf(admin, `?userId=${ann.userId}&type=UserChanged`);
  assert.deepEqual(facts(ofAnn), expected);
  assert.ok(ofAnn.every(({ UserName }) => UserName === admin.email));
  await ann.api('PATCH', '/api/users/me', { TimeZone: 'Europe/Lisbon' });
  const [own] = await logOf(admin, '?type=UserChanged&top=1');
  assert.deepEqual([own?.UserId, own?.OfPerson, own?.Changes], [ann.userId, null, ['TimeZone']]);
});

test('pages contain every row once, with and without filters', async () => {
  const { admin, ann } = await app.world();
  for (let n = 0; n < 7; n += 1) await ann.folder(ann.libraryId, `Folder ${n}`);
  for (const query of ['', `userId=${ann.userId}`, `type=FolderCreated`, `userId=${ann.userId}&type=FolderCreated`]) {
    const all = await logOf(admin, `?${query}`);
    const ids = all.map(({ ActivityId }) => ActivityId);
    const paged = await everyPage<Row>(admin, `/api/admin/activity?${query}&top=3`);
    assert.deepEqual(
      paged.flat().map(({ ActivityId }) => ActivityId),
      ids,
    );
  }
});

test('a rare type is found across pages that look at a limited part of the log', async () => {
  const { admin, ann } = await app.world();
  await addMany(ann, 'MailViewed', 1);
  await addMany(ann, 'DocumentViewed', MAX_LOOKED_AT * 2);
  for (const query of ['type=MailViewed', `userId=${ann.userId}&type=MailViewed`]) {
    const first = await admin.api('GET', `/api/admin/activity?${query}`);
    assert.deepEqual(first.body, []);
    assert.match(first.headers.get('link') ?? '', /rel="next"/);
    assert.equal((await everyPage(admin, `/api/admin/activity?${query}&top=10`)).flat().length, 1);
  }
});

test('a page of the log costs as many blocks with 40 000 rows as with 100', async () => {
  const { admin, ann } = await app.world();
  await addMany(ann, 'DocumentViewed', 100);
  const costs: Record<string, number[]> = {};
  for (const count of [0, 40_000]) {
    await addMany(ann, 'DocumentViewed', count);
    await app.sql`vacuum analyze activity`;
    for (const query of ['', `&userId=${ann.userId}`]) {
      const sent = await statementsOf(app, () => logOf(admin, `?top=20${query}`));
      const statement = sent.find(({ text }) => text.includes('from activity a'));
      assert.ok(statement !== undefined);
      await blocksTouched(app, statement);
      (costs[query] ??= []).push(await blocksTouched(app, statement));
    }
  }
  for (const [query, [few = 0, many = 0]] of Object.entries(costs)) {
    assert.ok(many <= few + 20, `${query}: ${few} blocks with 100 rows, ${many} with 40 000`);
  }
});
