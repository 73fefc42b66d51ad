/** What Fastify's own body parsers get wrong for this API: empty JSON bodies, and unknown types without a body. */
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../errors.ts';

/**
 * JSON with an empty body is "no body", as existing clients send it on restore, DELETE and finalizing calls.
 * Any other media type is refused with 415, but only when there really is a body.
 */
export function registerParsers(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    assertNotEncoded(request.headers);
    done(null, payload);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^(?:application\/(?:[\w.+-]+\+)?|text\/)json *(?:;|$)/i,
    { parseAs: 'string' },
    (_request, body, done) => {
      if (body.length === 0) return done(null, undefined);
      try {
        return done(null, parseJson(body.toString()));
      } catch (error) {
        return done(
          new Problem('/validation_error', 'The body is not valid JSON.', { detail: (error as Error).message }),
        );
      }
    },
  );
  app.addContentTypeParser('*', async (_request: unknown, payload: Readable) =>
    assertEmpty(payload, 'Send the body as application/json.'),
  );
}

// Nothing here unpacks bodies: a packed JSON would be called malformed, and a packed document would be stored as it came.
function assertNotEncoded(headers: IncomingHttpHeaders): void {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  const isEmpty = headers['content-length'] === '0' || !(headers['content-length'] ?? headers['transfer-encoding']);
  if (coding === '' || coding === 'identity' || isEmpty) return;
  throw new Problem('/unsupported_media_type', `Send the body without Content-Encoding: ${coding} is not supported.`, {
    headers: { 'accept-encoding': 'identity' },
  });
}

/** JSON, also after a byte order mark, which some platforms write before every text. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
}

/**
 * 415 with the title if there is a body. One that comes in chunks shows only by its first byte whether there is one; what
 * follows that byte is read and dropped.
 */
export async function assertEmpty(body: Readable, title: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  body.once('data', () => reject(new Problem('/unsupported_media_type', title)));
  body.once('end', resolve);
  body.once('error', reject);
  return promise;
}
