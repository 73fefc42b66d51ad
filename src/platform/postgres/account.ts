import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, lstat, mkdir, readlink, rename, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type User, chooseUser } from '../process/account.ts';
import { runAs } from './command.ts';
import type { Account } from './command.ts';

/** The cluster's folder (which may not exist yet) and the account that runs it. */
export type Placement = { cluster: string; account: Account };

/**
 * Chooses the account that runs PostgreSQL, which refuses to run as root, and the cluster's folder. Each step is
 * tested, not guessed:
 *
 * 1. Not root: the current user.
 * 2. Root: another user, the simplest alternative.
 * 3. If that user cannot enter the folder (a checkout under root's 0700 home): a user namespace in which root appears
 *   as that user. To the file system it is still root, so it can access root's files.
 * 4. If user namespaces are not permitted (many containers): the cluster moves to a folder that the user can reach,
 *   `fallbackRoot`/<hash of dataDir>, and `${dataDir}/postgres` becomes a symbolic link to it.
 */
export async function choosePlacement(
  dataDir: string,
  log: (line: string) => void,
  fallbackRoot = '/var/lib/carrel',
): Promise<Placement> {
  const cluster = await locateCluster(dataDir);
  if (process.getuid!() !== 0) return { cluster, account: asCurrentUser() };

  // The owner of an existing cluster keeps it. initdb looks up the name of its uid, which must be in the passwd file.
  const user = await chooseUser(null, [await ownerOf(cluster)]);
  for (const account of [asUser(user), asUserNamespace(user)]) {
    if (await canEnter(account, dirname(cluster))) return { cluster, account };
  }
  if ((await ownerOf(cluster)) !== undefined) {
    throw new Error(
      `PostgreSQL cannot run as root, and user "${user.name}" cannot reach the existing ${cluster}: make the folders above it passable (chmod o+x)`,
    );
  }
  if (!(await canEnter(asUser(user), '/'))) {
    throw new Error('PostgreSQL cannot run as root, nor switch to another user here: run Carrel as a normal user');
  }
  const outside = await makeOutsideCluster(dataDir, fallbackRoot);
  log(`user "${user.name}" cannot enter ${dataDir}: the database is kept in ${outside}`);
  return { cluster: outside, account: asUser(user) };
}

/** Whether programs of this account can enter the folder. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  return (await runAs(account, '/bin/sh', ['-c', 'cd "$0"', folder], { cwd: '/' })).ok;
}

/** Follows a link at `${dataDir}/postgres`, which step 4 or an operator created. */
export async function locateCluster(dataDir: string): Promise<string> {
  const cluster = join(dataDir, 'postgres');
  const target = await readlink(cluster).catch(() => null);
  if (target === null) return cluster;
  const linked = resolve(dataDir, target);
  // A target that is not initialized yet is normal; a missing disk is not. Never start an empty database in its place.
  await stat(dirname(linked)).catch(() => {
    throw new Error(`${cluster} links to ${linked}, which is gone`);
  });
  return linked;
}

async function makeOutsideCluster(dataDir: string, fallbackRoot: string): Promise<string> {
  const home = join(fallbackRoot, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  const cluster = join(home, 'postgres');
  await mkdir(home, { recursive: true });
  for (const folder of [fallbackRoot, home]) await chmod(folder, 0o711); // Traversable whatever the umask.
  // No link points here: it belonged to an earlier data folder of the same name.
  if ((await ownerOf(cluster)) !== undefined) await rename(cluster, `${cluster}.unlinked-${Date.now()}`);
  await symlink(cluster, join(dataDir, 'postgres'));
  return cluster;
}

function asCurrentUser(): Account {
  const identity = { uid: process.getuid!(), gid: process.getgid!() };
  if (!keepsPrivileges()) return { ...identity, launch: (file, args) => ({ file, args }) };
  return { ...identity, launch: (file, args) => ({ file: 'setpriv', args: [...NO_PRIVILEGES, file, ...args] }) };
}

const NO_PRIVILEGES = ['--inh-caps=-all', '--ambient-caps=-all', '--'];

/**
 * Whether programs that we start would inherit a privilege that root kept for us (`carrel restore`). A service without
 * it could not inspect, and so not stop, a server left over from that.
 */
function keepsPrivileges(): boolean {
  if (process.platform !== 'linux' || process.getuid!() === 0) return false;
  return /^CapAmb:\s*0*[1-9a-f]/m.test(readFileSync('/proc/self/status', 'utf8'));
}

function asUser({ uid, gid }: User): Account {
  return { uid, gid, launch: (file, args) => ({ file, args, uid, gid }) };
}

function asUserNamespace({ uid, gid }: User): Account {
  const options = ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  return { ...asCurrentUser(), launch: (file, args) => ({ file: 'unshare', args: [...options, file, ...args] }) };
}

async function ownerOf(path: string): Promise<number | undefined> {
  return lstat(path).then(
    ({ uid }) => uid,
    () => undefined,
  );
}
