import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskBody } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person, World } from '../../../test/world.ts';
import { report } from './reports.fixture.ts';

const app = await startApp();
const DAY_MS = 24 * 3_600_000;
const at = (days: number) => new Date(app.clock.now.getTime() + days * DAY_MS);

type More = Record<string, string | number | Date | null>;

/** A task of ann for bob on a document of hers, assigned five days ago and due in five. Returns its id. */
async function makeTask({ ann, bob }: World, documentId: number, more: More = {}): Promise<number> {
  const row = {
    deployment_id: ann.deploymentId,
    document_id: documentId,
    item_name: 'a.txt',
    revision_number: 1,
    sha256: Buffer.alloc(32),
    instructions: 'Please look, "quickly",\nand decide',
    due_at: at(5),
    created_by: ann.userId,
    created_at: at(-5),
    assignee_id: bob.userId,
    ...more,
  };
  const [made] = await app.sql<{ taskId: number }[]>`insert into tasks ${app.sql(row)} returning task_id as "taskId"`;
  return made?.taskId ?? 0;
}

async function worldWithTasks() {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'F');
  const documentId = await w.ann.document(folderId, 'a.txt');
  const ended = { status: 'Completed', ended_at: at(-1) };
  const tasks = {
    open: await makeTask(w, documentId),
    approved: await makeTask(w, documentId, { ...ended, result: 'Positive', comment: '=fine' }),
    denied: await makeTask(w, documentId, { ...ended, result: 'Negative' }),
    cancelled: await makeTask(w, documentId, { status: 'Cancelled', ended_at: at(-1) }),
    expired: await makeTask(w, documentId, { status: 'Expired', due_at: at(-2), ended_at: at(-2) }),
    // The worker has not come by.
    overdue: await makeTask(w, documentId, { due_at: at(-2) }),
    outside: await makeTask(w, documentId, { assignee_id: null, assignee_email: 'Ext@Example.test' }),
    old: await makeTask(w, documentId, {
      created_at: at(-200),
      due_at: at(-150),
      status: 'Expired',
      ended_at: at(-150),
    }),
    endedLately: await makeTask(w, documentId, {
      created_at: at(-92),
      due_at: at(-3),
      status: 'Expired',
      ended_at: at(-3),
    }),
  };
  const idsOf = async (query: string, person: Person = w.admin) =>
    (await report(app, person, `tasks/task-report${query}`)).rows.map((row) => row['TaskId']);
  return { w, documentId, tasks, idsOf };
}

test('the task report has the documented columns in CSV, and also the revisions in JSON', async () => {
  const { w, tasks, documentId } = await worldWithTasks();
  const { rows, csv } = await report(app, w.admin, 'tasks/task-report');
  assert.deepEqual(rows[0], {
    TaskId: tasks.open,
    TaskType: 'Approval',
    TaskStatus: 'Open',
    Instructions: 'Please look, "quickly",\nand decide',
    DueDate: at(5).toISOString(),
    DateAssigned: at(-5).toISOString(),
    DateEnded: null,
    Creator: w.ann.email,
    Assignee: w.bob.email,
    ItemType: 'Document',
    ItemName: 'a.txt',
    AssignedRevision: { RevisionId: null, RevisionNumber: 1, Hash: '00'.repeat(32) },
    DecidedRevision: null,
    CurrentRevision: await currentRevision(w, documentId),
  });
  const head =
    'Task Id,Type,Instructions,Item Type,Item Name,Creator,Assignee,Due Date,Date Assigned,Status,Date Resolved';
  const people = `Document,a.txt,${w.ann.email},${w.bob.email}`;
  const instructions = 'Approval,"Please look, ""quickly"",\nand decide"';
  const dates = `${at(5).toISOString()},${at(-5).toISOString()}`;
  assert.ok(csv.startsWith(`${head}\r\n${tasks.open},${instructions},${people},${dates},Open,\r\n`), csv);
  assert.ok(
    csv.includes(`${tasks.approved},${instructions},${people},${dates},Approved,${at(-1).toISOString()}\r\n`),
    csv,
  );
});

async function currentRevision({ ann }: World, documentId: number) {
  const [{ RevisionId, RevisionNumber, Hash }] = (await ann.api('GET', `/api/documents/${documentId}/revisions`)).body;
  return { RevisionId, RevisionNumber, Hash };
}

