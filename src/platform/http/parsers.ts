/** What Fastify's own body parsers get wrong for this API: empty JSON bodies, and unknown types without a body. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';

/**
 * JSON with an empty body is "no body", as existing clients send it on restore, DELETE and finalizing calls.
 * Any other media type is refused with 415, but only when there really is a body.
 */
export function registerParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:;|$)/i,
    { parseAs: 'string' },
    (_request, body, done) => {
      if (body.length === 0) return done(null, undefined);
      try {
        return done(null, JSON.parse(body.toString()));
      } catch (error) {
        return done(
          new Problem('/validation_error', 'The body is not valid JSON.', { detail: (error as Error).message }),
        );
      }
    },
  );
  app.addContentTypeParser('*', (request, payload, done) => {
    payload.resume();
    if (!hasBody(request)) return done(null, undefined);
    return done(new Problem('/unsupported_media_type', 'Send the body as application/json.'));
  });
}

function hasBody(request: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}
