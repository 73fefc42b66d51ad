import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { tokenHeaders } from '../../../test/factories/tokens.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { begin, report, resultOf, whatOf } from './reports.fixture.ts';

const app = await startApp({}, { own: 'reads whole tables' });
const MINUTE_MS = 60_000;
const JSON_FORM = { accept: 'application/json' };

async function watched(person: Person) {
  const folderId = await person.folder(person.libraryId, 'Watched');
  const documentId = await person.document(folderId, 'watched.txt', 'watched');
  const activityReport = `documents/${documentId}/activity-report`;
  return { folderId, documentId, activityReport, content: `/api/documents/${documentId}/content` };
}

async function finished(person: Person, path: string) {
  const jobId = await begin(person, path);
  await app.runJobs();
  return { jobId, result: await resultOf(person, jobId) };
}

test('the report of a document has its rows in both formats, oldest first, with exactly the documented columns', async () => {
  const { ann } = await app.world();
  const { activityReport, content } = await watched(ann);
  const created = app.clock.now.toISOString();
  app.clock.advance(1000);
  const viewed = app.clock.now.toISOString();
  await ann.api('GET', content);
  const { rows, csv, json } = await report(app, ann, activityReport);
  const common = { UserName: ann.email, ContentName: 'watched.txt', UserId: ann.userId };
  assert.deepEqual(rows, [
    { ActivityDate: created, ActivityItemType: 'Created Document', ...common },
    { ActivityDate: viewed, ActivityItemType: 'Viewed Document', ...common },
  ]);
  const end = `watched.txt,${ann.userId}\r\n`;
  assert.equal(
    csv,
    'Activity Date,Username,Activity Type,Content Name,User Id\r\n' +
      `${created},${ann.email},Created Document,${end}${viewed},${ann.email},Viewed Document,${end}`,
  );
  assert.equal(json.headers.get('content-type'), 'application/json');
});

test('the report of a user has codes and no UserId, and is for site admins', async () => {
  const { admin, ann } = await app.world();
  await watched(ann);
  const { rows, csv } = await report(app, admin, `users/${ann.userId}/admin-report`);
  const common = { ActivityDate: app.clock.now.toISOString(), UserName: ann.email };
  assert.deepEqual(rows, [
    { ...common, ActivityItemType: 'FolderCreated', ContentName: 'Watched' },
    { ...common, ActivityItemType: 'DocumentCreated', ContentName: 'watched.txt' },
  ]);
  // An admin's change of the account is the admin's.
  await admin.api('PATCH', `/api/users/${ann.userId}`, { Name: 'Anna' });
  const [changed] = (await report(app, admin, `users/${ann.userId}/admin-report`)).rows.slice(-1);
  assert.deepEqual([changed?.ActivityItemType, changed?.UserName], ['UserChanged', admin.email]);
  assert.equal(csv.split('\r\n')[0], 'Activity Date,Username,Activity Type,Content Name');
});

test('the report of a library has all of its activity', async () => {
  const { admin } = await app.world();
  const libraryId = await makeLibrary(admin, 'Shelf');
  const folderId = await admin.folder(libraryId, 'F');
  await admin.document(folderId, 'a.txt');
  const { rows } = await report(app, admin, `libraries/${libraryId}/activity-report`);
  assert.deepEqual(whatOf(rows), ['Created Library: Shelf', 'Created Folder: F', 'Created Document: a.txt']);
});

test('a report without activity is an empty array, or a header line', async () => {
  const { ann } = await app.world();
  const { activityReport } = await watched(ann);
  const { rows, csv } = await report(app, ann, `${activityReport}?fromDate=2020-01-01&toDate=2020-02-01`);
  assert.deepEqual([rows, csv], [[], 'Activity Date,Username,Activity Type,Content Name,User Id\r\n']);
});

