import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPeople } from '../../../test/factories/persons.ts';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import { type Statement, statementsOf } from '../../../test/statements.ts';
import type { Person } from '../../../test/world.ts';
import { DAY_MS, must, runExpiry, worldWithTask } from './tasks.fixture.ts';

const app = await startApp({}, { own: 'reads whole tables' });

const idsOf = async (person: Person, query = '') => {
  const { body, headers } = await person.api('GET', `/api/users/me/tasks${query}`);
  const next = /^<http:\/\/carrel\.test([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;
  return { ids: body.map((task: { TaskId: number }) => task.TaskId), next };
};

test('users see the tasks that they created or have to decide, newest first, in pages', async () => {
  const { ann, bob, stranger, admin, other, documentId, taskId } = await worldWithTask(app);
  const bobs = await bob.document(await bob.folder(bob.libraryId, 'B'), 'b.txt');
  const second = await makeTask(app, bob, ann.email, bobs);
  const third = await makeTask(app, bob, 'x@outside.test', bobs);
  const fourth = await makeTask(app, ann, bob.email, documentId);
  await must(bob, 'PATCH', `/api/tasks/${fourth}/complete`, { Decision: 'Deny' });
  assert.deepEqual((await idsOf(ann)).ids, [fourth, second, taskId]);
  assert.deepEqual((await idsOf(bob)).ids, [fourth, third, second, taskId]);
  for (const person of [stranger, admin, other]) assert.deepEqual((await idsOf(person)).ids, []);

  const first = await idsOf(bob, '?top=3');
  assert.deepEqual(first.ids, [fourth, third, second]);
  assert.ok(first.next !== null);
  assert.deepEqual(await idsOf(bob, first.next.slice('/api/users/me/tasks'.length)), { ids: [taskId], next: null });
  for (const query of ['?top=0', '?top=1001', '?top=x', '?after=nonsense']) {
    assert.equal((await bob.api('GET', `/api/users/me/tasks${query}`)).status, 400, query);
  }
});

test('readers of a document see their own tasks about it', async () => {
  const { ann, bob, stranger, documentId, taskId } = await worldWithTask(app);
  const another = await ann.document(await ann.folder(ann.libraryId, 'Another'), 'b.txt');
  await makeTask(app, ann, bob.email, another);
  const second = await makeTask(app, ann, 'x@outside.test', documentId);
  const path = `/api/documents/${documentId}/tasks`;
  const idsAt = async (person: Person, query = '') =>
    (await person.api('GET', `${path}${query}`)).body.map((task: { TaskId: number }) => task.TaskId);
  assert.deepEqual(await idsAt(ann), [second, taskId]);
  assert.deepEqual(await idsAt(bob), [taskId]);
  const page = await ann.api('GET', `${path}?top=1`);
  const after = new URL(/<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '').search;
  assert.deepEqual(await idsAt(ann, after), [taskId]);
  assert.equal((await stranger.api('GET', path)).status, 403);
  await ann.api('DELETE', `/api/documents/${documentId}`);
  assert.equal((await ann.api('GET', path)).status, 404);
});

const OF_BOB = 3000;
const DUE = 40;

/** A hundred thousand tasks between people of many deployments, of which bob and ann have few. */
async function manyTasks() {
  const w = await worldWithTask(app);
  const { deploymentId, ann, bob, admin, stranger, documentId } = w;
  const insert = async (count: number, more: { creator: number; assignees: number[]; status: string; due: Date }) => {
    const ended = more.status === 'Open' ? null : app.clock.now;
    await app.sql`
      insert into tasks (deployment_id, document_id, item_name, revision_number, sha256, instructions, due_at, created_by,
        created_at, assignee_id, status, ended_at)
      select ${deploymentId}, ${documentId} + n * 1000, 'x', 1, '\\x00', 'Look.', ${more.due}::timestamptz + n * interval '1 ms',
        ${more.creator}, ${app.clock.now},
        (${more.assignees}::bigint[])[1 + n % ${more.assignees.length}], ${more.status}, ${ended}
      from generate_series(1, ${count}) n`;
  };
  // With few assignees, PostgreSQL can as well skip from one to the next in the index of each one's open tasks.
  const many = await addPeople(app, w, 500);
  const later = new Date(app.clock.now.getTime() + 30 * DAY_MS);
  await insert(60_000, { creator: admin.userId, assignees: [stranger.userId], status: 'Cancelled', due: later });
  await insert(OF_BOB, { creator: ann.userId, assignees: [bob.userId], status: 'Cancelled', due: later });
  await insert(37_000, { creator: stranger.userId, assignees: many, status: 'Open', due: later });
  await app.sql`vacuum analyze tasks`;
  return w;
}

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  Plans?: Node[];
};

/** The plan of a statement with the rows that each node returned. */
async function planOf({ text, parameters }: Statement): Promise<Node[]> {
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return app.sql
    .begin(async (tx) => {
      const [row] = await tx.unsafe(`explain (analyze, format json) ${text}`, parameters as never[]);
      throw Object.assign(new Error('roll back'), { plan: nodes(row?.['QUERY PLAN'][0].Plan) });
    })
    .catch((error: Error & { plan?: Node[] }) => error.plan ?? Promise.reject(error));
}

const indexesOf = (plan: Node[], table: string) => {
  const scans = plan.filter((node) => node['Relation Name'] === table || node['Index Name']?.startsWith(`${table}_`));
  assert.ok(!scans.some((node) => node['Node Type'] === 'Seq Scan'), JSON.stringify(scans));
  return [...new Set(scans.flatMap((node) => node['Index Name'] ?? []))].sort();
};

test('a list and the expiry scan only their results among a hundred thousand tasks', async () => {
  const { bob, ann, documentId } = await manyTasks();
  const [list] = (await statementsOf(app, () => must(bob, 'GET', '/api/users/me/tasks?top=50'))).slice(-1);
  assert.ok(list !== undefined);
  const plan = await planOf(list);
  assert.deepEqual(indexesOf(plan, 'tasks'), ['tasks_assignee', 'tasks_creator', 'tasks_pkey']);
  const most = Math.max(...plan.map((node) => node['Actual Rows']));
  assert.ok(most <= 51, `${most} rows were looked at`);

  for (let n = 0; n < DUE; n += 1) await makeTask(app, ann, bob.email, documentId);
  app.clock.advance(8 * DAY_MS);
  const statements = await statementsOf(app, () => runExpiry(app));
  const find = statements.find(({ text }) => text.includes('skip locked'));
  assert.ok(find !== undefined);
  // As it was before: the tasks are due again.
  const { count: due } = await app.sql`update tasks set status = 'Open', ended_at = null where status = 'Expired'`;
  assert.ok(due >= DUE, `${due} had expired`);
  await app.sql`vacuum analyze tasks`;
  const found = await planOf(find);
  assert.deepEqual(indexesOf(found, 'tasks'), ['tasks_due']);
  // An index also gives versions of rows that no vacuum could remove yet: a few for each task that is due, of 37 000 others none.
  const seen = found.map((node) => [node['Node Type'], node['Index Name'], node['Actual Rows']]);
  assert.ok(Math.max(...found.map((node) => node['Actual Rows'])) <= 10 * due, `${due} due: ${JSON.stringify(seen)}`);
});
