import { answered, follow, hasAll, holds, isTime, matches, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';
import { assigned, bodyOf, dueIn } from './new-task.ts';
import { tagStatus } from './task-status.ts';

export const tasks: Page = {
  page: 'docs/api/tasks.md',
  rules: [
    rule('task-object', 'a task has its properties', async (w) => {
      const { task, documentId } = await assigned(w);
      const { body } = task;
      const names = ['TaskId', 'TaskType', 'Instructions', 'DueDate', 'ItemType', 'ItemName', 'AssignedRevision'];
      hasAll(task, body, [...names, 'DecidedRevision', 'Abilities.Cancel', 'Links.Self', 'Links.CancelTaskUri']);
      const state = ['TaskStatus', 'TaskResult', 'DateEnded', 'DocumentId'].map((name) => body.at(name));
      same(task, state, ['Open', '', null, documentId], 'status, result, end and document');
      same(task, [body.at('Creator'), body.at('Assignee')], [w.owner.email, w.stranger.email], 'the people');
      isTime(task, body.at('DateAssigned'), 'DateAssigned');
    }),
    rule('operations', 'creator and assignee read it, others get 403', async (w) => {
      const { path } = await assigned(w);
      for (const person of [w.owner, w.stranger]) answered(await person.get(path), 200);
      refused(await w.reader.get(path), 403);
      refused(await w.owner.get('/api/tasks/9007199254740991'), 404);
    }),
    rule('operations', 'a path without the id is 400', async (w) => {
      for (const path of ['/api/tasks', '/api/tasks/']) refused(await w.owner.get(path), 400);
      for (const path of ['/api/tasks/cancel', '/api/tasks//cancel']) refused(await w.owner.patch(path), 400);
    }),
    rule('operations', 'only the creator cancels, and only an open task', async (w) => {
      const { path, task } = await assigned(w);
      refused(await w.stranger.patch(`${path}/cancel`), 403);
      const done = answered(await w.owner.patch(follow(task.body.string('Links.CancelTaskUri'))), 200);
      same(done, done.body.at('TaskStatus'), 'Cancelled', 'TaskStatus');
      isTime(done, done.body.at('DateEnded'), 'DateEnded');
      refused(await w.owner.patch(`${path}/cancel`), 400);
    }),
    rule('operations', 'only the assignee decides, once', async (w) => {
      const { path } = await assigned(w);
      refused(await w.owner.patch(`${path}/complete`, { Decision: 'Approve' }), 403);
      const done = answered(await w.stranger.patch(`${path}/complete`, { Decision: 'Approve', Comment: 'Fine' }), 200);
      const got = ['TaskStatus', 'TaskResult', 'Comment'].map((name) => done.body.at(name));
      same(done, got, ['Completed', 'Positive', 'Fine'], 'status, result and comment');
      refused(await w.stranger.patch(`${path}/complete`, { Decision: 'Deny' }), 409);
    }),
    rule('operations', 'a denial is Negative, and another decision 400', async (w) => {
      const { path } = await assigned(w);
      refused(await w.stranger.patch(`${path}/complete`, { Decision: 'Perhaps' }), 400);
      const done = answered(await w.stranger.patch(`${path}/complete`, { Decision: 'Deny' }), 200);
      same(done, done.body.at('TaskResult'), 'Negative', 'TaskResult');
    }),
    rule('operations', 'DELETE is for the creator and site admins, in every state', async (w) => {
      const { path } = await assigned(w);
      refused(await w.stranger.remove(path), 403);
      answered(await w.admin.remove(path), 204);
      refused(await w.owner.get(path), 404);
    }),
    rule('operations', 'the lists have what the caller created or is assigned', async (w) => {
      const { task, documentId } = await assigned(w);
      const id = task.body.number('TaskId');
      for (const person of [w.owner, w.stranger]) {
        const own = answered(await person.get('/api/users/me/tasks'), 200);
        holds(own, own.body.each('TaskId').includes(id), 'the task in the list');
      }
      const other = answered(await w.reader.get(`/api/documents/${documentId}/tasks`), 200);
      same(other, other.body.value, [], 'the tasks of somebody else');
    }),
    rule('creating-a-task', 'a 400 names every failing field at once', async (w) => {
      const answer = answered(await w.owner.post('/api/tasks', { Type: 'Vote', DueDate: '2015-01-01' }), 400);
      matches(answer, answer.headers.get('content-type'), /^application\/json/, 'Content-Type');
      answer.body.string('Message');
      for (const field of ['Type', 'DueDate', 'Assignee', 'DocumentId', 'Instructions']) {
        const messages = (answer.body.at('ModelState') as Record<string, unknown> | undefined)?.[`createTask.${field}`];
        holds(answer, Array.isArray(messages) && messages.length > 0, `messages for createTask.${field}`);
      }
    }),
    rule('creating-a-task', 'a body that is not JSON has an empty ModelState', async (w) => {
      const options = { headers: { 'content-type': 'application/json' }, body: '{"Type' };
      const answer = answered(await w.owner.send('POST', '/api/tasks', options), 400);
      same(answer, answer.body.at('ModelState'), {}, 'ModelState');
    }),
    rule('creating-a-task', 'the due date is at most 90 days ahead', async (w) => {
      const documentId = await w.document(await w.folder());
      answered(await w.owner.post('/api/tasks', { ...bodyOf(w, documentId), DueDate: dueIn(91) }), 400);
      answered(await w.owner.post('/api/tasks', { ...bodyOf(w, documentId), DueDate: dueIn(89) }), 200);
    }),
    rule('creating-a-task', 'instructions have at most 1000 characters, and nobody assigns themselves', async (w) => {
      const documentId = await w.document(await w.folder());
      const body = bodyOf(w, documentId);
      answered(await w.owner.post('/api/tasks', { ...body, Instructions: 'x'.repeat(1001) }), 400);
      answered(await w.owner.post('/api/tasks', { ...body, Assignee: w.owner.email }), 400);
      answered(await w.owner.post('/api/tasks', { ...body, Instructions: 'x'.repeat(1000) }), 200);
    }),
    rule('creating-a-task', 'it requires Grant, and an existing document', async (w) => {
      const documentId = await w.document(await w.folder());
      refused(await w.reader.post('/api/tasks', bodyOf(w, documentId)), 403);
      refused(await w.owner.post('/api/tasks', bodyOf(w, 9_007_199_254_740_991)), 404);
    }),
    rule('creating-a-task', 'Recipients are for site admins', async (w) => {
      const body = bodyOf(w, await w.document(await w.folder()));
      refused(await w.owner.post('/api/tasks', { ...body, Recipients: [w.reader.email] }), 403);
    }),
    rule('creating-a-task', 'an assignee to whom the document is denied is 403', async (w) => {
      const documentId = await w.document(await w.folder());
      const deny = [{ UserId: w.stranger.userId, Deny: ['Read'] }];
      answered(await w.owner.put(`/api/documents/${documentId}/permissions`, deny), 200);
      refused(await w.owner.post('/api/tasks', bodyOf(w, documentId)), 403);
    }),
    rule('task-states', 'a purge of the document cancels the task', async (w) => {
      const { path, documentId } = await assigned(w);
      answered(await w.owner.remove(`/api/documents/${documentId}?purge=true`), 204);
      const now = answered(await w.owner.get(path), 200);
      same(now, now.body.at('TaskStatus'), 'Cancelled', 'TaskStatus');
    }),
    rule('task-states', 'canceling while the document is in the trash is 404', async (w) => {
      const { path, documentId } = await assigned(w);
      answered(await w.owner.remove(`/api/documents/${documentId}`), 204);
      refused(await w.owner.patch(`${path}/cancel`), 404);
    }),
    rule('decisions-and-content', 'after a new revision a decision needs its hash', async (w) => {
      const { path, documentId } = await assigned(w);
      const form = { fileName: 'document.txt', content: 'second' };
      const revision = answered(await w.owner.upload(`/api/documents/${documentId}/revisions`, form), 201);
      const decide = (more: object) => w.stranger.patch(`${path}/complete`, { Decision: 'Approve', ...more });
      const refusal = refused(await decide({}), 409);
      same(refusal, refusal.body.at('Reason'), 'changed', 'Reason');
      refused(await decide({ Hash: '0'.repeat(64) }), 409);
      const done = answered(await decide({ Hash: revision.body.string('Hash') }), 200);
      same(done, done.body.at('AssignedRevision.RevisionNumber'), 1, 'AssignedRevision');
      same(done, done.body.at('DecidedRevision.RevisionNumber'), 2, 'DecidedRevision');
    }),
    rule('access', 'the assignee can read the document until the task is canceled', async (w) => {
      const { path, documentId } = await assigned(w);
      const content = `/api/documents/${documentId}/content`;
      answered(await w.stranger.get(content), 200);
      const list = answered(await w.owner.get(`/api/documents/${documentId}/permissions`), 200);
      same(list, list.body.value, [], 'the entries');
      answered(await w.owner.patch(`${path}/cancel`), 200);
      refused(await w.stranger.get(content), 403);
    }),
    rule('messages', 'the assignee gets a notification about the task', async (w) => {
      const { task } = await assigned(w);
      const answer = answered(await w.stranger.get('/api/notifications'), 200);
      const mention = `[@TaskId=${task.body.number('TaskId')}]`;
      const messages = answer.body.each('Message').map(String);
      holds(
        answer,
        messages.some((text) => text.includes(mention)),
        `a notification with ${mention}`,
        messages,
      );
    }),
    ...tagStatus,
  ],
};
