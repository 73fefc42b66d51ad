import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { sendPage } from '../../platform/http/pages.ts';
import type { Shared } from '../shares/shares.queries.ts';
import { sendFirstCode } from './codes.actions.ts';
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
      handler: async (request, reply) => {
        const shared = { kind, id: request.params.itemId };
        return sendPage(reply, await openLink(deps, request, shared, request.query.recipient));
      },
    });
  }
}

// The status of the page. A person who opens their own link is sent the access code that it wants.
async function openLink(deps: Deps, request: FastifyRequest, { kind, id }: Shared, key?: string): Promise<number> {
  try {
    const { share, folder, document, isUnlocked } = await accessVisit(deps, request);
    const sharedId = kind === 'folder' ? folder?.folderId : document?.documentId;
    if (sharedId !== id) return 404;
    const wantsCode = share.accessCodeRequired && share.status === 'Active' && !isUnlocked;
    if (wantsCode && key !== undefined && isOpening(request)) await sendFirstCode(deps, { share, key });
    return 200;
  } catch (error) {
    if (error instanceof Problem && (error.status === 404 || error.status === 410)) return error.status;
    throw error;
  }
}

// Not a program that only asks whether the page is there, or a browser that fetches it before anybody wants it.
function isOpening({ method, headers }: FastifyRequest): boolean {
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']];
  return method === 'GET' && !purposes.some((purpose) => /prefetch|preview|prerender/i.test(String(purpose ?? '')));
}
