import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { isCurrent } from '../../platform/http/files/entity-tag.ts';
import { sendEmpty } from '../../platform/http/files/empty-answer.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { accessDocument } from '../tree/tree.access.ts';
import { DocumentParams } from '../tree/tree.schema.ts';
import { setTags } from './document-tags.actions.ts';
import { presentDocumentTag, tagsTag } from './document-tags.presenter.ts';
import { listDocumentTags } from './document-tags.queries.ts';
import { DocumentTagSchema, TagValuesBody } from './document-tags.schema.ts';
import { tagDocs } from './tags.docs.ts';

/** docs/api/tags.md#tags-of-a-document */
export function documentTagRoutes(app: App, deps: Deps): void {
  const response = { 200: Type.Array(DocumentTagSchema) };

  app.get('/api/documents/:documentId/tags', {
    schema: {
      ...tagDocs.listDocumentTags,
      params: DocumentParams,
      querystring: Type.Object(pageQuery),
      response,
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const page = readPage<[number]>(request.query, ['number']);
      const { documentId } = await accessDocument(deps.sql, actor, request.params.documentId, 'View');
      const rows = await listDocumentTags(deps.sql, actor.deploymentId, documentId, page);
      if (page.limit === null && isCurrent(request, reply, { etag: tagsTag(rows) })) return sendEmpty(reply);
      const kept = cutPage({ request, reply, baseUrl: deps.config.baseUrl }, page, rows, (row) => [row.tagTypeId]);
      return kept.map(presentDocumentTag);
    },
  });

  app.put('/api/documents/:documentId/systemtags', {
    config: { part: 'tags' },
    schema: { ...tagDocs.setDocumentTags, params: DocumentParams, body: TagValuesBody, response },
    handler: async (request, reply) => {
      const change = { wanted: request.body, rest: 'cleared' } as const;
      const rows = await setTags(deps, actorOf(request), request.params.documentId, change);
      reply.header('etag', tagsTag(rows));
      return rows.map(presentDocumentTag);
    },
  });

  app.patch('/api/documents/:documentId/systemtags', {
    config: { part: 'tags' },
    schema: { ...tagDocs.updateDocumentTags, params: DocumentParams, body: TagValuesBody, response },
    handler: async (request, reply) => {
      const change = { wanted: request.body, rest: 'kept' } as const;
      const rows = await setTags(deps, actorOf(request), request.params.documentId, change);
      reply.header('etag', tagsTag(rows));
      return rows.map(presentDocumentTag);
    },
  });
}
