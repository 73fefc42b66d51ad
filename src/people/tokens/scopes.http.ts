import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { recordRefusedReads } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { type RequiredScopes, insufficientScope, missingScopes } from '../../core/scopes.ts';

/** Routes that read a content. A refusal of theirs is recorded (docs/api/reports.md#recorded-reads). */
const CONTENTS = /\/(?:content|preview|zip|rendition|thumbnail|image)$/;

/**
 * Refuses tokens without a scope that the route requires (403), before anything else of the request is read. Rights are
 * checked after that.
 */
export function requireScopes(
  app: FastifyInstance,
  { sql }: Pick<Deps, 'sql'>,
  requiredScopes: (method: string, url: string) => RequiredScopes,
): void {
  app.addHook('onRequest', async (request) => {
    const { actor, routeOptions } = request;
    if (actor === null || actor.via.kind !== 'token' || actor.via.scopes === null) return;
    const { url } = routeOptions;
    // A path without a route.
    if (url === undefined) return;
    const missing = missingScopes(actor.via.scopes, requiredScopes(request.method, url));
    if (missing === null) return;
    if (request.method === 'GET' && CONTENTS.test(url)) await recordRefusal(sql, actor, request);
    throw insufficientScope(missing);
  });
}

async function recordRefusal(sql: Deps['sql'], actor: Actor, { params }: FastifyRequest): Promise<void> {
  const { documentId, folderId } = params as { documentId?: unknown; folderId?: unknown };
  const documentIds = idsOf(documentId);
  const folderIds = idsOf(folderId);
  if (documentIds.length + folderIds.length > 0) await recordRefusedReads(sql, actor, { documentIds, folderIds });
}

function idsOf(value: unknown): number[] {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? [id] : [];
}