test('rows of the same time are paged once each, in order', async () => {
  const { ann } = await app.world();
  const { documentId, activityReport } = await watched(ann);
  const count = 12_345;
  await app.sql`
    insert into activity (deployment_id, occurred_at, activity_type, user_id, document_id, content_name)
    select ${ann.deploymentId}, ${app.clock.now}, 'DocumentViewed', ${ann.userId}, ${documentId}, n::text
    from generate_series(1, ${count}) n`;
  const { rows, csv } = await report(app, ann, activityReport);
  assert.deepEqual(
    rows.slice(1).map((row) => row['ContentName']),
    Array.from({ length: count }, (_, n) => String(n + 1)),
  );
  assert.equal(csv.split('\r\n').length, count + 3);
});

test('a range includes both ends, and the answer states its range', async () => {
  const { ann } = await app.world();
  const { activityReport, content } = await watched(ann);
  const times: string[] = [];
  for (let minute = 0; minute < 4; minute += 1) {
    app.clock.advance(MINUTE_MS);
    times.push(app.clock.now.toISOString());
    await ann.api('GET', content);
  }
  const [, second = '', third = '', fourth = ''] = times;
  const { rows, json } = await report(app, ann, `${activityReport}?fromDate=${second}&toDate=${third}`);
  assert.deepEqual(
    rows.map((row) => row['ActivityDate']),
    [second, third],
  );
  const covered = ['x-report-from', 'x-report-to'].map((name) => json.headers.get(name));
  assert.deepEqual(covered, [second, third]);
  app.clock.advance(MINUTE_MS);
  const open = await report(app, ann, `${activityReport}?fromDate=${fourth}`);
  assert.equal(open.rows.length, 1);
  assert.equal(open.json.headers.get('x-report-to'), app.clock.now.toISOString());
});

test('the same range gives the same bytes later', async () => {
  const { ann } = await app.world();
  const { activityReport, content } = await watched(ann);
  const first = await report(app, ann, activityReport);
  const [from, to] = ['x-report-from', 'x-report-to'].map((name) => first.json.headers.get(name));
  app.clock.advance(1);
  await ann.api('GET', content);
  const again = await report(app, ann, `${activityReport}?fromDate=${from}&toDate=${to}`);
  assert.deepEqual([again.csv, again.json.text], [first.csv, first.json.text]);
  assert.equal(again.json.headers.get('etag'), first.json.headers.get('etag'));
});

test('syncs are included only on request', async () => {
  const { ann } = await app.world();
  const { activityReport, content } = await watched(ann);
  await ann.api('GET', content, undefined, await tokenHeaders(ann, ann.userId, { IsSync: true }));
  const rowsOf = async (query: string) => whatOf((await report(app, ann, activityReport + query)).rows);
  const without = ['Created Document: watched.txt'];
  assert.deepEqual(await rowsOf(''), without);
  assert.deepEqual(await rowsOf('?includeSyncs=false'), without);
  assert.deepEqual(await rowsOf('?includeSyncs=True&searchFlags=-1'), [...without, 'Synced Document: watched.txt']);
});

test('invalid parameters are refused by name before anything is looked up', async () => {
  const { admin } = await app.world();
  for (const [path, parameter] of [
    ['documents/999999999/activity-report?fromDate=soon', 'fromDate'],
    ['documents/999999999/activity-report?fromDate=2026-02-02&toDate=2026-02-01', 'fromDate'],
    ['documents/999999999/activity-report?includeSyncs=maybe', 'includeSyncs'],
    ['documents/999999999/activity-report?searchFlags=-2', 'searchFlags'],
    ['documents/999999999/activity-report?searchFlags=x', 'searchFlags'],
    ['libraries/999999999/activity-report?fromDate=2026-01-01&toDate=2026-02-01', 'fromDate'],
    ['tasks/task-report?fromDate=2025-10-01&toDate=2026-01-01', 'fromDate'],
    ['tasks/task-report?status=done', 'status'],
    ['tasks/task-report?status=open&status=done', 'status'],
    ['tasks/task-report?assignee=nobody', 'assignee'],
    ['tasks/task-report?creator=nobody', 'creator'],
    [`tasks/task-report?creator=nobody@example.test`, 'creator'],
  ] as const) {
    const { status, body } = await admin.api('POST', `/api/async/${path}`);
    assert.deepEqual([status, body.errors?.[0]?.instance], [400, parameter], path);
  }
});

