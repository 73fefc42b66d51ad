import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { linkPartsOf } from './links.http.ts';
import { listRecipients } from './recipients.queries.ts';
import { accessShare } from './shares.access.ts';
import { presentRecipient } from './shares.presenter.ts';
import { shareAliasDocs, shareDocs } from './shares.docs.ts';
import type { Shared } from './shares.queries.ts';
import { DocumentShareParams, FolderShareParams, ShareRecipientSchema } from './shares.schema.ts';

const response = { 200: Type.Array(ShareRecipientSchema) };

/** docs/api/shares.md#recipients */
export function recipientRoutes(app: App, deps: Deps): void {
  for (const [form, docs] of [
    ['share', shareAliasDocs],
    ['shares', shareDocs],
  ] as const) {
    app.get(`/api/folders/:folderId/${form}/:shareId/recipients`, {
      schema: { ...docs.listFolderShareRecipients, params: FolderShareParams, response },
      handler: async (request) => {
        const { folderId: id, shareId } = request.params;
        return recipientsOf(deps, request, { kind: 'folder', id }, shareId);
      },
    });
    app.get(`/api/documents/:documentId/${form}/:shareId/recipients`, {
      schema: { ...docs.listDocumentShareRecipients, params: DocumentShareParams, response },
      handler: async (request) => {
        const { documentId: id, shareId } = request.params;
        return recipientsOf(deps, request, { kind: 'document', id }, shareId);
      },
    });
  }
}

// At most a hundred: there are no pages.
async function recipientsOf(deps: Deps, request: FastifyRequest, shared: Shared, shareId: number) {
  const actor = actorOf(request);
  const { share } = await accessShare(deps.sql, actor, { shared, shareId }, 'ViewRecipients');
  const rows = await listRecipients(deps.sql, actor.deploymentId, shareId);
  return rows.map((row) => presentRecipient(linkPartsOf(request, deps), shared.kind, share, row));
}
