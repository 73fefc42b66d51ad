/** The interface of a measured server: Carrel and the floor answer the same requests. */
import { createHash, randomBytes } from 'node:crypto';
import type { MakeReport } from './activity.ts';
import { encodeRequest, type Request } from './client.ts';
import type { Prepared } from './workloads/workload.ts';

export type Upload = { headers: Record<string, string>; body: Buffer };

export type Target = {
  name: string;
  /** The root process of the server, and that of its PostgreSQL. */
  pid: number;
  postgresPid: number;
  origin: URL;
  /** Sent with every request. */
  headers: Record<string, string>;
  /** Of a server with another API: how it does the workloads that it has, by their ids. */
  workloads?: Record<string, (target: Target) => Promise<Prepared>>;
  /** A new folder's id. */
  createFolder: (name: string) => Promise<number>;
  upload: (name: string, content: Buffer) => Upload;
  /** The server's name of the content's hash. */
  hashOf: (content: Buffer) => string;
  /** Creates a document of this many bytes, too large for one upload; returns its id. */
  plantDocument: (folderId: number, bytes: number) => Promise<number>;
  /** Creates a folder outside the trash with this many documents in a subfolder; returns its id. */
  plantFolder: (documents: number) => Promise<number>;
  /** Creates a folder that itself has this many documents; returns its id. */
  plantList: (documents: number) => Promise<number>;
  /** Creates a library with this many tagged documents. */
  plantTagged: (documents: number) => Promise<Searchable>;
  /** Creates a library with this many documents of 2 kB of text; returns the headers of its reader. */
  plantTexts: (documents: number) => Promise<Record<string, string>>;
  /** Creates this many activity rows; returns a function that makes a report of them. */
  plantActivity: (rows: number) => Promise<MakeReport>;
};

/** A library to search, two of its tag types, and the headers of its reader. */
export type Searchable = { libraryId: number; color: number; number: number; headers: Record<string, string> };

/** A document in a server's response. */
export type DocumentAnswer = {
  DocumentId: number;
  DocumentName: string;
  DateModified: string;
  DocumentSize: number;
  FolderId: number;
  Hash: string;
  Links: { Self: string; Content: string; Revisions: string };
};

export const DOCUMENT_BYTES = 20 * 1024;

const BOUNDARY = 'carrel-bench-boundary';
const randomContent = randomBytes(DOCUMENT_BYTES);

/** A GET by the load client, expecting 200. */
export function getRequest(target: Target, path: string, length: number | null): Request {
  return { bytes: encodeRequest('GET', new URL(path, target.origin), target.headers), status: 200, length };
}

/** An upload by the load client, expecting 201. */
export function uploadRequest(target: Target, folderId: number, name: string, content: Buffer): Request {
  const { headers, body } = target.upload(name, content);
  const url = new URL(`/api/folders/${folderId}/documents`, target.origin);
  return { bytes: encodeRequest('POST', url, { ...target.headers, ...headers }, body), status: 201, length: null };
}

/** Moving a folder to the trash, expecting 204, and restoring it, expecting 200. */
export function trashRequests(target: Target, folderId: number): Request[] {
  const url = new URL(`/api/folders/${folderId}`, target.origin);
  const restore = new URL(`${url.pathname}/restore`, url);
  return [
    { bytes: encodeRequest('DELETE', url, target.headers), status: 204, length: 0 },
    { bytes: encodeRequest('PATCH', restore, target.headers), status: 200, length: null },
  ];
}

/** Sends one request outside the measurement and resolves to the body; rejects unless the status is 2xx. */
export async function fetchBytes(target: Target, path: string, init: RequestInit = {}): Promise<Buffer> {
  const headers = { ...target.headers, ...(init.headers as Record<string, string>) };
  const answer = await fetch(new URL(path, target.origin), { ...init, headers });
  const body = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok)
    throw new Error(`${target.name}: ${path} answered ${answer.status}: ${body.toString().slice(0, 500)}`);
  return body;
}

export async function fetchJson<T>(target: Target, path: string, init: RequestInit = {}): Promise<T> {
  return JSON.parse((await fetchBytes(target, path, init)).toString()) as T;
}

export function uploadDocument(
  target: Target,
  folderId: number,
  name: string,
  content: Buffer,
): Promise<DocumentAnswer> {
  const { headers, body } = target.upload(name, content);
  const init = { method: 'POST', headers, body: new Uint8Array(body) };
  return fetchJson<DocumentAnswer>(target, `/api/folders/${folderId}/documents`, init);
}

/** A form upload (docs/api/uploads.md#form-uploads). */
export function encodeMultipart(name: string, content: Buffer): Upload {
  return encodeForm({ metadata: JSON.stringify({ DocumentName: name }) }, name, content);
}

/** A form with these fields, and a file after them. */
export function encodeForm(fields: Record<string, string>, name: string, content: Buffer): Upload {
  const part = (disposition: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const before = Object.entries(fields).map(([field, value]) => `${part(`name="${field}"`)}\r\n${value}\r\n`);
  const file = `${part(`name="file"; filename="${name}"`)}Content-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(before.join('') + file), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return { headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }, body };
}

/** The content of the document with this name. Each is unique, so that deduplication has no effect. */
export function contentOf(name: string): Buffer {
  const content = Buffer.from(randomContent);
  content.write(name);
  return content;
}

/** Lower-case hex (docs/api/documents.md#document-object). */
export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