test('an unknown subject or one in the trash returns 404, an unreadable one 403', async () => {
  const { admin, ann, stranger, other } = await app.world();
  const { documentId, activityReport } = await watched(ann);
  const library = `libraries/${ann.libraryId}/activity-report`;
  const statusOf = async (person: Person, path: string) => (await person.api('POST', `/api/async/${path}`)).status;
  assert.equal(await statusOf(stranger, activityReport), 403);
  assert.equal(await statusOf(stranger, library), 403);
  assert.equal(await statusOf(ann, `users/${ann.userId}/admin-report`), 403);
  assert.equal(await statusOf(ann, 'tasks/task-report'), 403);
  for (const path of [activityReport, library, `users/${ann.userId}/admin-report`]) {
    assert.equal(await statusOf(other, path), 404, path);
  }
  // Site admins have reports of what lies in other people's personal libraries too.
  assert.equal(await statusOf(admin, activityReport), 202);
  assert.equal(await statusOf(admin, library), 202);
  await ann.api('DELETE', `/api/documents/${documentId}`);
  assert.equal(await statusOf(ann, activityReport), 404);
  assert.equal(await statusOf(admin, activityReport), 404);
});

test('CSV is the default, JSON by Accept; 406 does not count as a retrieval', async () => {
  const { ann } = await app.world();
  const { result } = await finished(ann, (await watched(ann)).activityReport);
  const fetched = async (accept: string) => {
    const { status, headers } = await ann.api('GET', result, undefined, { accept });
    return [status, headers.get('content-type')];
  };
  const csv = [200, 'text/csv; charset=utf-8; header=present'];
  assert.deepEqual(await fetched('image/png'), [406, 'application/problem+json']);
  app.clock.advance(11 * MINUTE_MS);
  assert.deepEqual(await fetched('*/*'), csv);
  assert.deepEqual(await fetched('text/csv'), csv);
  assert.deepEqual(await fetched('application/json'), [200, 'application/json']);
});

test("the file has the requested name, sanitized, with the extension of its format; by default the report's name", async () => {
  const { admin, ann } = await app.world();
  const { activityReport } = await watched(ann);
  const namesOf = async (path: string) => {
    const { jobId, result } = await finished(admin, path);
    const nameIn = async (headers: Record<string, string>) => {
      const disposition = (await admin.api('HEAD', result, undefined, headers)).headers.get('content-disposition');
      return decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(disposition ?? '')?.[1] ?? '').replace(`${jobId}`, 'N');
    };
    return [await nameIn({}), await nameIn(JSON_FORM)];
  };
  const name = (text: string) => `${activityReport}?fileName=${encodeURIComponent(text)}`;
  assert.deepEqual(await namesOf(name('Übersicht März')), ['Übersicht März.csv', 'Übersicht März.json']);
  assert.deepEqual(await namesOf(name('a.csv')), ['a.csv', 'a.json']);
  assert.deepEqual(await namesOf(name('../etc/pass"wd\r\nX: y.JSON')), [
    '.._etc_pass_wdX_ y.csv',
    '.._etc_pass_wdX_ y.json',
  ]);
  assert.deepEqual(await namesOf(name('\u202E .csv')), [
    'document-activity-report-N.csv',
    'document-activity-report-N.json',
  ]);
  assert.deepEqual(await namesOf(`users/${ann.userId}/admin-report`), ['admin-report-N.csv', 'admin-report-N.json']);
  assert.equal((await namesOf(`libraries/${ann.libraryId}/activity-report`))[0], 'library-activity-report-N.csv');
  assert.equal((await namesOf('tasks/task-report'))[0], 'task-report-N.csv');
});

