/** 1 GiB uploads: in one request by tus, and in portions of 2 MiB by the staged upload. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { encodeRequest, type Repeated } from '../client.ts';
import { fetchBytes, type Target } from '../target.ts';
import type { Prepared, Workload } from './workload.ts';

const BYTES = 1024 ** 3;
const PIECE = 2 * 1024 * 1024;
const block = randomBytes(PIECE);
let uploads = 0;
const common = { unit: 'MB/s', seconds: 120, connections: [1] } as const;

export const uploadsLarge: Workload[] = [
  {
    id: 'W4',
    title: 'upload 1 GiB by tus, floor stores without hash',
    goal: { must: 0.9 },
    prepare: (target) => prepare(target, BYTES, target.name === 'Carrel' ? tus : bare('/floor/large')),
    requests: 1,
    isSpread: true,
    ...common,
  },
  {
    id: 'W4h',
    title: 'upload 1 GiB by tus, floor SHA-256 of one core',
    goal: null,
    prepare: (target) => prepare(target, BYTES, target.name === 'Carrel' ? tus : bare('/floor/hash')),
    requests: 1,
    isSpread: true,
    ...common,
  },
  {
    id: 'W4c',
    title: 'upload 1 GiB in 2 MiB portions, floor @tus/server',
    goal: { must: 1.1, aim: 1.5 },
    between: ['tusServer', 'carrel'],
    prepare: (target) => prepare(target, PIECE, target.name === 'Carrel' ? staged : tus),
    requests: BYTES / PIECE,
    ...common,
  },
  {
    id: 'W4t',
    title: 'upload 1 GiB in 2 MiB pieces by tus, floor @tus/server',
    goal: { must: 1 },
    between: ['tusServer', 'carrel'],
    prepare: (target) => prepare(target, PIECE, tus),
    requests: BYTES / PIECE,
    ...common,
  },
];

/** The upload protocol of a server: its URL, one piece, and how to finalize, if at all. */
type Protocol = {
  begin: (target: Target, folderId: number) => Promise<string>;
  piece: (offset: number) => { method: string; headers: Record<string, string>; status: number };
  finish?: (target: Target, folderId: number, path: string) => Promise<{ Hash: string }>;
};

const TUS = { 'Tus-Resumable': '1.0.0' };

const tus: Protocol = {
  begin: async (target, folderId) => {
    const metadata = `filename ${btoa('large.bin')},folderId ${btoa(String(folderId))}`;
    const headers = { ...TUS, 'Upload-Length': String(BYTES), 'Upload-Metadata': metadata };
    return (await send(target, '/api/uploads', headers)).headers.get('location') ?? '';
  },
  piece: (offset) => {
    const headers = { ...TUS, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    return { method: 'PATCH', headers, status: 204 };
  },
  finish,
};

const staged: Protocol = {
  begin: async (target, folderId) => {
    const answer = await send(target, `/api/folders/${folderId}/temp?filename=large.bin`, {});
    return ((await answer.json()) as { Links: { Location: string } }).Links.Location;
  },
  piece: (offset) => ({ method: 'PATCH', headers: { 'Upload-Offset': String(offset) }, status: 200 }),
  finish,
};

const bare = (path: string): Protocol => ({
  begin: async () => path,
  piece: () => ({ method: 'PUT', headers: {}, status: 204 }),
});

async function prepare(target: Target, pieceBytes: number, protocol: Protocol): Promise<Prepared> {
  const folderId = await target.createFolder(`large uploads ${(uploads += 1)}`);
  const body: Repeated = { block, times: pieceBytes / PIECE };
  let path = '';
  let offset = 0;
  const before = async () => {
    path = new URL(await protocol.begin(target, folderId), target.origin).pathname;
    offset = 0;
  };
  const next = () => {
    const { method, headers, status } = protocol.piece(offset);
    const all = { ...target.headers, ...headers, 'Content-Length': String(pieceBytes) };
    offset += pieceBytes;
    return { bytes: encodeRequest(method, new URL(path, target.origin), all), body, status, length: null };
  };
  const verify = async () => {
    if (target.name !== 'Carrel' || protocol.finish === undefined) return;
    const startedAt = performance.now();
    const { Hash } = await protocol.finish(target, folderId, path);
    console.error(`${target.name}: made a document of 1 GiB in ${Math.round(performance.now() - startedAt)} ms`);
    assert.equal(Hash, hashOfAll(), 'Carrel stored different bytes than it received');
  };
  return { before, next, verify };
}

async function finish(target: Target, folderId: number, path: string): Promise<{ Hash: string }> {
  const reference = JSON.stringify({ Identifier: path.slice(path.lastIndexOf('/') + 1) });
  const init = { method: 'POST', headers: { 'X-Service-Fileref': reference } };
  return JSON.parse((await fetchBytes(target, `/api/folders/${folderId}/documents`, init)).toString());
}

async function send(target: Target, path: string, headers: Record<string, string>): Promise<Response> {
  const all = { ...target.headers, ...headers };
  const answer = await fetch(new URL(path, target.origin), { method: 'POST', headers: all });
  if (!answer.ok) throw new Error(`${target.name}: ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

function hashOfAll(): string {
  const hash = createHash('sha256');
  for (let i = 0; i < BYTES / PIECE; i++) hash.update(block);
  return hash.digest('hex');
}
