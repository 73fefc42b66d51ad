/** Of two concurrent attempts to end a task exactly one succeeds, and only its messages are sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { DAY_MS, must, runExpiry } from './tasks.fixture.ts';
import { lockDueTasks } from '../task-rows/tasks.queries.ts';
import { expireTask } from './tasks.steps.ts';

const app = await startApp({}, { own: 'reads whole tables' });

/** An open task of a site admin for bob, with a recipient of all updates; earlier mails are discarded. */
async function worldWithRace() {
  const w = await app.world();
  const documentId = await w.admin.document(await w.admin.folder(w.admin.libraryId, 'F'), 'a.txt');
  const taskId = await makeTask(app, w.admin, w.bob.email, documentId, { Recipients: ['told@outside.test'] });
  await app.sql`delete from mails`;
  await app.sql`delete from notifications`;
  return { ...w, documentId, taskId, path: `/api/tasks/${taskId}` };
}

type Race = Awaited<ReturnType<typeof worldWithRace>>;

const ENDS: Record<
  string,
  { ask: (w: Race) => Promise<{ status: number }>; wins: number; outcome: string; to: string[] }
> = {
  approve: {
    ask: (w) => w.bob.api('PATCH', `${w.path}/complete`, { Decision: 'Approve', Comment: 'Yes.' }),
    wins: 200,
    outcome: 'approved',
    to: ['admin', 'told'],
  },
  deny: {
    ask: (w) => w.bob.api('PATCH', `${w.path}/complete`, { Decision: 'Deny' }),
    wins: 200,
    outcome: 'denied',
    to: ['admin', 'told'],
  },
  cancel: { ask: (w) => w.admin.api('PATCH', `${w.path}/cancel`), wins: 200, outcome: 'canceled', to: ['told'] },
  purge: {
    ask: (w) => w.admin.api('DELETE', `/api/documents/${w.documentId}?purge=true`),
    wins: 204,
    outcome: 'canceled',
    to: ['told'],
  },
};

/** The outcomes that were mailed and logged, and to whom. */
async function messagesAfter({ taskId, bob, admin }: Race) {
  const mails = await app.sql<{ to: string; subject: string }[]>`
    select split_part(recipient, '@', 1) as "to", subject from mails order by recipient`;
  const logged = await app.sql<{ type: string }[]>`
    select activity_type as type from activity where (details->>'taskId')::bigint = ${taskId}
      and activity_type in ('TaskApproved', 'TaskDenied', 'TaskCancelled', 'TaskExpired')`;
  const notices = await app.sql`select from notifications where user_id in (${bob.userId}, ${admin.userId})`;
  const outcomes = new Set(mails.map(({ subject }) => /approved|denied|canceled|expired/.exec(subject)?.[0]));
  return { to: mails.map(({ to }) => to), outcomes: [...outcomes], logged: logged.length, notices: notices.length };
}

for (const [one, other, loses] of [
  ['approve', 'cancel', [400]],
  ['cancel', 'approve', [409]],
  ['approve', 'deny', [409]],
  ['deny', 'approve', [409]],
  ['approve', 'approve', [409]],
  ['cancel', 'cancel', [400]],
  ['approve', 'purge', [204]],
  ['purge', 'approve', [404]],
  ['cancel', 'purge', [204]],
  ['purge', 'cancel', [404]],
] as const) {
  test(`of ${one} and ${other} at once the first wins and sends its messages once`, async () => {
    const w = await worldWithRace();
    const [first, second] = [ENDS[one], ENDS[other]];
    assert.ok(first !== undefined && second !== undefined);
    const asked = await app.sql.begin(async (tx) => {
      await tx`select from documents where document_id = ${w.documentId} for update`;
      const answers = [first.ask(w)];
      await untilWaiting(app, 1);
      answers.push(second.ask(w));
      await untilWaiting(app, 2);
      return { answers };
    });
    const [winner, loser] = await Promise.all(asked.answers);
    assert.equal(winner?.status, first.wins);
    assert.ok(
      loses.some((status) => status === loser?.status),
      String(loser?.status),
    );
    assert.deepEqual(await messagesAfter(w), { to: first.to, outcomes: [first.outcome], logged: 1, notices: 1 });
  });
}

