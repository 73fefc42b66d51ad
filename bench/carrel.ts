/** Carrel as a target: `carrel serve` on a fresh data folder with one API process. */
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findRunningEmbeddedPostgres } from '../src/platform/postgres/embedded.ts';
import { unscopedPlantActivity } from './activity.ts';
import { certificateFiles } from './certificate.ts';
import { withDatabase } from './database.ts';
import { unscopedPlantDocument, unscopedPlantFolder } from './plant.ts';
import { parentOf, processTree } from './proc.ts';
import { startServer, unpin } from './processes.ts';
import { unscopedPlantTagged } from './tagged.ts';
import { unscopedPlantTexts } from './texts.ts';
import { encodeMultipart, fetchJson, sha256, type Target } from './target.ts';

const PROGRAM = fileURLToPath(new URL('../bin/carrel', import.meta.url));

/**
 * Starts Carrel with its embedded PostgreSQL, optionally from another checkout, and resolves to it and its database.
 */
export async function startCarrel(
  folder: string,
  port: number,
  { checkout, workers = '1' }: { checkout?: string; workers?: string },
): Promise<CarrelWithDatabase> {
  const program = checkout === undefined ? PROGRAM : `${checkout}/bin/carrel`;
  const dataDir = `${folder}/data`;
  await mkdir(folder, { recursive: true });
  const origin = new URL(`http://127.0.0.1:${port}`);
  const pid = await startServer(
    [program, 'serve'],
    { DATA_DIR: dataDir, PORT: String(port), WORKERS: workers, ...OFFLOADING },
    { origin, readyPath: '/readyz', log: `${folder}/log` },
  );
  const databaseUrl = await findRunningEmbeddedPostgres(dataDir);
  if (databaseUrl === null) throw new Error('Carrel runs, but its PostgreSQL is not found.');
  const postgresPid = await findPostmaster(databaseUrl);
  unpin(processTree(postgresPid));
  return { carrel: await describe({ pid, postgresPid, origin }, dataDir, databaseUrl), databaseUrl, dataDir };
}

/** Starts a second server with TLS on the first one's database and contents. */
export async function startSecureCarrel(
  folder: string,
  port: number,
  { carrel, databaseUrl, dataDir }: CarrelWithDatabase,
): Promise<Target> {
  await mkdir(folder, { recursive: true });
  const origin = new URL(`https://127.0.0.1:${port}`);
  const env = {
    DATA_DIR: `${folder}/data`,
    DATABASE_URL: databaseUrl,
    BLOB_URL: `file://${dataDir}/blobs`,
    SECRET_KEY: (await readFile(`${dataDir}/secret.key`, 'utf8')).trim(),
    PORT: String(port),
    WORKERS: '1',
    ...(await certificateFiles(folder)),
  };
  const pid = await startServer([PROGRAM, 'serve'], env, { origin, readyPath: '/readyz', log: `${folder}/log` });
  return { ...carrel, name: 'Carrel', pid, origin };
}

// nginx may take over large contents; direct clients get them as usual.
const OFFLOADING = { TRUST_PROXY: '127.0.0.1', ACCEL_PREFIX: '/carrel-blobs/' };

export type CarrelWithDatabase = { carrel: Target; databaseUrl: string; dataDir: string };

type Running = Pick<Target, 'pid' | 'postgresPid' | 'origin'>;

// The caller is the site admin of the first start, in the personal library.
async function describe(running: Running, dataDir: string, databaseUrl: string): Promise<Target> {
  const { Token } = JSON.parse(await readFile(`${dataDir}/first-run.json`, 'utf8')) as { Token: string };
  const target: Target = {
    ...running,
    name: 'Carrel',
    headers: { Authorization: `Bearer ${Token}` },
    createFolder: async (name) => {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ FolderName: name }),
      };
      const folder = await fetchJson<{ FolderId: number }>(target, `/api/libraries/${libraryId}/folders`, init);
      return folder.FolderId;
    },
    upload: encodeMultipart,
    hashOf: sha256,
    plantDocument: (folderId, size) =>
      unscopedPlantDocument(target, { folderId, size, databaseUrl, blobFolder: `${dataDir}/blobs` }),
    plantFolder: (documents) => unscopedPlantFolder(target, documents, databaseUrl),
    plantList: async (documents) => {
      const parentId = await unscopedPlantFolder(target, documents, databaseUrl);
      const [child] = await fetchJson<{ FolderId: number }[]>(target, `/api/folders/${parentId}/folders`);
      return child?.FolderId ?? NaN;
    },
    plantTagged: (documents) => unscopedPlantTagged(target, databaseUrl, documents),
    plantTexts: (documents) => unscopedPlantTexts(target, databaseUrl, documents),
    plantActivity: (rows) => unscopedPlantActivity(target, databaseUrl, rows),
  };
  const libraries = await fetchJson<{ LibraryId: number; IsPrivate: boolean }[]>(target, '/api/libraries');
  const libraryId = libraries.find((library) => library.IsPrivate)?.LibraryId;
  return target;
}

// The parent of any backend. PostgreSQL need not be a child of the process that started it.
function findPostmaster(databaseUrl: string): Promise<number> {
  return withDatabase(databaseUrl, async (sql) => {
    const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return parentOf(backend?.pid ?? NaN);
  });
}
