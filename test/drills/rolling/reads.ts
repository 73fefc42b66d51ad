/** Reads of documents that do not change, and downloads so slow that each restart meets some of them. */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Target, send } from '../several/load.ts';
import { type Activity, repeat } from './activity.ts';
import { exchange, open } from './exchange.ts';
import { sha256, uploadLarge } from './staged-uploads.ts';

const DOCUMENTS = 20;
const READERS = { name: 'reads', clients: 4, pauseMs: 100 };

/** More than all buffers between the node and the client hold, in less time than STOP_SECONDS. */
const SLOW_BYTES = 48 * 1024 * 1024;
const SLOW_MS = 15_000;
const SLOW_READERS = { name: 'slow downloads', clients: 4, pauseMs: 0 };

/** Reads metadata, contents and the list of a folder, and compares them. */
export async function repeatReads(target: Target, folderId: number): Promise<Activity> {
  const documents: { id: number; name: string; hash: string }[] = [];
  for (let index = 0; index < DOCUMENTS; index += 1) documents.push(await uploadSmall(target, folderId, index));
  let turn = 0;
  return repeat(target, READERS, async (at, count) => {
    const { id, name, hash } = documents[(turn += 1) % DOCUMENTS] ?? { id: 0, name: '', hash: '' };
    const read = async (path: string) => (await exchange(at, { method: 'GET', path }, 200)).bytes;
    const { DocumentName } = JSON.parse(String(await read(`/api/documents/${id}`))) as { DocumentName: string };
    const list = JSON.parse(String(await read(`/api/folders/${folderId}/documents?top=50`))) as unknown[];
    if (DocumentName !== name || list.length !== DOCUMENTS)
      throw new Error(`${DocumentName}, ${list.length} in the list`);
    if (sha256(await read(`/api/documents/${id}/content`)) !== hash) throw new Error(`content of ${id}`);
    for (const _ of ['metadata', 'list', 'content']) count();
  });
}

async function uploadSmall(target: Target, folderId: number, index: number) {
  const [name, content] = [`Read ${index}.bin`, randomBytes(20_000)];
  const form = new FormData();
  form.set('metadata', JSON.stringify({ DocumentName: name }));
  form.set('file', new Blob([content]), name);
  const { status, body, text } = await send(target, 'POST', `/api/folders/${folderId}/documents`, form);
  if (status !== 201) throw new Error(text);
  return { id: (body as { DocumentId: number }).DocumentId, name, hash: sha256(content) };
}

/** Each takes 15 s and begins a few seconds after the one of another client. */
export async function repeatSlowDownloads(target: Target, folderId: number): Promise<Activity> {
  const content = randomBytes(SLOW_BYTES);
  const documentId = await uploadLarge(target, folderId, content);
  const expected = sha256(content);
  let begun = 0;
  return repeat(target, SLOW_READERS, async (at, count) => {
    if ((begun += 1) <= SLOW_READERS.clients) await sleep((begun * SLOW_MS) / SLOW_READERS.clients);
    const hash = createHash('sha256');
    const answer = await open(at, { method: 'GET', path: `/api/documents/${documentId}/content` });
    const startedAt = Date.now();
    let received = 0;
    for await (const chunk of answer) {
      hash.update(chunk as Buffer);
      received += (chunk as Buffer).length;
      await sleep(Math.max(0, startedAt + (received / SLOW_BYTES) * SLOW_MS - Date.now()));
    }
    if (answer.statusCode !== 200 || hash.digest('hex') !== expected) {
      throw new Error(`${answer.statusCode}, ${received} of ${SLOW_BYTES} bytes`);
    }
    count();
  });
}
