import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { type WholeKey, cutWhole, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { linkPartsOf } from './links.http.ts';
import { listRecipients } from './recipients.queries.ts';
import { accessShare } from './shares.access.ts';
import { presentRecipient } from './shares.presenter.ts';
import { shareAliasDocs, shareDocs } from './shares.docs.ts';
import type { Shared } from './shares.queries.ts';
import { DocumentShareParams, FolderShareParams, ShareRecipientSchema } from './shares.schema.ts';

const schema = { querystring: Type.Object(pageQuery), response: { 200: Type.Array(ShareRecipientSchema) } };

type Request = FastifyRequest<{ Querystring: { top?: number; after?: string } }>;

/** docs/api/shares.md#recipients */
export function recipientRoutes(app: App, deps: Deps): void {
  for (const [form, docs] of [
    ['share', shareAliasDocs],
    ['shares', shareDocs],
  ] as const) {
    app.get(`/api/folders/:folderId/${form}/:shareId/recipients`, {
      schema: { ...schema, ...docs.listFolderShareRecipients, params: FolderShareParams },
      handler: async (request, reply) => {
        const { folderId: id, shareId } = request.params;
        return recipientsOf(deps, { request, reply }, { kind: 'folder', id }, shareId);
      },
    });
    app.get(`/api/documents/:documentId/${form}/:shareId/recipients`, {
      schema: { ...schema, ...docs.listDocumentShareRecipients, params: DocumentShareParams },
      handler: async (request, reply) => {
        const { documentId: id, shareId } = request.params;
        return recipientsOf(deps, { request, reply }, { kind: 'document', id }, shareId);
      },
    });
  }
}

/** Of the share's recipients, at most a hundred. */
async function recipientsOf(
  deps: Deps,
  { request, reply }: { request: Request; reply: FastifyReply },
  shared: Shared,
  shareId: number,
) {
  const actor = actorOf(request);
  const page = readPage<WholeKey>(request.query, ['number', 'string']);
  const { share } = await accessShare(deps.sql, actor, { shared, shareId }, 'ViewRecipients');
  const rows = await listRecipients(deps.sql, actor.deploymentId, shareId);
  const kept = cutWhole({ request, reply, baseUrl: deps.config.baseUrl }, page, rows, ({ recipientId }) =>
    String(recipientId),
  );
  return kept.map((row) => presentRecipient(linkPartsOf(request, deps), shared.kind, share, row));
}