test('a result has an ETag and a digest, and can be resumed by Range', async () => {
  const { ann } = await app.world();
  const { result } = await finished(ann, (await watched(ann)).activityReport);
  const head = await ann.api('HEAD', result);
  const etag = head.headers.get('etag') ?? '';
  const part = await ann.api('GET', result, undefined, { range: 'bytes=0-9' });
  assert.deepEqual([part.status, part.text], [206, 'Activity D']);
  const rest = await ann.api('GET', result, undefined, { range: 'bytes=10-', 'if-range': etag });
  assert.equal(rest.status, 206);
  const whole = await ann.api('GET', result);
  assert.equal(part.text + rest.text, whole.text);
  const digest = createHash('sha256').update(whole.text).digest();
  for (const answer of [head, part, rest, whole]) {
    assert.equal(answer.headers.get('repr-digest'), `sha-256=:${digest.toString('base64')}:`);
    assert.equal(answer.headers.get('etag'), `"${digest.toString('hex')}"`);
    assert.equal(answer.headers.get('vary'), 'Accept');
  }
  // The other form is another representation: its beginning must not be glued to this one's end.
  const other = await ann.api('GET', result, undefined, { ...JSON_FORM, range: 'bytes=10-', 'if-range': etag });
  assert.deepEqual([other.status, other.body.length], [200, 1]);
  assert.equal((await ann.api('GET', result, undefined, { 'if-none-match': etag })).status, 304);
  assert.equal((await ann.api('GET', result, undefined, { range: 'bytes=99999-' })).status, 416);
});

test('the ten minutes start when the end is sent, not with HEAD, a first part or a 304', async () => {
  const { ann } = await app.world();
  const { jobId, result } = await finished(ann, (await watched(ann)).activityReport);
  const status = async () => (await ann.api('GET', `/api/async/${jobId}`)).status;
  const etag = (await ann.api('HEAD', result)).headers.get('etag') ?? '';
  await ann.api('GET', result, undefined, { range: 'bytes=0-20' });
  await ann.api('GET', result, undefined, { 'if-none-match': etag });
  app.clock.advance(11 * MINUTE_MS);
  assert.equal(await status(), 200);
  assert.equal((await ann.api('GET', result, undefined, { range: 'bytes=-1' })).status, 206);
  app.clock.advance(10 * MINUTE_MS - 1);
  assert.equal((await ann.api('GET', result)).status, 200);
  app.clock.advance(1);
  assert.deepEqual([await status(), (await ann.api('GET', result)).status], [410, 410]);
});

test('an unfinished report returns 303 to its status; another kind or an unknown id 404', async () => {
  const { admin, ann } = await app.world();
  const { activityReport } = await watched(ann);
  const jobId = await begin(ann, activityReport);
  const result = `/api/async/results/documents/document-activity-report/${jobId}`;
  for (const method of ['GET', 'HEAD']) {
    const early = await ann.api(method, result);
    assert.deepEqual(
      [early.status, early.text, early.headers.get('location')],
      [303, '', `http://carrel.test/api/async/${jobId}`],
    );
  }
  assert.equal((await ann.api('GET', `/api/async/results/libraries/library-activity-report/${jobId}`)).status, 404);
  for (const path of [
    'users/admin-report',
    'documents/document-activity-report',
    'libraries/library-activity-report',
    'tasks/task-report',
  ]) {
    assert.equal((await admin.api('GET', `/api/async/results/${path}/999999999`)).status, 404, path);
  }
});

test('requesting a report is recorded in the report of the requester only', async () => {
  const { admin, ann } = await app.world();
  const { activityReport } = await watched(ann);
  await report(app, admin, activityReport);
  assert.deepEqual(whatOf((await report(app, ann, activityReport)).rows), ['Created Document: watched.txt']);
  const { rows } = await report(app, admin, `users/${admin.userId}/admin-report?toDate=2026-03-02`);
  assert.deepEqual(whatOf(rows).slice(-2), ['ReportCreated: watched.txt', `ReportCreated: ${admin.email}`]);
});
