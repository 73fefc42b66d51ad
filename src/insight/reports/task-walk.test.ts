/** Tasks are made, decided, called off, left and deleted by people inside and outside; then their report is asked for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskBody } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { must, runExpiry } from '../../work/tasks/tasks.fixture.ts';
import { visitor } from '../../visiting/visits/visitor.fixture.ts';
import { begin, report, resultOf } from './reports.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url, webUrl: 'http://web.test' });
const OUTSIDER = `x-${crypto.randomUUID()}@outside.test`;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HEAD =
  'Task Id,Type,Instructions,Item Type,Item Name,Creator,Assignee,Due Date,Date Assigned,Status,Date Resolved';

const w = await app.world();
const { admin, ann, bob } = w;
const second = await w.addPerson('Second', { isSiteAdmin: true });
const folderId = await ann.folder(ann.libraryId, 'Plans');
const REPORT = 'tasks/task-report';

type Row = Record<string, string | number | null>;
type Made = { creator?: Person; assignee?: string; document?: string; instructions?: string; days?: number };

/** The expected rows of the report, in order of task creation. */
const expected: Row[] = [];

/** Makes a task an hour after the one before and returns its row, which is the test's to complete. */
async function make({ creator = ann, assignee = bob.email, document = 'Plan.txt', days = 7, ...more }: Made) {
  app.clock.advance(HOUR_MS);
  const documentId = await creator.document(
    creator === ann ? folderId : await creator.folder(creator.libraryId, crypto.randomUUID()),
    document,
    crypto.randomUUID(),
  );
  const dueAt = new Date(app.clock.now.getTime() + days * 24 * HOUR_MS).toISOString();
  const instructions = more.instructions ?? 'Please look at it.';
  const body = taskBody(app, documentId, assignee, { DueDate: dueAt, Instructions: instructions });
  const { TaskId } = (await must(creator, 'POST', '/api/tasks', body)).body;
  const row: Row = {
    TaskId,
    TaskType: 'Approval',
    TaskStatus: 'Open',
    Instructions: instructions,
    DueDate: dueAt,
    DateAssigned: app.clock.now.toISOString(),
    DateEnded: null,
    Creator: creator.email,
    Assignee: assignee,
    ItemType: 'Document',
    ItemName: document,
  };
  expected.push(row);
  app.clock.advance(MINUTE_MS);
  return { row, path: `/api/tasks/${TaskId}`, documentId };
}

async function rename({ row, documentId }: { row: Row; documentId: number }, name: string): Promise<void> {
  await must(ann, 'PATCH', `/api/documents/${documentId}`, { DocumentName: name });
  row['ItemName'] = name;
}

function ended(row: Row, status: string): void {
  Object.assign(row, { TaskStatus: status, DateEnded: app.clock.now.toISOString() });
}

/** Opens the mailed link with the mailed code and decides there. */
async function decideFromOutside(decision: string): Promise<void> {
  await app.runJobs();
  const link = new URL(/http:\/\/web\.test\S+/.exec(server.takeMailTo(OUTSIDER).text ?? '')?.[0] ?? '');
  const somebody = visitor(app, link.pathname.split('/').at(-1) ?? '');
  await somebody.open(link.pathname + link.search);
  await app.runJobs();
  const Code = /access code is (\d{6})\n/.exec(server.takeMailTo(OUTSIDER).text ?? '')?.[1];
  await somebody.ask('POST', '/unlock', { Recipient: link.searchParams.get('recipient'), Code });
  assert.equal(
    (await somebody.ask('POST', '/task/decision', { Decision: decision, Comment: 'So be it.' })).status,
    200,
  );
}

