/** What the tus protocol says in headers (tus.io, version 1.0.0: core, creation, termination, expiration). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, invalidParameter, missingParameter } from '../../platform/errors.ts';
import { parseId } from '../../platform/ids.ts';
import type { StagedUpload, UploadTarget } from './staged.queries.ts';

export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = 'creation,termination,expiration';
export const TUS_PIECE_TYPE = 'application/offset+octet-stream';

/** An onRequest hook: 412 for another version of the protocol, or none. */
export async function requireTusVersion(request: FastifyRequest): Promise<void> {
  if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === TUS_VERSION) return;
  throw new Problem('/precondition_failed', `Send Tus-Resumable: ${TUS_VERSION}.`, {
    headers: { 'tus-version': TUS_VERSION },
  });
}

/** An onSend hook: every answer says which version it is in. */
export async function nameTusVersion(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('tus-resumable', TUS_VERSION);
}

/** `Upload-Length`; 411 without it (deferred lengths are not supported), 400 if it is no number of bytes. */
export function readLength({ headers }: FastifyRequest): number {
  const text = headers['upload-length'];
  if (text === undefined) throw new Problem('/length_required', 'Say the length of the content in Upload-Length.');
  return readBytes('Upload-Length', text);
}

/** `Upload-Offset`, if it is there; 400 if it is no number of bytes. */
export function readOffset({ headers }: FastifyRequest): number | undefined {
  const text = headers['upload-offset'];
  return text === undefined ? undefined : readBytes('Upload-Offset', text);
}

function readBytes(name: string, text: string | string[]): number {
  const bytes = Number(text);
  if (/^\d+$/.test(String(text)) && Number.isSafeInteger(bytes)) return bytes;
  throw invalidParameter(name, `${name} must be a number of bytes.`);
}

/** The content of `Upload-Metadata`, each value as base64 of UTF-8. */
export type Metadata = Map<string, string>;

/** 400 if it is not of that form. */
export function readMetadata({ headers }: FastifyRequest): Metadata {
  const entries = String(headers['upload-metadata'] ?? '').split(',');
  return new Map(entries.map(readEntry));
}

/** `filename`; 400 without it. */
export function readFileName(metadata: Metadata): string {
  const fileName = metadata.get('filename');
  if (!fileName) throw missingParameter('filename', 'Upload-Metadata must hold filename.');
  return fileName;
}

/** Either `folderId` or `documentId`; 400 for neither or both. */
export function readTarget(metadata: Metadata): UploadTarget {
  const folderId = metadata.get('folderId');
  const documentId = metadata.get('documentId');
  if (folderId !== undefined && documentId !== undefined) {
    throw invalidParameter('Upload-Metadata', 'Upload-Metadata must not hold both folderId and documentId.');
  }
  if (documentId !== undefined) return { documentId: readId('documentId', documentId) };
  if (folderId === undefined) throw missingParameter('folderId', 'Upload-Metadata must hold folderId or documentId.');
  return { folderId: readId('folderId', folderId) };
}

function readEntry(entry: string): [string, string] {
  const [name = '', value = ''] = entry.trim().split(/ +/);
  const bytes = Buffer.from(value, 'base64');
  if (bytes.toString('base64') === value) return [name, bytes.toString()];
  throw invalidParameter('Upload-Metadata', `The value of ${name} in Upload-Metadata is not base64.`);
}

function readId(name: string, text: string): number {
  const id = parseId(text);
  if (id === null) throw invalidParameter(name, `${name} in Upload-Metadata is no identifier.`);
  return id;
}

/** The metadata as a client would send it. */
export function printMetadata({ fileName, folderId, documentId }: StagedUpload): string {
  const entries = Object.entries({ filename: fileName, folderId, documentId }).filter(([, value]) => value !== null);
  return entries.map(([name, value]) => `${name} ${Buffer.from(String(value)).toString('base64')}`).join(',');
}

/** How far an upload is and when it ends, for the answers that tell. */
export function progressHeaders({ size, expiresAt }: Pick<StagedUpload, 'size' | 'expiresAt'>): Record<string, string> {
  return { 'upload-offset': String(size), 'upload-expires': new Date(expiresAt).toUTCString() };
}
