/** A tus client for tests. */
import assert from 'node:assert/strict';
import type { Answer, Client } from '../../../test/client.ts';
import { type Sending, sendBytes } from './staged.fixture.ts';

type Caller = Client & { token: string };

export const TUS = { 'tus-resumable': '1.0.0' };
export const PIECE = { ...TUS, 'content-type': 'application/offset+octet-stream' };

/** `Upload-Metadata` with these values. */
export function metadata(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',');
}

/** Requests an upload. */
export function create(person: Caller, length: number, values: Record<string, string | number>): Promise<Answer> {
  const headers = { ...TUS, 'upload-length': String(length), 'upload-metadata': metadata(values) };
  return person.api('POST', '/api/uploads', undefined, headers);
}

/** Starts an upload and returns its path. */
export async function begin(person: Caller, length: number, values: Record<string, string | number>): Promise<string> {
  const answer = await create(person, length, values);
  assert.equal(answer.status, 201, answer.text);
  return new URL(answer.headers.get('location') ?? '').pathname;
}

/** Sends a piece. */
export function piece(
  { url }: { url: string },
  person: Caller,
  path: string,
  { at, bytes, headers = {}, ...sending }: Sending & { at: number; bytes: Uint8Array | string },
) {
  const all = { ...PIECE, 'upload-offset': String(at), ...headers };
  return sendBytes({ url }, person, path, Buffer.from(bytes), { ...sending, headers: all });
}