test('the report shows the approved revision and the current one', async () => {
  const w = await app.world();
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'F'), 'a.txt', 'first');
  const task = taskBody(app, documentId, w.bob.email);
  const { TaskId } = (await w.ann.api('POST', '/api/tasks', task)).body;
  const first = await currentRevision(w, documentId);
  await w.bob.api('PATCH', `/api/tasks/${TaskId}/complete`, { Decision: 'Approve' });
  await w.ann.revise(documentId, 'a.txt', 'second');
  const second = await currentRevision(w, documentId);
  const [row] = (await report(app, w.admin, 'tasks/task-report')).rows;
  assert.equal(row?.['TaskStatus'], 'Approved');
  const revisions = [row?.['AssignedRevision'], row?.['DecidedRevision'], row?.['CurrentRevision']];
  assert.deepEqual(revisions, [first, first, second]);
  assert.equal(second.RevisionNumber, 2);
});

test('the statuses are Open, Approved, Denied, Cancelled and Expired, the last as soon as the due date has passed', async () => {
  const { w, tasks } = await worldWithTasks();
  const { rows } = await report(app, w.admin, 'tasks/task-report');
  const states = Object.fromEntries(rows.map((row) => [row['TaskId'], [row['TaskStatus'], row['DateEnded']]]));
  assert.deepEqual(states, {
    [tasks.open]: ['Open', null],
    [tasks.approved]: ['Approved', at(-1).toISOString()],
    [tasks.denied]: ['Denied', at(-1).toISOString()],
    [tasks.cancelled]: ['Cancelled', at(-1).toISOString()],
    [tasks.expired]: ['Expired', at(-2).toISOString()],
    [tasks.overdue]: ['Expired', at(-2).toISOString()],
    [tasks.outside]: ['Open', null],
    [tasks.endedLately]: ['Expired', at(-3).toISOString()],
  });
});

test('one or several statuses can be selected', async () => {
  const { tasks, idsOf } = await worldWithTasks();
  const expired = [tasks.expired, tasks.overdue, tasks.endedLately];
  assert.deepEqual(await idsOf('?status=open'), [tasks.open, tasks.outside]);
  assert.deepEqual(await idsOf('?status=completed'), [tasks.approved, tasks.denied]);
  assert.deepEqual(await idsOf('?status=Cancelled&status=expired'), [tasks.cancelled, ...expired]);
  assert.equal((await idsOf('?status=open&status=all')).length, 8);
});

test('a task is in the range if it was assigned or ended in it', async () => {
  const { tasks, idsOf } = await worldWithTasks();
  const day = (days: number) => at(days).toISOString().slice(0, 10);
  assert.deepEqual(await idsOf(`?fromDate=${day(-3)}&toDate=${day(-2)}`), [
    tasks.expired,
    tasks.overdue,
    tasks.endedLately,
  ]);
  assert.deepEqual(await idsOf(`?fromDate=${day(-160)}&toDate=${day(-100)}`), [tasks.old]);
  assert.deepEqual(await idsOf(`?fromDate=${day(-93)}&toDate=${day(-91)}`), [tasks.endedLately]);
  assert.deepEqual(await idsOf(`?fromDate=${day(-80)}&toDate=${day(-60)}`), []);
});

test('assignees may be outsiders, creators are users; both are matched without case', async () => {
  const { w, tasks, idsOf } = await worldWithTasks();
  assert.deepEqual(await idsOf('?assignee=ext@example.TEST'), [tasks.outside]);
  assert.deepEqual(await idsOf('?assignee=nobody@example.test'), []);
  assert.equal((await idsOf(`?assignee=${w.bob.email.toUpperCase()}`)).length, 7);
  assert.equal((await idsOf(`?creator=${w.ann.email.toUpperCase()}&status=open`)).length, 2);
  assert.deepEqual(await idsOf(`?creator=${w.bob.email}`), []);
  // A user of another deployment is none of this.
  const refused = await w.admin.api('POST', `/api/async/tasks/task-report?creator=${w.other.email}`);
  assert.equal(refused.status, 400);
});

test('tasks show the current name of their document, and its last one after a purge', async () => {
  const { w, documentId } = await worldWithTasks();
  const namesOf = async () =>
    new Set((await report(app, w.admin, 'tasks/task-report')).rows.map((row) => row['ItemName']));
  await w.ann.api('PATCH', `/api/documents/${documentId}`, { DocumentName: 'new.txt' });
  assert.deepEqual(await namesOf(), new Set(['new.txt']));
  await app.sql`update tasks set item_name = 'last.txt' where document_id = ${documentId}`;
  await app.sql`update documents set purged_at = ${app.clock.now}, trashed_at = ${app.clock.now} where document_id = ${documentId}`;
  assert.deepEqual(await namesOf(), new Set(['last.txt']));
});

test('tasks of other deployments are not included', async () => {
  const { w, idsOf } = await worldWithTasks();
  assert.deepEqual(await idsOf('', w.other), []);
});
