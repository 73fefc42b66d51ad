/** Receiving a small upload: a form with the part `file` and perhaps `metadata`, in any order (contract: Uploading). */
import type { FastifyRequest } from 'fastify';
import '@fastify/multipart';
import type { Deps } from '../../deps.ts';
import type { StoredBlob } from '../../platform/blobs/store.ts';
import { withoutAbsent } from '../../platform/http/absent.ts';
import { Problem, invalidParameter, missingParameter, tooLarge } from '../../platform/errors.ts';

/** From this size on a document has to be staged. */
export const SMALL_UPLOAD_LIMIT = 5 * 1024 * 1024;

const METADATA_LIMIT = 65_536;

/** Limits of @fastify/multipart. File names come as they were sent, with any path, to be judged by the rule for names. */
export const MULTIPART_OPTIONS = {
  throwFileSizeLimit: false,
  preservePath: true,
  limits: {
    fileSize: SMALL_UPLOAD_LIMIT - 1,
    files: 5,
    fields: 10,
    parts: 12,
    fieldSize: METADATA_LIMIT,
    headerPairs: 50,
  },
};

/** A received form. The bytes are in the store already, used by nothing yet. */
export type SmallUpload = { fileName: string; stored: StoredBlob; metadata: Record<string, unknown> };

/**
 * Reads the form to its end. 400 for a missing or second file part or metadata that is no JSON object, 413 from 5 MiB
 * on or beyond MAX_DOCUMENT_BYTES, 415 for another media type. When it fails, nothing of the bytes is left.
 */
export async function receiveSmallUpload(
  request: FastifyRequest,
  { blobs, config }: Pick<Deps, 'blobs' | 'config'>,
): Promise<SmallUpload> {
  if (!request.isMultipart()) {
    throw new Problem('/unsupported_media_type', 'Send the document as multipart/form-data with a part named file.');
  }
  const received: { file?: { fileName: string; stored: StoredBlob }; metadata: Record<string, unknown> } = {
    metadata: {},
  };
  try {
    for await (const part of request.parts()) {
      if (part.fieldname === 'metadata') {
        // A browser's typed part (a Blob of JSON) carries a file name, whether its page wants one or not.
        received.metadata = readMetadata(part.type === 'file' ? await textOf(part.file) : part.value);
      } else if (part.type === 'file') {
        if (part.fieldname !== 'file') throw missingParameter('file', 'The content must be in a part named file.');
        if (received.file !== undefined) throw invalidParameter('file', 'Only one file part may be sent.');
        // Undefined where a typed part has none, whatever the plugin's type says; empty where no file was chosen.
        if (!part.filename) throw namelessFile();
        const stored = await blobs.put(part.file, { maxBytes: Math.min(SMALL_UPLOAD_LIMIT, config.maxDocumentBytes) });
        received.file = { fileName: part.filename, stored };
        if (part.file.truncated) throw stageInstead();
      } else if (part.fieldname === 'file') throw namelessFile();
    }
    if (received.file === undefined) throw missingParameter('file', 'The form has no part named file.');
    return { ...received.file, metadata: received.metadata };
  } catch (error) {
    if (received.file !== undefined) await blobs.remove(received.file.stored.key);
    throw asProblem(error);
  }
}

async function textOf(part: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part) {
    size += chunk.length;
    if (size > METADATA_LIMIT) throw invalidParameter('metadata', `metadata must be at most ${METADATA_LIMIT} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function readMetadata(value: unknown): Record<string, unknown> {
  if (value === '') return {};
  try {
    // A part of type application/json has been parsed already.
    const metadata: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    if (typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)) {
      return withoutAbsent(metadata) as Record<string, unknown>;
    }
  } catch {
    // The same answer as for JSON of another kind.
  }
  throw invalidParameter('metadata', 'metadata must be a JSON object like {"DocumentName": "Plan.pdf"}.');
}

function namelessFile(): Problem {
  return missingParameter('file', 'The part file must carry a file name.');
}

function stageInstead(): Problem {
  return tooLarge(
    'Documents of 5 MB and more are uploaded in portions: stage the upload with POST …/temp?filename=… first.',
  );
}

// What the store throws is a Problem. All else comes out of the parser, which has errors of many kinds for broken forms,
// or out of a connection that broke.
function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem('/validation_error', 'The multipart body is malformed.', { cause: error });
}
