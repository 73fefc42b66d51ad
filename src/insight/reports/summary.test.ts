/** Summaries of reports, and reports in the list of jobs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import { begin, resultOf } from './reports.fixture.ts';

const app = await startApp({}, { own: 'reads whole tables' });
const DAY_MS = 86_400_000;

test('a summary counts rows by day and by type, and does not start the retention clock', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const documentId = await ann.document(folderId, 'a.txt');
  const first = app.clock.now.toISOString().slice(0, 10);
  app.clock.advance(3 * DAY_MS);
  const last = app.clock.now.toISOString().slice(0, 10);
  for (let views = 0; views < 2; views += 1) await ann.api('GET', `/api/documents/${documentId}/content`);
  const jobId = await begin(ann, `documents/${documentId}/activity-report`);
  await app.runJobs();
  const result = await resultOf(ann, jobId);
  const { status, body } = await ann.api('GET', `${result}/summary`);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    Rows: 3,
    Unit: 'Day',
    Periods: [
      { Start: first, Rows: 1 },
      { Start: last, Rows: 2 },
    ],
    Types: [
      { Name: 'Viewed Document', Rows: 2 },
      { Name: 'Created Document', Rows: 1 },
    ],
  });
  app.clock.advance(DAY_MS);
  assert.equal((await ann.api('HEAD', result)).status, 200);
});

test('a summary counts days in the time zone of the request, and refuses unknown zones', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt');
  // Days in Kiritimati begin at 10:00 UTC, and one night has both times.
  const { now } = app.clock;
  const untilTen = (34 * 3_600_000 - (now.getTime() % DAY_MS)) % DAY_MS;
  app.clock.advance(untilTen + DAY_MS - 60_000);
  await ann.api('GET', `/api/documents/${documentId}/content`);
  app.clock.advance(120_000);
  await ann.api('GET', `/api/documents/${documentId}/content`);
  const zoned = (time: Date) => new Date(time.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
  const today = zoned(app.clock.now);
  const path = `documents/${documentId}/activity-report?timeZone=pacific/kiritimati`;
  const jobId = await begin(ann, `${path}&fromDate=${today}`);
  await app.runJobs();
  const { body } = await ann.api('GET', `${await resultOf(ann, jobId)}/summary`);
  assert.deepEqual(body.Periods, [{ Start: today, Rows: 1 }]);
  assert.equal((await ann.api('POST', `/api/async/documents/${documentId}/activity-report?timeZone=Mars`)).status, 400);
});

test('tasks are counted by status and by the day on which they were assigned', async () => {
  const { admin, ann, bob } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt');
  await makeTask(app, ann, bob.email, documentId);
  const jobId = await begin(admin, 'tasks/task-report');
  await app.runJobs();
  const { body } = await admin.api('GET', `${await resultOf(admin, jobId)}/summary`);
  const Start = app.clock.now.toISOString().slice(0, 10);
  assert.deepEqual(body, { Rows: 1, Unit: 'Day', Periods: [{ Start, Rows: 1 }], Types: [{ Name: 'Open', Rows: 1 }] });
});

test('more days than a chart can show are counted by month', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt');
  await app.sql`
    insert into activity (deployment_id, occurred_at, activity_type, user_id, document_id, content_name)
    select ${ann.deploymentId}, ${app.clock.now}::timestamptz - n * interval '1 day', 'DocumentViewed', ${ann.userId},
      ${documentId}, 'a.txt' from generate_series(1, 150) n`;
  const jobId = await begin(ann, `documents/${documentId}/activity-report`);
  await app.runJobs();
  const { body } = await ann.api('GET', `${await resultOf(ann, jobId)}/summary`);
  assert.deepEqual([body.Rows, body.Unit], [151, 'Month']);
  assert.ok(body.Periods.length <= 6 && body.Periods.every(({ Start }: { Start: string }) => Start.endsWith('-01')));
});

test('a link selects the format by its address', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt');
  const jobId = await begin(ann, `documents/${documentId}/activity-report`);
  await app.runJobs();
  const result = await resultOf(ann, jobId);
  const json = await ann.api('GET', `${result}?form=json`, undefined, { accept: 'text/html' });
  assert.deepEqual([json.headers.get('content-type'), json.body.length], ['application/json', 1]);
  const csv = await ann.api('GET', `${result}?form=csv`, undefined, { accept: 'application/json' });
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv;/);
  assert.equal((await ann.api('GET', `${result}?form=xml`)).status, 400);
});

test('a report without activity has an empty summary; an unfinished one redirects to its status', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt');
  const jobId = await begin(ann, `documents/${documentId}/activity-report?fromDate=2020-01-01&toDate=2020-02-01`);
  const result = `/api/async/results/documents/document-activity-report/${jobId}`;
  const early = await ann.api('GET', `${result}/summary`);
  assert.deepEqual([early.status, early.headers.get('location')?.endsWith(`/api/async/${jobId}`)], [303, true]);
  await app.runJobs();
  assert.deepEqual((await ann.api('GET', `${result}/summary`)).body, { Rows: 0, Unit: 'Day', Periods: [], Types: [] });
  await ann.api('DELETE', `/api/async/${jobId}`);
  assert.equal((await ann.api('GET', `${result}/summary`)).status, 410);
});

test('the list of jobs shows the subject and range of a report', async () => {
  const { admin, ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt');
  await begin(admin, `documents/${documentId}/activity-report?fromDate=2020-01-01&toDate=2020-02-01`);
  await begin(admin, 'tasks/task-report?fromDate=2020-01-01&toDate=2020-02-01');
  const { body } = await admin.api('GET', '/api/jobs');
  const range = { From: '2020-01-01T00:00:00.000Z', To: '2020-02-01T23:59:59.999Z' };
  assert.deepEqual(
    body.map(({ About }: { About: unknown }) => About),
    [
      { Name: null, ...range },
      { Name: 'a.txt', ...range },
    ],
  );
});
