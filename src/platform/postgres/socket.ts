import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter } from './account.ts';
import { databaseName } from './cluster.ts';
import type { Account } from './command.ts';

/** The port is only part of the socket's name: the server never listens on the network. */
export const port = 5432;

/**
 * Creates the empty, private folder for the server's socket; access to it grants access to the database. It is
 * `<cluster>.run`, or a folder under the temporary folder if that path is too long for a socket. The same cluster
 * always gets the same folder, so that clients reconnect after a restart.
 */
export async function prepareSocketFolder(cluster: string, account: Account): Promise<string> {
  const folder = fits(`${cluster}.run`) ? `${cluster}.run` : await temporaryFolder(cluster, account);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  await chown(folder, account.uid, account.gid);
  return folder;
}

/** The libpq URL of a server's socket, for `connect` and `connectPg`. */
export function socketUrl(socketFolder: string): string {
  return `postgres://${databaseName}@${encodeURIComponent(socketFolder)}/${databaseName}`;
}

/** Whether a server accepts connections on the socket in this folder. */
export async function canConnect(socketFolder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(socketFolder, `.s.PGSQL.${port}`));
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });
}

async function temporaryFolder(cluster: string, account: Account): Promise<string> {
  const name = `carrel-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;
  for (const parent of [tmpdir(), '/tmp']) {
    const folder = join(parent, name);
    if (!fits(folder) || !(await canEnter(account, parent))) continue;
    const owner = await lstat(folder).then(
      ({ uid }) => uid,
      () => account.uid,
    );
    // Others can write to the temporary folder and could have created this one first to listen in it.
    if (owner !== account.uid && owner !== process.getuid!()) {
      throw new Error(`${folder} belongs to another user (uid ${owner}): remove it, or set DATA_DIR to a shorter path`);
    }
    return folder;
  }
  throw new Error(
    `${cluster} is too long a path for a socket, and there is no temporary folder to use: shorten DATA_DIR`,
  );
}

/** Socket paths are limited to 103 bytes on macOS and 107 on Linux. */
function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= 103;
}
