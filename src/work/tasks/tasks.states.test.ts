/** Every event in every state by everybody (docs/api/tasks.md#task-states). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../../test/client.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { DAY_MS, type TaskWorld, must, runExpiry, worldWithTask } from './tasks.fixture.ts';

const app = await startApp();

const decide = (Decision: string) => (w: TaskWorld) => must(w.bob, 'PATCH', `${w.path}/complete`, { Decision });
const pass = async () => app.clock.advance(7 * DAY_MS);

/** How a task comes into a state, and what it shows then. */
const STATES: Record<string, { enter: (w: TaskWorld) => Promise<unknown>; shows: [string, string] }> = {
  open: { enter: async () => {}, shows: ['Open', ''] },
  approved: { enter: decide('Approve'), shows: ['Completed', 'Positive'] },
  denied: { enter: decide('Deny'), shows: ['Completed', 'Negative'] },
  cancelled: { enter: (w) => must(w.ann, 'PATCH', `${w.path}/cancel`), shows: ['Cancelled', ''] },
  'past its due date': { enter: pass, shows: ['Expired', ''] },
  expired: { enter: async () => pass().then(() => runExpiry(app)), shows: ['Expired', ''] },
  'of a document in the trash': {
    enter: ({ ann, documentId }) => must(ann, 'DELETE', `/api/documents/${documentId}`),
    shows: ['Open', ''],
  },
  'of a purged document': {
    enter: ({ ann, documentId }) => must(ann, 'DELETE', `/api/documents/${documentId}?purge=true`),
    shows: ['Cancelled', ''],
  },
};

const CALLERS = {
  creator: ({ ann }) => ann,
  assignee: ({ bob }) => bob,
  siteAdmin: ({ admin }) => admin,
  reader: ({ reader }) => reader,
  stranger: ({ stranger }) => stranger,
  otherDeployment: ({ other }) => other,
  anonymous: ({ anonymous }) => anonymous,
} satisfies Record<string, (w: TaskWorld & { reader: Client }) => Client>;

type Caller = keyof typeof CALLERS;

type Trigger = {
  method: string;
  suffix?: string;
  body?: unknown;
  /** Those whom the relation to the task lets do it; the others are refused in every state. */
  for: Caller[];
  /** Statuses that differ from those in most states. */
  gives: number;
  except?: Record<string, number>;
  /** The task's fields afterwards; null if it is gone. */
  leaves?: [string, string] | null;
};

const refusedUnlessOpen = (status: number) => ({
  approved: status,
  denied: status,
  cancelled: status,
  'past its due date': status,
  expired: status,
  'of a document in the trash': 404,
  'of a purged document': 404,
});

const TRIGGERS: Record<string, Trigger> = {
  see: { method: 'GET', for: ['creator', 'assignee'], gives: 200 },
  approve: {
    method: 'PATCH',
    suffix: '/complete',
    body: { Decision: 'Approve', Comment: null },
    for: ['assignee'],
    gives: 200,
    except: refusedUnlessOpen(409),
    leaves: ['Completed', 'Positive'],
  },
  deny: {
    method: 'PATCH',
    suffix: '/complete',
    body: { Decision: 'Deny', Comment: 'No.' },
    for: ['assignee'],
    gives: 200,
    except: refusedUnlessOpen(409),
    leaves: ['Completed', 'Negative'],
  },
  cancel: {
    method: 'PATCH',
    suffix: '/cancel',
    for: ['creator'],
    gives: 200,
    except: refusedUnlessOpen(400),
    leaves: ['Cancelled', ''],
  },
  delete: { method: 'DELETE', for: ['creator', 'siteAdmin'], gives: 204, leaves: null },
};

const REFUSED: Record<Caller, number> = {
  creator: 403,
  assignee: 403,
  siteAdmin: 403,
  reader: 403,
  stranger: 403,
  otherDeployment: 404,
  anonymous: 401,
};

async function taskIn(state: string) {
  const w = await worldWithTask(app);
  const reader = await w.addPerson('Reader');
  await grant(app, reader, { documentId: w.documentId }, { allow: ['Read'] });
  await STATES[state]?.enter(w);
  return { ...w, reader };
}

async function shownBy({ ann, path }: TaskWorld): Promise<[string, string] | null> {
  const { status, body } = await ann.api('GET', path);
  return status === 404 ? null : [body.TaskStatus, body.TaskResult];
}

for (const [state, { shows }] of Object.entries(STATES)) {
  test(`a task ${state} allows exactly the operations of the table, and a refusal changes nothing`, async () => {
    const spare = await taskIn(state);
    assert.deepEqual(await shownBy(spare), shows);
    for (const [name, trigger] of Object.entries(TRIGGERS)) {
      for (const [caller, who] of Object.entries(CALLERS) as [Caller, (w: typeof spare) => Client][]) {
        const status = trigger.for.includes(caller) ? (trigger.except?.[state] ?? trigger.gives) : REFUSED[caller];
        const isChange = status < 400 && trigger.leaves !== undefined;
        const w = isChange ? await taskIn(state) : spare;
        const answer = await who(w).api(trigger.method, `${w.path}${trigger.suffix ?? ''}`, trigger.body);
        assert.equal(answer.status, status, `${caller}: ${name}: ${answer.text}`);
        assert.deepEqual(await shownBy(w), isChange ? trigger.leaves : shows, `${caller}: ${name}`);
        if (isChange && status === 200) {
          assert.deepEqual([answer.body.TaskStatus, answer.body.TaskResult], trigger.leaves);
          assert.equal(answer.body.DateEnded, app.clock.now.toISOString());
        }
      }
    }
  });
}

