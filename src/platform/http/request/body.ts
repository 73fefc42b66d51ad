/** Request bodies as clients send them and as routes validate them. */
import type { FastifyInstance, preValidationHookHandler } from 'fastify';
import { type ProblemEntry, invalidParameters } from '../../errors.ts';
import { withoutAbsent } from './absent.ts';
import { type Shape, normalizeSpelling, shapeOf } from './spelling.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** null, "" and [] have a meaning in this body and do not count as absent. */
    keepAbsent?: boolean;
    /**
     * Refuses unknown properties with a value: one may be a misspelled protection. Properties of these schemas are
     * known and ignored, as are those of a response that is sent back.
     */
    refuseUnknown?: object[];
  }
  interface FastifyRequest {
    /** Unknown properties to refuse, for routes that validate their bodies themselves (attachValidation). */
    unknownProperties?: ProblemEntry[];
    /** The body as it was sent, if properties were dropped from it. */
    bodyAsSent?: unknown;
  }
}

/**
 * Must be registered before the routes: each body is normalized by the schema of its route before anything else reads
 * it.
 */
export function registerBodies(app: FastifyInstance): void {
  app.decorateRequest('unknownProperties');
  app.decorateRequest('bodyAsSent');
  app.addHook('onRoute', (route) => {
    const schema = route.schema?.body as object | undefined;
    if (schema === undefined) return;
    const { keepAbsent = false, refuseUnknown } = route.config ?? {};
    // Most routes are never called in a process, so the table is built on first use.
    let shape: Shape | undefined;
    const readBody: preValidationHookHandler = (request, _reply, done) => {
      const unknown: ProblemEntry[] = [];
      shape ??= shapeOf(schema, refuseUnknown);
      const body = normalizeSpelling(request.body, shape, unknown);
      if (unknown.length > 0) request.bodyAsSent = request.body;
      if (refuseUnknown !== undefined && unknown.length > 0) {
        if (route.attachValidation !== true) throw invalidParameters(unknown);
        request.unknownProperties = unknown;
      }
      request.body = keepAbsent ? body : withoutAbsent(body);
      done();
    };
    route.preValidation = [readBody, ...[route.preValidation ?? []].flat()];
  });
}
