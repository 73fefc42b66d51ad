/** Documents too large for one upload, put where a server keeps its files, without asking the server. */
import { createHash, randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { withDatabase } from './database.ts';
import { contentOf, type Target, uploadDocument } from './target.ts';

const CHUNK_BYTES = 1024 * 1024;

type Plant = { folderId: number; size: number; databaseUrl: string; blobFolder: string };
type Checksums = { sha256: Buffer; crc32: number };

/**
 * Gives Carrel a document of any size: uploads a small one, then exchanges its stored bytes and what the database says
 * of them. Resolves to its id.
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

/** Writes a new file of so many bytes, a multiple of 1 MiB, and resolves to its checksums. */
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
