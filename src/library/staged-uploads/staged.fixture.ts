/** Staged uploads for tests. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Answer, Client } from '../../../test/client.ts';
import type { TestApp } from '../../../test/harness.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- tests assert its shape
export type Reference = any;

type Caller = Client & { token: string };
type Where = { url: string };

/** Starts the upload of a document and returns the reference. */
export async function stage(person: Caller, folderId: number, name = 'Big.bin'): Promise<Reference> {
  const answer = await person.api('POST', `/api/folders/${folderId}/temp?filename=${encodeURIComponent(name)}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Starts the upload of a revision. */
export async function stageRevision(person: Caller, documentId: number, name = 'Big.bin'): Promise<Reference> {
  const path = `/api/documents/${documentId}/revisions/temp?filename=${encodeURIComponent(name)}`;
  const answer = await person.api('POST', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

export type Sending = { method?: string; headers?: Record<string, string>; chunked?: boolean };

/** Sends bytes to an upload, by default as a portion with no media type. */
export async function sendBytes(
  { url }: Where,
  { token }: { token: string },
  path: string,
  bytes: Uint8Array,
  { method = 'PATCH', headers = {}, chunked = false }: Sending = {},
): Promise<Pick<Answer, 'status' | 'headers' | 'body'>> {
  const copy = new Uint8Array(bytes);
  const body = chunked ? new Blob([copy]).stream() : copy;
  const init = { method, headers: { authorization: `Bearer ${token}`, ...headers }, body, duplex: 'half' };
  const answer = await fetch(new URL(path, url), init as RequestInit);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
}

/** Sends a portion to the URL in the reference. */
export async function portion(
  app: Where,
  person: Caller,
  reference: Reference,
  bytes: Uint8Array | string,
  sending: Sending = {},
) {
  return sendBytes(app, person, pathOf(reference), Buffer.from(bytes), sending);
}

/** Finalizes the upload as a document. */
export async function finalize(person: Caller, folderId: number, reference: unknown, headers = {}): Promise<Answer> {
  return finalizeAt(person, `/api/folders/${folderId}/documents`, reference, headers);
}

/** Finalizes the upload as a revision. */
export async function finalizeRevision(person: Caller, documentId: number, reference: unknown): Promise<Answer> {
  return finalizeAt(person, `/api/documents/${documentId}/revisions`, reference);
}

export async function finalizeAt(person: Caller, path: string, reference: unknown, headers = {}): Promise<Answer> {
  return person.api('POST', path, undefined, { 'x-service-fileref': asHeader(reference), ...headers });
}

/** The upload's offset according to HEAD. */
export async function offsetOf(person: Caller, reference: Reference): Promise<number> {
  const answer = await person.api('HEAD', pathOf(reference));
  assert.equal(answer.status, 200);
  return Number(answer.headers.get('upload-offset'));
}

/** The path in the reference's link. */
export function pathOf(reference: Reference): string {
  return new URL(reference.Links.Location).pathname;
}

export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The number of documents in that folder in the database. */
export async function documentsIn({ sql }: TestApp, folderId: number): Promise<number> {
  return (await sql`select from documents where folder_id = ${folderId}`).length;
}

// fetch accepts Latin-1 only: UTF-8 bytes as characters.
function asHeader(reference: unknown): string {
  const text = typeof reference === 'string' ? reference : JSON.stringify(reference);
  return Buffer.from(text).toString('latin1');
}