test('a Content-Type without a body is accepted, as existing clients send it', async () => {
  const { ann, path } = await worldWithTask(app);
  for (const [method, url, status] of [
    ['PATCH', `${path}/cancel`, 200],
    ['DELETE', path, 204],
  ] as const) {
    const answer = await ann.api(method, url, undefined, { 'content-type': 'application/json' });
    assert.equal(answer.status, status, answer.text);
  }
});

test('an ended task shows when it ended: an expired one at its due date', async () => {
  const { ann, path } = await worldWithTask(app);
  const due = new Date(app.clock.now.getTime() + 7 * DAY_MS).toISOString();
  app.clock.advance(7 * DAY_MS - 1);
  assert.deepEqual((await ann.api('GET', path)).body.DateEnded, null);
  app.clock.advance(1);
  const read = (await ann.api('GET', path)).body;
  assert.deepEqual([read.TaskStatus, read.DateEnded, read.Abilities.Cancel], ['Expired', due, false]);
  app.clock.advance(DAY_MS);
  await runExpiry(app);
  const stored = (await ann.api('GET', path)).body;
  assert.deepEqual([stored.TaskStatus, stored.DateEnded], ['Expired', due]);
  assert.deepEqual((await ann.api('GET', '/api/users/me/tasks')).body, [stored]);
});

test('refusals of a decision come in order: body, existence, relation, document, state', async () => {
  const { ann, bob, admin, path, documentId } = await worldWithTask(app);
  const complete = async (body: unknown, at = path) => {
    const answer = await bob.api('PATCH', `${at}/complete`, body);
    return [answer.status, answer.body.errors?.[0]?.instance ?? answer.body.title];
  };
  assert.deepEqual(await complete(undefined), [400, 'Decision']);
  assert.deepEqual(await complete({ Decision: 'Maybe' }, '/api/tasks/999999999'), [400, 'Decision']);
  assert.deepEqual(await complete({ Decision: 'Deny', Comment: 'x'.repeat(1001) }), [400, 'Comment']);
  assert.deepEqual(await complete({ Decision: 'Deny', Comment: 'c Deny \u202e x' }), [400, 'Comment']);
  assert.deepEqual(await complete({ Decision: 'Deny', Comment: 'a\0b' }), [400, 'Comment']);
  assert.equal((await complete({ Decision: 'Deny' }, '/api/tasks/999999999'))[0], 404);
  await grant(app, bob, { libraryId: ann.libraryId }, { deny: ['Read'] });
  assert.deepEqual(await complete({ Decision: 'Deny' }), [403, 'You lack the right Read on this document.']);
  await app.sql`delete from permissions where user_id = ${bob.userId} and deny <> 0`;
  await ann.api('DELETE', `/api/documents/${documentId}`);
  assert.deepEqual(await complete({ Decision: 'Deny' }), [404, 'There is no such document.']);
  await ann.api('PATCH', `/api/documents/${documentId}/restore`);
  const decided = await bob.api('PATCH', `${path}/complete`, { Decision: 'Deny', Comment: '𝄞'.repeat(1000) });
  assert.deepEqual([decided.status, decided.body.Comment], [200, '𝄞'.repeat(1000)]);
  assert.deepEqual(await complete({ Decision: 'Deny' }), [409, 'The task is no longer open.']);
  const cancelled = await ann.api('PATCH', `${path}/cancel`);
  assert.deepEqual([cancelled.status, cancelled.body.title], [400, 'The task is no longer open.']);
  assert.equal((await admin.api('DELETE', path)).status, 204);
});

test('a creator who cannot read the document anymore cannot cancel, but delete', async () => {
  const w = await worldWithTask(app);
  const { ann, admin, bob } = w;
  const creator = await w.addPerson('Creator');
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt');
  await grant(app, creator, { documentId }, { allow: ['Grant'] });
  const { body } = await creator.api('POST', '/api/tasks', {
    Type: 'Approval',
    DueDate: new Date(app.clock.now.getTime() + DAY_MS).toISOString(),
    Assignee: bob.email,
    DocumentId: documentId,
    Instructions: 'Look.',
  });
  await app.sql`delete from permissions where user_id = ${creator.userId}`;
  assert.equal((await creator.api('PATCH', `/api/tasks/${body.TaskId}/cancel`)).status, 403);
  assert.equal((await creator.api('GET', `/api/tasks/${body.TaskId}`)).status, 200);
  assert.equal((await admin.api('GET', `/api/tasks/${body.TaskId}`)).status, 403);
  assert.equal((await creator.api('DELETE', `/api/tasks/${body.TaskId}`)).status, 204);
});