test('a decision that locks the document before the expiry wins', async () => {
  const w = await worldWithRace();
  const asked = await app.sql.begin(async (tx) => {
    await tx`select from documents where document_id = ${w.documentId} for update`;
    const answer = ENDS['approve']?.ask(w);
    await untilWaiting(app, 1);
    app.clock.advance(7 * DAY_MS);
    // Locked tasks are left to the next minute.
    await runExpiry(app);
    return { answer };
  });
  assert.equal((await asked.answer)?.status, 200);
  await runExpiry(app);
  assert.deepEqual(await messagesAfter(w), { to: ['admin', 'told'], outcomes: ['approved'], logged: 1, notices: 1 });
});

test('an expiry that locks the document before the decision wins', async () => {
  const w = await worldWithRace();
  const due = new Date(app.clock.now.getTime() + 7 * DAY_MS);
  const asked = await app.sql.begin(async (tx) => {
    const held = await lockDueTasks(tx, due, 100);
    for (const task of held) await expireTask(tx, task, due);
    const answer = ENDS['approve']?.ask(w);
    await untilWaiting(app, 1);
    return { answer };
  });
  assert.equal((await asked.answer)?.status, 409);
  assert.deepEqual(await messagesAfter(w), { to: ['told'], outcomes: ['expired'], logged: 1, notices: 2 });
});

test('two concurrent workers expire each task once', async () => {
  const w = await worldWithRace();
  app.clock.advance(7 * DAY_MS);
  await Promise.all([runExpiry(app), runExpiry(app), runExpiry(app)]);
  assert.deepEqual(await messagesAfter(w), { to: ['told'], outcomes: ['expired'], logged: 1, notices: 2 });
});

test('of two concurrent deletions one succeeds, also without the document', async () => {
  for (const isPurged of [false, true]) {
    const w = await worldWithRace();
    if (isPurged) await must(w.admin, 'DELETE', `/api/documents/${w.documentId}?purge=true`);
    await app.runJobs();
    await app.sql`delete from mails`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => w.admin.api('DELETE', w.path)));
    assert.deepEqual(answers.map(({ status }) => String(status)).sort(), ['204', '404', '404', '404']);
    assert.equal((await app.sql`select from mails`).length, 1);
  }
});

test('of concurrent decisions, cancellations and expiries exactly one applies', async () => {
  for (let round = 0; round < 10; round += 1) {
    const w = await worldWithRace();
    app.clock.advance(7 * DAY_MS - 1);
    const early = ['approve', 'deny', 'cancel'].map((name) => ENDS[name]?.ask(w));
    app.clock.advance(1);
    await Promise.all([...early, ENDS['approve']?.ask(w), runExpiry(app)]);
    await runExpiry(app);
    const { logged, outcomes } = await messagesAfter(w);
    assert.deepEqual([logged, outcomes.length], [1, 1]);
    const { body } = await w.admin.api('GET', w.path);
    const shown = { Positive: 'approved', Negative: 'denied', '': body.TaskStatus.toLowerCase() };
    assert.deepEqual(outcomes, [shown[body.TaskResult as keyof typeof shown]]);
  }
});

test('a task created while its document is purged is cancelled or not created', async () => {
  for (let round = 0; round < 6; round += 1) {
    const w = await worldWithRace();
    const folderId = await w.admin.folder(w.admin.libraryId, `G ${round}`);
    const documentId = await w.admin.document(folderId, 'b.txt');
    const body = {
      Type: 'Approval',
      DueDate: new Date(app.clock.now.getTime() + DAY_MS).toISOString(),
      Assignee: w.bob.email,
      DocumentId: documentId,
      Instructions: 'Look.',
    };
    const purged = round % 2 === 0 ? `/api/documents/${documentId}` : `/api/folders/${folderId}`;
    const [made] = await Promise.all([
      w.admin.api('POST', '/api/tasks', body),
      must(w.admin, 'DELETE', `${purged}?purge=true`),
    ]);
    await app.runJobs();
    if (made.status === 404) continue;
    assert.equal(made.status, 200);
    const { body: task } = await w.bob.api('GET', `/api/tasks/${made.body.TaskId}`);
    assert.deepEqual([task.TaskStatus, task.ItemName, task.AccessEndsAt], ['Cancelled', 'b.txt', null]);
  }
});
