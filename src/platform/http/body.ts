/** Bodies as clients send them, and as the routes that take one validate them. */
import type { FastifyInstance, preValidationHookHandler } from 'fastify';
import { type ProblemEntry, invalidParameters } from '../errors.ts';
import { withoutAbsent } from './absent.ts';
import { type Shape, normalizeSpelling, shapeOf } from './spelling.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** null, "" and [] have a meaning in this body, so they are not taken for absent. */
    keepAbsent?: boolean;
    /**
     * Unknown properties of the body that say something are refused: they may be a protection that is misspelled. Those of
     * these schemas are known and ignored, as are those of an answer that is sent back.
     */
    refuseUnknown?: object[];
  }
  interface FastifyRequest {
    /** Unknown properties that are to be refused, for routes that judge their bodies themselves (attachValidation). */
    unknownProperties?: ProblemEntry[];
  }
}

/** Must be registered before the routes: each that takes a body reads it by its own schema before anything else does. */
export function registerBodies(app: FastifyInstance): void {
  app.decorateRequest('unknownProperties');
  app.addHook('onRoute', (route) => {
    const schema = route.schema?.body as object | undefined;
    if (schema === undefined) return;
    const { keepAbsent = false, refuseUnknown } = route.config ?? {};
    // Most routes are never asked in a process: the table is made when it is needed.
    let shape: Shape | undefined;
    const readBody: preValidationHookHandler = (request, _reply, done) => {
      const unknown: ProblemEntry[] = [];
      shape ??= shapeOf(schema, refuseUnknown);
      const body = normalizeSpelling(request.body, shape, unknown);
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
