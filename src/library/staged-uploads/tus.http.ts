/** The headers of the tus protocol (tus.io, version 1.0.0: core, creation, creation with upload, termination, expiration). */
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, invalidParameter, missingParameter } from '../../platform/errors.ts';
import { parseId } from '../../platform/values/ids.ts';
import type { StagedUpload, UploadTarget } from '../../content/uploads/staged.queries.ts';

export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = 'creation,creation-with-upload,termination,expiration';
export const TUS_PIECE_TYPE = 'application/offset+octet-stream';

const TUS_ADDRESS = /^\/(?:api|link\/[^/?]+)\/uploads(?:[/?]|$)/;

/** An onRequest hook: 412 for another version of the protocol, or none. */
export async function requireTusVersion(request: FastifyRequest): Promise<void> {
  if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === TUS_VERSION) return;
  throw new Problem('/precondition_failed', `Send Tus-Resumable: ${TUS_VERSION}.`, {
    headers: { 'tus-version': TUS_VERSION },
  });
}

/** An onSend hook: every answer states its version. */
export async function nameTusVersion(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('tus-resumable', TUS_VERSION);
}

/**
 * `Upload-Length`: 411 without it, because deferred lengths are not supported; 400 if it is not a number of bytes, or
 * comes with `Upload-Defer-Length`.
 */
export function readLength({ headers }: FastifyRequest): number {
  const { 'upload-length': text, 'upload-defer-length': deferred } = headers;
  if (deferred !== undefined && deferred !== '1') {
    throw invalidParameter('Upload-Defer-Length', 'Upload-Defer-Length must be 1.');
  }
  if (text === undefined) {
    throw new Problem('/length_required', 'Send the length of the content in Upload-Length; it cannot be deferred.');
  }
  if (deferred !== undefined) {
    throw invalidParameter('Upload-Defer-Length', 'Upload-Length and Upload-Defer-Length are mutually exclusive.');
  }
  return readBytes('Upload-Length', text);
}

/** 400 for an upload to be concatenated from others, an extension of the protocol that is not supported. */
export function assertNotConcatenated({ headers }: FastifyRequest): void {
  if (headers['upload-concat'] === undefined) return;
  throw invalidParameter('Upload-Concat', 'Upload-Concat is not supported: send the content as one upload.');
}

/** `Upload-Offset`, if present; 400 if it is not a number of bytes. */
export function readOffset({ headers }: FastifyRequest): number | undefined {
  const text = headers['upload-offset'];
  return text === undefined ? undefined : readBytes('Upload-Offset', text);
}

function readBytes(name: string, text: string | string[]): number {
  const bytes = Number(text);
  if (/^\d+$/.test(String(text)) && Number.isSafeInteger(bytes)) return bytes;
  throw invalidParameter(name, `${name} must be a number of bytes.`);
}

/** `Upload-Metadata`: as sent, and its values, each of which is base64 of UTF-8. */
export type Metadata = { text: string; values: Map<string, string> };

/** 400 if it is malformed. */
export function readMetadata({ headers }: FastifyRequest): Metadata {
  const text = String(headers['upload-metadata'] ?? '');
  const values = new Map<string, string>();
  for (const entry of text.split(',')) {
    const [name, value] = readEntry(entry);
    if (values.has(name)) throw badMetadata(`Upload-Metadata contains ${name} twice.`);
    values.set(name, value);
  }
  return { text, values };
}

/** `filename`; 400 without it. */
export function readFileName({ values }: Metadata): string {
  const fileName = values.get('filename');
  if (!fileName) throw missingParameter('filename', 'Upload-Metadata must contain filename.');
  return fileName;
}

/** Either `folderId` or `documentId`; 400 for neither or both. */
export function readTarget({ values }: Metadata): UploadTarget {
  const folderId = values.get('folderId');
  const documentId = values.get('documentId');
  if (folderId !== undefined && documentId !== undefined) {
    throw badMetadata('Upload-Metadata must not contain both folderId and documentId.');
  }
  if (documentId !== undefined) return { documentId: readId('documentId', documentId) };
  if (folderId === undefined)
    throw missingParameter('folderId', 'Upload-Metadata must contain folderId or documentId.');
  return { folderId: readId('folderId', folderId) };
}

function readEntry(entry: string): [string, string] {
  const [name = '', value = ''] = entry.trim().split(/ +/);
  const bytes = Buffer.from(value, 'base64');
  if (bytes.toString('base64') === value) return [name, bytes.toString()];
  throw badMetadata(`The value of ${name} in Upload-Metadata is not base64.`);
}

function badMetadata(detail: string): Problem {
  return invalidParameter('Upload-Metadata', detail);
}

function readId(name: string, text: string): number {
  const id = parseId(text);
  if (id === null) throw invalidParameter(name, `${name} in Upload-Metadata is not an id.`);
  return id;
}

/** The metadata as the client sent it, or an equivalent if the upload was not started by tus. */
export function formatMetadata({ tusMetadata, fileName, folderId, documentId }: StagedUpload): string {
  if (tusMetadata !== null) return tusMetadata;
  const entries = Object.entries({ filename: fileName, folderId, documentId }).filter(([, value]) => value !== null);
  return entries.map(([name, value]) => `${name} ${Buffer.from(String(value)).toString('base64')}`).join(',');
}

/** Headers with an upload's progress and expiry. */
export function progressHeaders({ size, expiresAt }: Pick<StagedUpload, 'size' | 'expiresAt'>): Record<string, string> {
  return { 'upload-offset': String(size), 'upload-expires': new Date(expiresAt).toUTCString() };
}

/**
 * Applies `X-HTTP-Method-Override` to tus requests, for clients whose environment has no PATCH or DELETE (tus 1.0, core
 * protocol). Must run before routing. Other URLs ignore the header.
 */
export function overrideMethod(request: IncomingMessage): void {
  const method = request.headers['x-http-method-override'];
  if (typeof method !== 'string' || !TUS_ADDRESS.test(request.url ?? '')) return;
  request.method = method.toUpperCase();
}
