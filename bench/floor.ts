/** The floor server as a target. Its table lies in a schema of its own in Carrel's database: the same PostgreSQL. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { withDatabase } from './database.ts';
import { createTable, insertDocument, NO_HASH } from './floors/documents.ts';
import { fillFile } from './plant.ts';
import { startServer } from './processes.ts';
import type { Target } from './target.ts';

type Place = { folder: string; port: number; databaseUrl: string; postgresPid: number };

const PROGRAM = fileURLToPath(new URL('floors/server.ts', import.meta.url));
// Above every id that the server itself will give.
const FIRST_PLANTED_ID = 1_000_000_000;

export async function startFloor({ folder, port, databaseUrl, postgresPid }: Place): Promise<Target> {
  const blobFolder = `${folder}/blobs`;
  await mkdir(blobFolder, { recursive: true });
  await withDatabase(databaseUrl, createTable);
  const origin = new URL(`http://127.0.0.1:${port}`);
  const pid = await startServer(
    [process.execPath, PROGRAM, String(port), blobFolder],
    { DATABASE_URL: databaseUrl },
    { origin, readyPath: '/floor/ready', log: `${folder}/log` },
  );
  let folders = 0;
  let planted = FIRST_PLANTED_ID;
  return {
    name: 'floor',
    pid,
    postgresPid,
    origin,
    headers: {},
    createFolder: async () => (folders += 1),
    upload: (name, content) => ({ headers: { 'X-Name': name }, body: content }),
    hashOf: () => NO_HASH,
    plantDocument: async (folderId, size) => {
      const documentId = (planted += 1);
      await fillFile(`${blobFolder}/${documentId}`, size);
      const modifiedAt = new Date().toISOString();
      const row = { documentId, folderId, name: 'large.bin', size, hash: NO_HASH, modifiedAt };
      await withDatabase(databaseUrl, (sql) => insertDocument(sql, row));
      return documentId;
    },
  };
}
