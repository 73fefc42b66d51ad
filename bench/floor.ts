/** The floor server as a target. Its tables are in a separate schema of Carrel's database, on the same PostgreSQL. */
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { certificateFiles } from './certificate.ts';
import { withDatabase } from './database.ts';
import { fillActivity } from './floors/activity.ts';
import { createTable, insertDocument, NO_HASH, fillFolder } from './floors/documents.ts';
import { createFolderTable, insertFolder } from './floors/folders.ts';
import { createShareTable } from './floors/shares.ts';
import { FLOOR_LIBRARY, fillTags } from './floors/tags.ts';
import { fillTexts } from './floors/texts.ts';
import { fillFile } from './plant.ts';
import { startServer } from './processes.ts';
import type { Target } from './target.ts';

type Place = { folder: string; port: number; databaseUrl: string; postgresPid: number };

const PROGRAM = fileURLToPath(new URL('floors/server.ts', import.meta.url));
// Above every id that the server itself assigns.
const FIRST_PLANTED_ID = 1_000_000_000;

/** Starts a second floor server with TLS on the first one's rows and files. */
export async function startSecureFloor(place: Place, floor: Target): Promise<Target> {
  const { folder, port, databaseUrl } = place;
  const origin = new URL(`https://127.0.0.1:${port}`);
  const pid = await startServer(
    [process.execPath, PROGRAM, String(port), `${folder}/blobs`],
    { DATABASE_URL: databaseUrl, ...(await certificateFiles(folder)) },
    { origin, readyPath: '/floor/ready', log: `${folder}/secure.log` },
  );
  return { ...floor, pid, origin };
}

/** Starts @tus/server. */
export async function startTusServer({ folder, port, postgresPid }: Place): Promise<Target> {
  const files = `${folder}/tus`;
  await mkdir(files, { recursive: true });
  const origin = new URL(`http://127.0.0.1:${port}`);
  const command = [process.execPath, fileURLToPath(new URL('floors/tus.ts', import.meta.url)), String(port), files];
  const pid = await startServer(command, {}, { origin, readyPath: '/ready', log: `${folder}/tus.log` });
  const takesNone = () => {
    throw new Error('@tus/server takes uploads by tus only.');
  };
  const rest = {
    headers: {},
    createFolder: async () => 1,
    upload: takesNone,
    hashOf: () => '',
    plantDocument: takesNone,
    plantFolder: takesNone,
    plantList: takesNone,
    plantTagged: takesNone,
    plantTexts: takesNone,
    plantActivity: takesNone,
  };
  return { name: '@tus/server', pid, postgresPid, origin, ...rest };
}

/** `driver`: `pg` for pg's own pool instead of Carrel's driver. */
export async function startFloor({ folder, port, databaseUrl, postgresPid }: Place, driver = 'own'): Promise<Target> {
  const blobFolder = `${folder}/blobs`;
  await mkdir(blobFolder, { recursive: true });
  await withDatabase(databaseUrl, createTable);
  await withDatabase(databaseUrl, createFolderTable);
  await withDatabase(databaseUrl, createShareTable);
  const origin = new URL(`http://127.0.0.1:${port}`);
  const pid = await startServer(
    [process.execPath, PROGRAM, String(port), blobFolder],
    { DATABASE_URL: databaseUrl, DRIVER: driver },
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
    // Not accessed, whatever their number.
    plantFolder: async () => {
      folders += 1;
      await withDatabase(databaseUrl, (sql) => insertFolder(sql, folders));
      return folders;
    },
    plantList: async (documents) => {
      folders += 1;
      await withDatabase(databaseUrl, (sql) => fillFolder(sql, folders, documents));
      return folders;
    },
    plantTagged: async (documents) => {
      await withDatabase(databaseUrl, (sql) => fillTags(sql, documents));
      return { ...FLOOR_LIBRARY, headers: {} };
    },
    plantTexts: async (documents) => {
      await withDatabase(databaseUrl, (sql) => fillTexts(sql, documents));
      return {};
    },
    plantActivity: async (rows) => {
      await withDatabase(databaseUrl, (sql) => fillActivity(sql, rows));
      return async (forms) => {
        await fetch(new URL(`/floor/copy/${forms}`, origin));
        return () => readFile(`${blobFolder}/activity`);
      };
    },
  };
}
