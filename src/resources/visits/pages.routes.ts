import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { sendPage } from '../../platform/http/pages.ts';
import type { Shared } from '../shares/shares.queries.ts';
import { accessVisit } from './visits.gateway.ts';
import { RecipientQuery } from './visits.schema.ts';

/** The pages of links: the shell of the web app in every state of the share, which the status tells. */
export function linkPageRoutes(app: App, deps: Deps): void {
  for (const kind of ['folder', 'document'] as const) {
    app.get(`/${kind}/:itemId/share/:reference`, {
      config: { public: true },
      schema: {
        hide: true,
        params: Type.Object({ itemId: Type.Integer(), reference: Type.String() }),
        querystring: RecipientQuery,
      },
      handler: async (request, reply) =>
        sendPage(reply, await statusOf(deps, request, { kind, id: request.params.itemId })),
    });
  }
}

async function statusOf(deps: Deps, request: FastifyRequest, { kind, id }: Shared): Promise<number> {
  try {
    const { folder, document } = await accessVisit(deps, request);
    const sharedId = kind === 'folder' ? folder?.folderId : document?.documentId;
    return sharedId === id ? 200 : 404;
  } catch (error) {
    if (error instanceof Problem && (error.status === 404 || error.status === 410)) return error.status;
    throw error;
  }
}
