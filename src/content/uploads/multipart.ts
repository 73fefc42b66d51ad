/** Receives a form upload: a part `file` and an optional part `metadata`, in any order (docs/api/uploads.md#form-uploads). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { assertRoom } from '../../platform/blobs/disk/reserve.ts';
import type { BlobStore, StoredBlob } from '../../platform/blobs/store.ts';
import { withoutAbsent } from '../../platform/http/request/absent.ts';
import { malformedForm } from '../../platform/http/form/malformed-form.ts';
import { parseJson } from '../../platform/http/request/parsers.ts';
import { type FormPart, formBoundary, readForm } from '../../platform/http/form/form.ts';
import { isObject, normalizeSpelling, shapeOf } from '../../platform/http/request/spelling.ts';
import { confirmCaller } from '../../people/sessions/authenticate.ts';
import { Problem, invalidParameter, missingParameter, tooLarge } from '../../platform/errors.ts';
import { lastSegment } from '../../platform/values/names.ts';
import { assertFormNotAnswered } from '../../core/idempotency/idempotency.http.ts';

/** Larger documents must be staged. */
export const SMALL_UPLOAD_LIMIT = 5 * 1024 * 1024;

const METADATA_LIMIT = 65_536;
const METADATA_SHAPE = shapeOf(Type.Object({ DocumentName: Type.String() }));

/** The largest file, the metadata, and room for headers and unexpected parts. */
const FORM_LIMIT = SMALL_UPLOAD_LIMIT + 1024 * 1024;

/** Leaves the body of a form unread for receiveSmallUpload. */
export function acceptForms(scope: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  scope.addContentTypeParser('multipart/form-data', async () => undefined);
}

/** A received form. The bytes are in the store, not yet in use. */
export type SmallUpload = { fileName: string; stored: StoredBlob; metadata: Record<string, unknown> };

/**
 * Reads the form to its end. 400 for a missing or second file part, or metadata that is not a JSON object; 413 as soon
 * as the file reaches 5 MiB or exceeds MAX_DOCUMENT_BYTES, or the announced length does; 415 for another media type;
 * 507 before reading if the disk is nearly full; 401 if the credential was revoked meanwhile. On failure nothing remains in the store.
 */
export async function receiveSmallUpload(request: FastifyRequest, deps: Deps): Promise<SmallUpload> {
  const { blobs, config } = deps;
  const boundary = formBoundary(request.headers['content-type']);
  if (boundary === undefined) {
    throw new Problem('/unsupported_media_type', 'Send the document as multipart/form-data with a part named file.');
  }
  if (Number(request.headers['content-length']) > FORM_LIMIT) throw stageInstead();
  await assertRoom(config);
  const received: { file?: ReceivedFile; metadata: Record<string, unknown> } = { metadata: {} };
  try {
    for await (const part of readForm(request.raw, { boundary, maxBytes: FORM_LIMIT })) {
      if (part.name === 'metadata') received.metadata = readMetadata(await textOf(part.content));
      else if (part.name === 'file') {
        if (received.file !== undefined) throw invalidParameter('file', 'Only one file part may be sent.');
        received.file = await receiveFile(part, blobs, Math.min(SMALL_UPLOAD_LIMIT - 1, config.maxDocumentBytes));
      } else if (part.fileName !== undefined) {
        throw missingParameter('file', 'The content must be in a part named file.');
      }
    }
    if (received.file === undefined) throw missingParameter('file', 'The form has no part named file.');
    await confirmCaller(deps, request);
    const { stored } = received.file;
    const { metadata } = received;
    const fileName = nameOf(received.file, metadata);
    await assertFormNotAnswered(deps, request, { metadata, fileName, hash: stored.sha256.toString('hex') });
    return { stored, fileName, metadata };
  } catch (error) {
    if (received.file !== undefined) await blobs.remove(received.file.stored.key);
    throw asProblem(error);
  }
}

type ReceivedFile = { fileName: string | undefined; stored: StoredBlob };

async function receiveFile({ fileName, content }: FormPart, blobs: BlobStore, maxBytes: number): Promise<ReceivedFile> {
  // Browsers send an empty name if no file was chosen.
  if (fileName === '') throw missingParameter('file', 'The part file must carry a file name.');
  return { fileName, stored: await blobs.put(content, { maxBytes }) };
}

// A file name may include the client's path (RFC 7578, 4.2); a script may send none.
function nameOf({ fileName }: ReceivedFile, { DocumentName: wanted }: Record<string, unknown>): string {
  if (fileName !== undefined) return lastSegment(fileName);
  if (typeof wanted === 'string') return wanted;
  throw missingParameter('file', 'Give the part file a file name, or a DocumentName in metadata.');
}

async function textOf(part: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of part) {
    size += chunk.length;
    if (size > METADATA_LIMIT) throw invalidParameter('metadata', `metadata must be at most ${METADATA_LIMIT} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function readMetadata(text: string): Record<string, unknown> {
  if (text === '') return {};
  try {
    const metadata: unknown = parseJson(text);
    if (isObject(metadata)) {
      return withoutAbsent(normalizeSpelling(metadata, METADATA_SHAPE)) as Record<string, unknown>;
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    // Same answer as for JSON of another type.
  }
  throw invalidParameter('metadata', 'metadata must be a JSON object like {"DocumentName": "Plan.pdf"}.');
}

function stageInstead(): Problem {
  return tooLarge(
    'Documents of 5 MB and more are uploaded in portions: stage the upload with POST …/temp?filename=… first.',
  );
}

// The parser and the store throw Problems; any other error comes from a broken connection.
function asProblem(error: unknown): Problem {
  if (error instanceof Problem && error.status === 413) return stageInstead();
  return error instanceof Problem ? error : malformedForm(error);
}
