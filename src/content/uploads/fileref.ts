/** The header that replaces the body when a staged upload is finalized (docs/api/uploads.md#finalizing). */
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { Problem, invalidParameter } from '../../platform/errors.ts';
import { isObject, normalizeSpelling, shapeOf } from '../../platform/http/request/spelling.ts';

const SHAPE = shapeOf(Type.Object({ Identifier: Type.String(), CurrentSize: Type.Integer() }));

// Any word of letters, as in the scheme of a token.
const NAME = /^x-[a-z]+-fileref$/;

/** The fields read from a reference; nothing else of it is trusted. `currentSize` is whatever the client sent. */
export type FileReference = { identifier: string; currentSize: unknown };

/** The reference of a request, or undefined; 400 if it is malformed. */
export function readFileReference(headers: IncomingHttpHeaders): FileReference | undefined {
  const name = nameOf(headers);
  if (name === undefined) return undefined;
  const { Identifier: identifier, CurrentSize: currentSize } = parse(name, String(headers[name]));
  if (typeof identifier !== 'string') throw invalidParameter(name, 'The reference has no Identifier.');
  return { identifier, currentSize: currentSize === null || currentSize === '' ? undefined : currentSize };
}

/** A preParsing hook: a request with a reference must have no body (400), and its answer may take long. */
export async function expectReference(
  request: FastifyRequest,
  _reply: unknown,
  body: AsyncIterable<Buffer>,
): Promise<AsyncIterable<Buffer>> {
  const name = nameOf(request.headers);
  if (name === undefined) return body;
  // Hashing a large content can take longer than the connection's idle timeout.
  request.raw.setTimeout(0);
  const both = () => invalidParameter(name, 'Send either a body or the reference of a staged upload.');
  if (Number(request.headers['content-length'] ?? 0) > 0) throw both();
  // For a chunked body only its first byte shows whether there is one.
  for await (const chunk of body) if (chunk.length > 0) throw both();
  return Readable.from([]);
}

function nameOf(headers: IncomingHttpHeaders): string | undefined {
  return Object.keys(headers).find((name) => NAME.test(name));
}

// Node decodes headers as Latin-1, so names in UTF-8 come out wrong; the fields read here are ASCII.
function parse(name: string, text: string): Record<string, unknown> {
  try {
    const reference: unknown = JSON.parse(text);
    if (isObject(reference)) return normalizeSpelling(reference, SHAPE) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof Problem) throw error;
    // Same answer as for JSON of another type.
  }
  throw invalidParameter(name, 'The reference must be JSON like {"Identifier": "…"}.');
}

/** Headers of requests that finalize a staged upload. */
export const FileReferenceHeaders = Type.Object({
  'x-service-fileref': Type.Optional(
    Type.String({
      description:
        'Instead of a body: the reference of a staged upload as JSON, to make it a document or revision. Any ' +
        '`x-<letters>-fileref` is the same.',
    }),
  ),
});
