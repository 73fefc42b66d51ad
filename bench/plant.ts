/** Creates documents too large or too many for uploads directly in a server's files and rows. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { addManyDocuments } from '../test/factories/bulk.ts';
import { withDatabase } from './database.ts';
import { contentOf, fetchJson, type Target, uploadDocument } from './target.ts';

const CHUNK_BYTES = 1024 * 1024;

type Plant = { folderId: number; size: number; databaseUrl: string; blobFolder: string };
type Checksums = { sha256: Buffer; crc32: number };

/**
 * Gives Carrel a document of any size: uploads a small one, then replaces its stored bytes and its rows. Resolves to
 * its id.
 */
export async function unscopedPlantDocument(target: Target, plant: Plant): Promise<number> {
  const name = 'large.bin';
  const { DocumentId: id } = await uploadDocument(target, plant.folderId, name, contentOf(name));
  const { size } = plant;
  await withDatabase(plant.databaseUrl, async (sql) => {
    const [blob] = await sql<{ blobId: number; storageKey: string }[]>`
      select blob_id as "blobId", storage_key as "storageKey"
      from documents join blobs using (deployment_id, blob_id) where document_id = ${id}`;
    if (blob === undefined) throw new Error(`Document ${id} has no content.`);
    const path = `${plant.blobFolder}/${blob.storageKey}`;
    await rm(path);
    const { sha256, crc32: crc } = await fillFile(path, size);
    await sql`update blobs set size = ${size}, sha256 = ${sha256}, crc32 = ${crc} where blob_id = ${blob.blobId}`;
    await sql`update revisions set size = ${size}, sha256 = ${sha256} where document_id = ${id}`;
    await sql`update documents set size = ${size}, sha256 = ${sha256} where document_id = ${id}`;
  });
  return id;
}

/**
 * Gives Carrel a folder of this many documents: one is uploaded, the others are rows with its content. Resolves to its
 * id.
 */
export async function unscopedPlantFolder(target: Target, count: number, databaseUrl: string): Promise<number> {
  // A folder of the same name would be the one of another workload.
  const folderId = await target.createFolder(`folder of ${count} ${randomUUID()}`);
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ FolderName: 'child' }),
  };
  const child = await fetchJson<{ FolderId: number }>(target, `/api/folders/${folderId}/folders`, init);
  const me = await fetchJson<{ UserId: number; DeploymentId: number }>(target, '/api/users/me');
  const owner = {
    deploymentId: me.DeploymentId,
    userId: me.UserId,
    document: async (id: number, name: string) =>
      (await uploadDocument(target, id, name, contentOf(`${name} of ${count}`))).DocumentId,
  };
  await withDatabase(databaseUrl, async (sql) => {
    await addManyDocuments({ sql, clock: { now: new Date() } }, owner, child.FolderId, count);
    await sql`analyze documents, folders`;
  });
  return folderId;
}

/** Writes a new file of this many bytes, a multiple of 1 MiB, and resolves to its checksums. */
export async function fillFile(path: string, size: number): Promise<Checksums> {
  const chunk = randomBytes(CHUNK_BYTES);
  const sha256 = createHash('sha256');
  let crc = 0;
  const file = await open(path, 'wx');
  try {
    for (let written = 0; written < size; written += CHUNK_BYTES) {
      await file.write(chunk);
      sha256.update(chunk);
      crc = crc32(chunk, crc);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: sha256.digest(), crc32: crc };
}
