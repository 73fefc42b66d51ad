import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { MAX_TOP, cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { presentCounts } from '../../library/comments/comments.presenter.ts';
import {
  type CommentPosition,
  countCommentsForVisitors,
  listComments,
} from '../../library/comments/comments.queries.ts';
import { CommentCountsSchema } from '../../library/comments/comments.schema.ts';
import { LinkDocumentParams } from '../link-routes/visits.schema.ts';
import { ensureVisitId } from '../visits/cookies.http.ts';
import { type Visit, accessDocumentInVisit, visitorKey } from '../visits/visits.access.ts';
import { openVisitScope, visitOf, visitScope } from '../visits/visits.http.ts';
import { commentInVisit, deleteInVisit } from './link-comments.actions.ts';
import { linkCommentDocs } from './link-comments.docs.ts';
import { presentVisitComment } from './link-comments.presenter.ts';
import { LinkCommentParams, VisitCommentBody, VisitCommentSchema } from './link-comments.schema.ts';

const config = { public: true };
const PATH = '/link/:reference/documents/:documentId/comments';
const params = LinkDocumentParams;

const ListQuery = Type.Object({
  ...pageQuery,
  isResolved: Type.Optional(Type.Boolean({ description: 'Only resolved threads, or only open ones.' })),
});

/** docs/api/links.md#comments */
export function linkCommentRoutes(app: App, deps: Deps): void {
  visitScope(app, deps, (scope) => {
    openVisitScope(scope, deps, (inner) => {
      readRoutes(inner, deps);
      writeRoutes(inner, deps);
    });
  });
}

function readRoutes(inner: App, { sql, config: { webUrl } }: Deps): void {
  inner.get(PATH, {
    config,
    schema: {
      ...linkCommentDocs.listVisitComments,
      params,
      querystring: ListQuery,
      response: { 200: Type.Array(VisitCommentSchema) },
    },
    handler: async (request, reply) => {
      const visit = visitOf(request);
      // Without a bound, a stranger could ask for 10 000 long comments at once.
      const page = readPage<CommentPosition>({ ...request.query, top: request.query.top ?? MAX_TOP }, [
        'number',
        'number',
      ]);
      const { documentId } = await accessDocumentInVisit(sql, visit, request.params.documentId, 'Comment');
      const key = { deploymentId: visit.actor.deploymentId, documentId };
      const rows = await listComments(
        sql,
        key,
        { isResolved: request.query.isResolved ?? null, forVisitors: true },
        page,
      );
      const at = { request, reply, baseUrl: webUrl };
      const kept = cutPage(at, page, rows, (row) => [row.threadId, row.commentId]);
      return kept.map((row) => presentVisitComment(visit, row));
    },
  });

  inner.get(`${PATH}/counts`, {
    config,
    schema: { ...linkCommentDocs.countVisitComments, params, response: { 200: CommentCountsSchema } },
    handler: async (request) => {
      const visit = visitOf(request);
      const { documentId } = await accessDocumentInVisit(sql, visit, request.params.documentId, 'Comment');
      return presentCounts(await countCommentsForVisitors(sql, { deploymentId: visit.actor.deploymentId, documentId }));
    },
  });
}

function writeRoutes(inner: App, deps: Deps): void {
  inner.post(PATH, {
    config: { ...config, creates: 'thing', refuseUnknown: [VisitCommentSchema] },
    schema: {
      ...linkCommentDocs.createVisitComment,
      params,
      body: VisitCommentBody,
      response: { 201: VisitCommentSchema },
    },
    handler: async (request, reply) => {
      const visit = knownVisitor(deps, request, reply);
      const comment = await commentInVisit(deps, visit, request.params.documentId, request.body);
      return reply.code(201).send(presentVisitComment(visit, comment));
    },
  });

  inner.delete(`${PATH}/:commentId`, {
    config,
    schema: {
      ...linkCommentDocs.deleteVisitComment,
      params: LinkCommentParams,
      response: { 204: Type.Null() },
    },
    handler: async (request, reply) => {
      await deleteInVisit(deps, visitOf(request), request.params);
      return reply.code(204).send(null);
    },
  });
}

// A browser without an id gets one, by which it can delete its comments.
function knownVisitor(deps: Deps, request: FastifyRequest, reply: FastifyReply): Visit {
  const visit = visitOf(request);
  const { via } = visit.actor;
  if (via.kind !== 'visit' || via.visitor !== null) return visit;
  const visitor = visitorKey(via.shareId, ensureVisitId(deps, request, reply));
  return { ...visit, actor: { ...visit.actor, via: { ...via, visitor } } };
}
