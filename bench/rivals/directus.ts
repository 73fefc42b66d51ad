/**
 * Directus as a target: installed by its users (bench/README.md), on Carrel's PostgreSQL server with a database of its
 * own, and with an admin's token.
 */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';
import { withDatabase } from '../database.ts';
import { startServer } from '../processes.ts';
import type { Target } from '../target.ts';
import { directusWorkloads } from './directus-workloads.ts';

const DATABASE = 'directus';

type Place = {
  /** The folder in which `npm install directus` ran. */
  installed: string;
  /** For its files and its log. */
  folder: string;
  port: number;
  /** The URL of Carrel's database, with a socket folder as host. */
  databaseUrl: string;
  postgresPid: number;
};

/** Starts Directus on a new database. */
export async function startDirectus(place: Place): Promise<Target> {
  const { installed, folder, port, databaseUrl, postgresPid } = place;
  const storage = `${folder}/uploads`;
  await mkdir(storage, { recursive: true });
  await withDatabase(databaseUrl, (sql) => sql`create database ${sql(DATABASE)}`);
  const origin = new URL(`http://127.0.0.1:${port}`);
  const token = randomUUID();
  const env = { ...databaseOf(databaseUrl), ...settingsOf(origin, storage, token) };
  const program = `${installed}/node_modules/.bin/directus`;
  await promisify(execFile)(program, ['bootstrap'], { cwd: folder, env });
  const pid = await startServer([program, 'start'], env, {
    origin,
    readyPath: '/server/ping',
    log: `${folder}/log`,
  });
  const usesOwnWorkloads = () => {
    throw new Error('Directus has workloads of its own.');
  };
  const url = databaseUrl.replace(/[^/]+$/, DATABASE);
  return {
    name: 'Directus',
    pid,
    postgresPid,
    origin,
    headers: { Authorization: `Bearer ${token}` },
    workloads: directusWorkloads({ databaseUrl: url, storage }),
    createFolder: usesOwnWorkloads,
    upload: usesOwnWorkloads,
    hashOf: usesOwnWorkloads,
    plantDocument: usesOwnWorkloads,
    plantFolder: usesOwnWorkloads,
    plantList: usesOwnWorkloads,
    plantTagged: usesOwnWorkloads,
    plantTexts: usesOwnWorkloads,
    plantActivity: usesOwnWorkloads,
  };
}

function databaseOf(databaseUrl: string): Record<string, string> {
  const [, user = '', host = ''] = /^postgres:\/\/([^@:]+)@([^/]+)\//.exec(databaseUrl) ?? [];
  return {
    DB_CLIENT: 'pg',
    DB_HOST: decodeURIComponent(host),
    DB_PORT: '5432',
    DB_USER: user,
    DB_DATABASE: DATABASE,
    DB_PASSWORD: 'none',
  };
}

function settingsOf(origin: URL, storage: string, token: string): Record<string, string> {
  return {
    PATH: pathOfSystem(),
    HOST: origin.hostname,
    PORT: origin.port,
    PUBLIC_URL: origin.origin,
    SECRET: randomBytes(24).toString('hex'),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: randomUUID(),
    ADMIN_TOKEN: token,
    STORAGE_LOCATIONS: 'local',
    STORAGE_LOCAL_ROOT: storage,
    TUS_ENABLED: 'true',
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    // Its sandbox of scripts requires it.
    NODE_OPTIONS: '--no-node-snapshot',
  };
}

// Its native modules were built for the Node.js of the system, not for ours, which script/bench puts first.
function pathOfSystem(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.filter((folder) => !folder.endsWith('node_modules/.bin')).join(delimiter);
}
