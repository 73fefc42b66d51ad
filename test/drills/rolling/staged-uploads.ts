/** Uploads in many pieces, which go on while nodes restart: in portions, and by tus. */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../several/load.ts';
import { type Activity, repeat } from './activity.ts';
import { exchange } from './exchange.ts';

type Placed = { path: string; reference: string };
type Protocol = {
  name: string;
  begin: (target: Target, folderId: number, size: number) => Promise<Placed>;
  /** Of a piece. */
  status: number;
  headers: Record<string, string>;
};

const TUS = { 'tus-resumable': '1.0.0' };

const PORTIONS: Protocol = {
  name: 'uploads in portions',
  begin: async (target, folderId) => {
    const path = `/api/folders/${folderId}/temp?filename=${crypto.randomUUID()}.bin`;
    const reference = (await exchange(target, { method: 'POST', path }, 200)).bytes.toString();
    const { Links } = JSON.parse(reference) as { Links: { Location: string } };
    return { path: new URL(Links.Location).pathname, reference };
  },
  status: 200,
  headers: {},
};

const BY_TUS: Protocol = {
  name: 'uploads by tus',
  begin: async (target, folderId, size) => {
    const values = { filename: `${crypto.randomUUID()}.bin`, folderId: String(folderId) };
    const pairs = Object.entries(values).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`);
    const headers = { ...TUS, 'upload-length': size, 'upload-metadata': pairs.join(',') };
    const created = await exchange(target, { method: 'POST', path: '/api/uploads', headers }, 201);
    const path = new URL(created.headers.location ?? '').pathname;
    return { path, reference: JSON.stringify({ Identifier: path.split('/').at(-1) }) };
  },
  status: 204,
  headers: { ...TUS, 'content-type': 'application/offset+octet-stream' },
};

const PIECES = 30;
const PIECE_BYTES = 64 * 1024;
const BETWEEN_MS = 300;

/** Two clients of each protocol, each with a piece about three times a second. Counts pieces and the uploads' ends. */
export function repeatUploads(target: Target, folderId: number): Activity[] {
  return [PORTIONS, BY_TUS].map((protocol) =>
    repeat(target, { name: protocol.name, clients: 2, pauseMs: 500 }, async (at, count) => {
      const content = randomBytes(PIECES * PIECE_BYTES);
      const documentId = await upload(at, protocol, { folderId, content, betweenMs: BETWEEN_MS }, count);
      const { bytes } = await exchange(at, { method: 'GET', path: `/api/documents/${documentId}/content` }, 200);
      if (sha256(bytes) !== sha256(content)) throw new Error(`document ${documentId} has another content`);
      count();
    }),
  );
}

/** Uploads a large document at once and returns its id. */
export async function uploadLarge(target: Target, folderId: number, content: Buffer): Promise<number> {
  return upload(target, PORTIONS, { folderId, content, betweenMs: 0 }, () => {});
}

async function upload(
  target: Target,
  protocol: Protocol,
  { folderId, content, betweenMs }: { folderId: number; content: Buffer; betweenMs: number },
  count: () => void,
): Promise<number> {
  const { path, reference } = await protocol.begin(target, folderId, content.length);
  count();
  const size = Math.ceil(content.length / PIECES);
  for (let at = 0; at < content.length; at += size) {
    const headers = { ...protocol.headers, 'upload-offset': at };
    const body = content.subarray(at, at + size);
    await exchange(target, { method: 'PATCH', path, headers, body }, protocol.status);
    count();
    await sleep(betweenMs);
  }
  const finalize = { method: 'POST', path: `/api/folders/${folderId}/documents` };
  const made = await exchange(target, { ...finalize, headers: { 'x-carrel-fileref': reference } }, 201);
  count();
  return (JSON.parse(made.bytes.toString()) as { DocumentId: number }).DocumentId;
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