test('the walk', async () => {
  const open = await make({ instructions: '=1+1, "quoted"\r\nand so on' });
  await rename(open, '-Übersicht, neu.txt');
  const approved = await make({});
  await must(bob, 'PATCH', `${approved.path}/complete`, { Decision: 'Approve', Comment: 'Fine.' });
  ended(approved.row, 'Approved');
  const approvedOutside = await make({ assignee: OUTSIDER });
  await decideFromOutside('Approve');
  ended(approvedOutside.row, 'Approved');
  const deniedOutside = await make({ assignee: OUTSIDER, creator: admin });
  await decideFromOutside('Deny');
  ended(deniedOutside.row, 'Denied');
  const denied = await make({ creator: bob, assignee: ann.email });
  await must(ann, 'PATCH', `${denied.path}/complete`, { Decision: 'Deny' });
  ended(denied.row, 'Denied');
  const cancelled = await make({ assignee: OUTSIDER });
  await must(ann, 'PATCH', `${cancelled.path}/cancel`);
  ended(cancelled.row, 'Cancelled');
  const purged = await make({ document: 'Gone.txt' });
  await must(ann, 'DELETE', `/api/documents/${purged.documentId}?purge=true`);
  ended(purged.row, 'Cancelled');
  const deleted = await make({});
  await must(ann, 'DELETE', deleted.path);
  expected.pop();
  const expired = await make({ days: 1 });
  app.clock.advance(25 * HOUR_MS);
  await runExpiry(app);
  Object.assign(expired.row, { TaskStatus: 'Expired', DateEnded: expired.row['DueDate'] });
  await rename(approved, 'Renamed.txt');
});

test('the report has each task in its final state with exactly the documented columns', async () => {
  const { csv, json } = await report(app, admin, REPORT);
  // The revisions that follow these columns have a test of their own.
  const columns = json.text.replaceAll(/,"AssignedRevision":.*?\}(?=,?\n)/g, '}');
  assert.equal(columns, `[${expected.map((row) => `\n${JSON.stringify(row)}`).join(',')}\n]\n`);
  const [first, ...others] = expected;
  const { TaskId, DueDate, DateAssigned } = first ?? {};
  const text = `"'=1+1, ""quoted""\r\nand so on",Document,"'-Übersicht, neu.txt",${ann.email},${bob.email}`;
  const lines = others.map((row) =>
    [
      [row['TaskId'], 'Approval', row['Instructions'], 'Document', row['ItemName'], row['Creator'], row['Assignee']],
      [row['DueDate'], row['DateAssigned'], row['TaskStatus'], row['DateEnded'] ?? ''],
    ]
      .flat()
      .join(),
  );
  const all = [HEAD, `${TaskId},Approval,${text},${DueDate},${DateAssigned},Open,`, ...lines];
  assert.equal(csv, all.map((line) => `${line}\r\n`).join(''));
});

test('status, assignee, creator and dates filter the tasks, alone and combined', async () => {
  const [open, approved, approvedOutside, deniedOutside, denied, cancelled, purged, expired] = expected;
  const choices: [string, (Row | undefined)[]][] = [
    ['?status=open', [open]],
    ['?status=completed', [approved, approvedOutside, deniedOutside, denied]],
    ['?status=CANCELLED&status=expired&searchFlags=-1', [cancelled, purged, expired]],
    ['?status=all&status=open&searchFlags=7', expected],
    [`?assignee=${OUTSIDER.toUpperCase()}`, [approvedOutside, deniedOutside, cancelled]],
    [`?creator=${admin.email}`, [deniedOutside]],
    [`?creator=${ann.email}&assignee=${OUTSIDER}&status=completed`, [approvedOutside]],
    [`?creator=${bob.email}&status=open`, []],
    // Assigned, or ended, in the range.
    [`?fromDate=${denied?.['DateAssigned']}&toDate=${cancelled?.['DateAssigned']}`, [denied, cancelled]],
    [`?fromDate=${expired?.['DateEnded']}`, [expired]],
    ['?fromDate=2026-02-01&toDate=2026-03-01', []],
  ];
  const begun: [number, (Row | undefined)[]][] = [];
  for (const [query, rows] of choices) begun.push([await begin(admin, REPORT + query), rows]);
  await app.runJobs();
  for (const [index, [jobId, rows]] of begun.entries()) {
    const { body } = await admin.api('GET', await resultOf(admin, jobId), undefined, { accept: 'application/json' });
    const ids = (of: (Row | undefined)[]) => of.map((row) => row?.['TaskId']);
    assert.deepEqual(ids(body), ids(rows), choices[index]?.[0]);
  }
});

