/** Replaces Fastify's body parsers, which mishandle empty JSON bodies and unknown types without a body. */
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../errors.ts';

/**
 * JSON with an empty body counts as no body, as existing clients send it with restore, DELETE and finalizing calls. Any
 * other media type gets 415, but only if there is a body.
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

// Nothing here decompresses bodies: compressed JSON would be called malformed, and a compressed document would be
// stored as sent.
function assertNotEncoded(headers: IncomingHttpHeaders): void {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  const isEmpty = headers['content-length'] === '0' || !(headers['content-length'] ?? headers['transfer-encoding']);
  if (coding === '' || coding === 'identity' || isEmpty) return;
  throw new Problem('/unsupported_media_type', `Send the body without Content-Encoding: ${coding} is not supported.`, {
    headers: { 'accept-encoding': 'identity' },
  });
}

/** Parses JSON, optionally after a byte order mark, which some platforms write before every text. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
}

/**
 * Throws 415 with the title if there is a body. For a chunked body only its first byte shows that; the rest is drained.
 */
export async function assertEmpty(body: Readable, title: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  body.once('data', () => reject(new Problem('/unsupported_media_type', title)));
  body.once('end', resolve);
  body.once('error', reject);
  return promise;
}
