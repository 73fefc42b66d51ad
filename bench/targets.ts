/** The measured servers, each started when a workload first needs it. */
import { type AddressInfo, createServer } from 'node:net';
import { once } from 'node:events';
import { startCarrel, startSecureCarrel } from './carrel.ts';
import { startFloor, startSecureFloor, startTusServer } from './floor.ts';
import { startNginx } from './nginx.ts';
import { startDirectus } from './rivals/directus.ts';
import type { Target } from './target.ts';

export type TargetName =
  | 'node'
  | 'nodeTls'
  | 'nginx'
  | 'nginxTls'
  | 'carrel'
  | 'carrelTls'
  | 'nginxBeforeCarrel'
  | 'tusServer'
  | 'directus';

type Options = { beside?: string | undefined; directus?: string | undefined; workers: string; driver: string };

/**
 * Resolves names to running servers; their data is below `folder`. With `beside`, the folder of another checkout, that
 * Carrel replaces the floor. `directus` is the folder where that is installed.
 */
export function openTargets(
  folder: string,
  { beside, directus = '', workers, driver }: Options,
): (name: TargetName) => Promise<Target> {
  const withDatabase = starting(async () => startCarrel(`${folder}/carrel`, await freePort(), { workers }));
  const floorPlace = async () => {
    const { carrel, databaseUrl } = await withDatabase();
    return { folder: `${folder}/floor`, port: await freePort(), databaseUrl, postgresPid: carrel.postgresPid };
  };
  const node = starting(async () => {
    if (beside === undefined) return startFloor(await floorPlace(), driver);
    return (await startCarrel(`${folder}/beside`, await freePort(), { checkout: beside })).carrel;
  });
  const nginx = starting(async () => {
    const { carrel, dataDir } = await withDatabase();
    const ports = { plain: await freePort(), secure: await freePort() };
    return startNginx({ folder: `${folder}/nginx`, ports, carrel, blobFolder: `${dataDir}/blobs` });
  });
  const starts: Record<TargetName, () => Promise<Target>> = {
    carrel: async () => (await withDatabase()).carrel,
    carrelTls: starting(async () => startSecureCarrel(`${folder}/secure`, await freePort(), await withDatabase())),
    node,
    nodeTls: starting(async () => {
      const floor = await node();
      return startSecureFloor(await floorPlace(), floor);
    }),
    nginx: async () => (await nginx()).plain,
    nginxTls: async () => (await nginx()).secure,
    tusServer: starting(async () => startTusServer(await floorPlace())),
    directus: starting(async () =>
      startDirectus({ ...(await floorPlace()), folder: `${folder}/directus`, installed: directus }),
    ),
    nginxBeforeCarrel: async () => (await nginx()).beforeCarrel,
  };
  return (name) => starts[name]();
}

// The first call starts it; others share the result.
function starting<T>(work: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () => (started ??= work());
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
