import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Problem, missingParameter } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { isCurrent } from '../../platform/http/files/entity-tag.ts';
import { sendEmpty } from '../../platform/http/files/empty-answer.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { problemFrom, sendProblem } from '../../platform/http/problems.ts';
import { actorOf } from '../../core/actor.ts';
import { accessDocument } from '../../library/tree/tree.access.ts';
import { DocumentParams } from '../../library/tree/tree.schema.ts';
import { accessTask, taskState } from './tasks.access.ts';
import { cancelTask, completeTask, deleteTask } from './tasks.actions.ts';
import { createTask } from './tasks.create.ts';
import { presentTask } from './tasks.presenter.ts';
import { listTasksOf, listTasksOfDocument } from '../task-rows/tasks.queries.ts';
import { CompleteTaskBody, CreateTaskBody, RefusedTaskSchema, TaskParams, TaskSchema } from './tasks.schema.ts';
import { taskDocs } from './tasks.docs.ts';

const params = TaskParams;
const response = { 200: TaskSchema };

/** docs/api/tasks.md#operations */
export function taskRoutes(app: App, deps: Deps): void {
  createRoute(app, deps);
  readRoutes(app, deps);
  ofDocumentRoute(app, deps);
  endRoutes(app, deps);
  missingIdRoutes(app);
}

function createRoute(app: App, deps: Deps): void {
  app.post('/api/tasks', {
    config: { creates: 'thing', refuseUnknown: [TaskSchema] },
    schema: { ...taskDocs.createTask, body: CreateTaskBody, response: { ...response, 400: RefusedTaskSchema } },
    // The action validates the body and reports every invalid field, not only those of a wrong type.
    attachValidation: true,
    errorHandler: (error, request, reply) => void sendRefusal(error as FastifyError | Problem, request, reply),
    handler: async (request) => {
      const actor = actorOf(request);
      return presentTask(
        deps.config.baseUrl,
        actor,
        await createTask(deps, actor, request.body, request.unknownProperties),
      );
    },
  });
}

function readRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.get('/api/tasks/:taskId', {
    schema: { ...taskDocs.getTask, params, response },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const task = await accessTask(deps.sql, actor, request.params.taskId, 'View');
      if (isCurrent(request, reply, taskState(actor, task))) return sendEmpty(reply);
      return presentTask(baseUrl, actor, task);
    },
  });

  app.get('/api/users/me/tasks', {
    schema: { ...taskDocs.listTasks, querystring: Type.Object(pageQuery), response: { 200: Type.Array(TaskSchema) } },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const page = readPage<[number]>(request.query, ['number']);
      const rows = await listTasksOf(deps.sql, actor, page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.taskId]);
      return kept.map((row) => presentTask(baseUrl, actor, row));
    },
  });
}

function ofDocumentRoute(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.get('/api/documents/:documentId/tasks', {
    schema: {
      ...taskDocs.listDocumentTasks,
      params: DocumentParams,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(TaskSchema) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const page = readPage<[number]>(request.query, ['number']);
      const { documentId } = await accessDocument(deps.sql, actor, request.params.documentId, 'View');
      const rows = await listTasksOfDocument(deps.sql, actor, documentId, page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.taskId]);
      return kept.map((row) => presentTask(baseUrl, actor, row));
    },
  });
}

function endRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.patch('/api/tasks/:taskId/cancel', {
    schema: { ...taskDocs.cancelTask, params, response },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const task = await cancelTask(deps, actor, request.params.taskId);
      reply.header('etag', taskState(actor, task).etag);
      return presentTask(baseUrl, actor, task);
    },
  });

  app.patch('/api/tasks/:taskId/complete', {
    config: { refuseUnknown: [TaskSchema] },
    schema: { ...taskDocs.completeTask, params, body: CompleteTaskBody, response },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const task = await completeTask(deps, actor, request.params.taskId, request.body);
      reply.header('etag', taskState(actor, task).etag);
      return presentTask(baseUrl, actor, task);
    },
  });

  app.delete('/api/tasks/:taskId', {
    schema: { ...taskDocs.deleteTask, params, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await deleteTask(deps, actorOf(request), request.params.taskId);
      return reply.code(204).send(null);
    },
  });
}

// A path without the id is 400, like a missing parameter (docs/api/tasks.md#operations).
function missingIdRoutes(app: App): void {
  const refuse = async () => {
    throw missingParameter('taskId');
  };
  const schema = { hide: true };
  app.get('/api/tasks', { schema, handler: refuse });
  for (const operation of ['cancel', 'complete']) {
    app.patch(`/api/tasks/${operation}`, { schema, handler: refuse });
  }
}

// Only this operation has its own body for 400 (docs/errors.md#bodies-of-their-own).
async function sendRefusal(error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemFrom(error);
  if (problem.status !== 400) return sendProblem(reply, request, problem);
  return reply.code(400).type('application/json').send(presentRefusal(problem));
}

function presentRefusal({ message, errors }: Problem): Static<typeof RefusedTaskSchema> {
  const byField = Map.groupBy(errors, ({ instance }) => `createTask.${instance.split('.', 1)[0]}`);
  const entries = [...byField].map(([field, wrong]) => [field, wrong.map(({ detail }) => detail)] as const);
  return { Message: message, ModelState: Object.fromEntries(entries) };
}
