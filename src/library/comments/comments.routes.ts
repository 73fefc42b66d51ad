import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { sendEmpty } from '../../platform/http/files/empty-answer.ts';
import { isCurrent } from '../../platform/http/files/entity-tag.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { accessDocument } from '../tree/tree.access.ts';
import { DocumentParams } from '../tree/tree.schema.ts';
import { type FoundComment, accessComment, commentState } from './comments.access.ts';
import { changeComment, createComment, deleteComment, resolveThread } from './comments.actions.ts';
import { commentDocs } from './comments.docs.ts';
import { exportComments } from './export-comments.ts';
import { presentComment, presentCounts } from './comments.presenter.ts';
import { type CommentPosition, countComments, listComments } from './comments.queries.ts';
import {
  ChangeCommentBody,
  CommentCountsSchema,
  CommentParams,
  CommentSchema,
  CreateCommentBody,
} from './comments.schema.ts';

const PATH = '/api/documents/:documentId/comments';
const params = CommentParams;
const response = { 200: CommentSchema };

const ListQuery = Type.Object({
  ...pageQuery,
  isResolved: Type.Optional(Type.Boolean({ description: 'Only resolved threads, or only open ones.' })),
});

/** docs/api/comments.md#operations */
export function commentRoutes(app: App, deps: Deps): void {
  listRoute(app, deps);
  summaryRoutes(app, deps);
  createRoute(app, deps);
  oneRoutes(app, deps);
  resolveRoutes(app, deps);
}

function listRoute(app: App, { sql, config: { baseUrl } }: Deps): void {
  app.get(PATH, {
    schema: {
      ...commentDocs.listComments,
      params: DocumentParams,
      querystring: ListQuery,
      response: { 200: Type.Array(CommentSchema) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const page = readPage<CommentPosition>(request.query, ['number', 'number']);
      const document = await accessDocument(sql, actor, request.params.documentId, 'View');
      const key = { deploymentId: actor.deploymentId, documentId: document.documentId };
      const rows = await listComments(
        sql,
        key,
        { isResolved: request.query.isResolved ?? null, forVisitors: false },
        page,
      );
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.threadId, row.commentId]);
      return kept.map((row) => presentComment(baseUrl, actor, document, row));
    },
  });
}

// How many there are, and all of them as CSV.
function summaryRoutes(app: App, { sql }: Deps): void {
  app.get(`${PATH}/counts`, {
    schema: { ...commentDocs.countComments, params: DocumentParams, response: { 200: CommentCountsSchema } },
    handler: async (request) => {
      const actor = actorOf(request);
      const { documentId } = await accessDocument(sql, actor, request.params.documentId, 'View');
      return presentCounts(await countComments(sql, { deploymentId: actor.deploymentId, documentId }));
    },
  });

  app.get(`${PATH}/export`, {
    schema: { ...commentDocs.exportComments, params: DocumentParams },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const { documentId } = await accessDocument(sql, actor, request.params.documentId, 'View');
      return reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', `attachment; filename="comments-${documentId}.csv"`)
        .header('cache-control', 'private, no-cache')
        .send(exportComments(sql, { deploymentId: actor.deploymentId, documentId }));
    },
  });
}

function createRoute(app: App, deps: Deps): void {
  app.post(PATH, {
    config: { creates: 'thing', refuseUnknown: [CommentSchema] },
    schema: {
      ...commentDocs.createComment,
      params: DocumentParams,
      body: CreateCommentBody,
      response: { 201: CommentSchema },
    },
    handler: async (request, reply) => {
      const found = await createComment(deps, actorOf(request), request.params.documentId, request.body);
      const comment = present(deps, request, found);
      return reply
        .code(201)
        .headers({ location: comment.Links.Self, etag: tagOf(request, found) })
        .send(comment);
    },
  });
}

function oneRoutes(app: App, deps: Deps): void {
  app.get(`${PATH}/:commentId`, {
    schema: { ...commentDocs.getComment, params, response },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const found = await accessComment(deps.sql, actor, request.params);
      if (isCurrent(request, reply, commentState(actor, found.document, found.comment))) return sendEmpty(reply);
      return present(deps, request, found);
    },
  });

  app.patch(`${PATH}/:commentId`, {
    config: { refuseUnknown: [CommentSchema] },
    schema: { ...commentDocs.updateComment, params, body: ChangeCommentBody, response },
    handler: async (request, reply) => {
      const found = await changeComment(deps, actorOf(request), request.params, request.body);
      reply.header('etag', tagOf(request, found));
      return present(deps, request, found);
    },
  });

  app.delete(`${PATH}/:commentId`, {
    schema: { ...commentDocs.deleteComment, params, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await deleteComment(deps, actorOf(request), request.params);
      return reply.code(204).send(null);
    },
  });
}

function resolveRoutes(app: App, deps: Deps): void {
  const states = { resolve: commentDocs.resolveComment, reopen: commentDocs.reopenComment };
  for (const [action, docs] of Object.entries(states)) {
    app.post(`${PATH}/:commentId/${action}`, {
      schema: { ...docs, params, response },
      handler: async (request, reply) => {
        const found = await resolveThread(deps, actorOf(request), request.params, action === 'resolve');
        reply.header('etag', tagOf(request, found));
        return present(deps, request, found);
      },
    });
  }
}

function present({ config }: Deps, request: FastifyRequest, { document, comment }: FoundComment) {
  return presentComment(config.baseUrl, actorOf(request), document, comment);
}

function tagOf(request: FastifyRequest, { document, comment }: FoundComment): string {
  return commentState(actorOf(request), document, comment).etag;
}