test('the file has the requested name, and Accept selects its format, CSV by default', async () => {
  const named = await begin(admin, `${REPORT}?fileName=${encodeURIComponent('Aufgaben März.csv')}`);
  const unnamed = await begin(admin, REPORT);
  await app.runJobs();
  const headOf = async (jobId: number, headers: Record<string, string> = {}) => {
    const { status, headers: head } = await admin.api('GET', await resultOf(admin, jobId), undefined, headers);
    const name = /filename\*=UTF-8''(\S+)$/.exec(head.get('content-disposition') ?? '')?.[1];
    return [status, head.get('content-type'), name];
  };
  const [csv, json] = ['text/csv; charset=utf-8; header=present', 'application/json'];
  assert.deepEqual(await headOf(named), [200, csv, 'Aufgaben%20M%C3%A4rz.csv']);
  const both = { accept: 'application/json, text/csv;q=0.5' };
  assert.deepEqual(await headOf(named, both), [200, json, 'Aufgaben%20M%C3%A4rz.json']);
  assert.deepEqual(await headOf(unnamed, { accept: 'text/csv' }), [200, csv, `task-report-${unnamed}.csv`]);
  assert.deepEqual(await headOf(unnamed, { accept: json }), [200, json, `task-report-${unnamed}.json`]);
  assert.equal((await headOf(unnamed, { accept: 'text/html' }))[0], 406);
});

test('the report is for site admins of the deployment: 401, 403 and 404 for others, whatever the request', async () => {
  const { anonymous, other } = w;
  const jobId = await begin(admin, REPORT);
  const result = `/api/async/results/${REPORT}/${jobId}`;
  const early = await second.api('GET', result);
  assert.deepEqual([early.status, early.headers.get('location')], [303, `http://carrel.test/api/async/${jobId}`]);
  await app.runJobs();
  const statuses = async (method: string, path: string) =>
    Promise.all([anonymous, ann, other, second].map(async (who) => (await who.api(method, path)).status));
  assert.deepEqual(await statuses('POST', `/api/async/${REPORT}?status=open`), [401, 403, 202, 202]);
  assert.deepEqual(await statuses('POST', `/api/async/${REPORT}?status=done`), [401, 403, 400, 400]);
  assert.deepEqual(await statuses('GET', result), [401, 403, 404, 200]);
  assert.deepEqual(await statuses('HEAD', result), [401, 403, 404, 200]);
  assert.deepEqual(await statuses('GET', `/api/async/${jobId}`), [401, 403, 404, 200]);
  assert.deepEqual(await statuses('DELETE', `/api/async/${jobId}`), [401, 403, 404, 403]);
  assert.deepEqual(await statuses('GET', `/api/async/results/${REPORT}/999999999`), [401, 403, 404, 404]);
  assert.deepEqual(await statuses('GET', `/api/async/results/users/admin-report/${jobId}`), [401, 403, 404, 404]);
  assert.deepEqual((await report(app, other, REPORT)).rows, []);
  for (const [query, parameter] of [
    ['searchFlags=-2', 'searchFlags'],
    ['searchFlags=1.5', 'searchFlags'],
    ['fromDate=2026-03-02&toDate=2026-03-01', 'fromDate'],
    ['fromDate=2025-12-01&toDate=2026-03-02', 'fromDate'],
    ['toDate=never', 'toDate'],
    ['assignee=x', 'assignee'],
    [`creator=${OUTSIDER}`, 'creator'],
  ]) {
    const { status, body } = await admin.api('POST', `/api/async/${REPORT}?${query}`);
    assert.deepEqual([status, body.errors?.[0]?.instance], [400, parameter], query);
  }
});
