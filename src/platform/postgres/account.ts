import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, lstat, mkdir, readlink, rename, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type User, chooseUser } from '../account.ts';
import { runAs } from './command.ts';
import type { Account } from './command.ts';

/** Where the cluster's folder is (it may not exist yet), and who runs it. */
export type Placement = { cluster: string; account: Account };

/**
 * Chooses who runs PostgreSQL, which refuses to be root, and where its cluster lies. Each step is tried, not guessed:
 *
 * 1. Not root: as ourselves.
 * 2. Root: as another user, the plainest way to be somebody else.
 * 3. That user cannot enter the folder (a checkout under root's 0700 home): in a user namespace where root appears as
 *    that user. To the file system it is still root, so it reaches what root owns.
 * 4. User namespaces are not permitted (many containers): the cluster moves out to where the user can go,
 *    `fallbackRoot`/<hash of dataDir>, and `${dataDir}/postgres` becomes a symbolic link to it.
 */
export async function choosePlacement(
  dataDir: string,
  log: (line: string) => void,
  fallbackRoot = '/var/lib/carrel',
): Promise<Placement> {
  const cluster = await locateCluster(dataDir);
  if (process.getuid!() !== 0) return { cluster, account: asCurrentUser() };

  // The owner of an existing cluster keeps it. initdb asks for the name of its uid, so the passwd file must have it.
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

/** Follows a link at `${dataDir}/postgres`: left by step 4, or by an operator who wants another disk. */
export async function locateCluster(dataDir: string): Promise<string> {
  const cluster = join(dataDir, 'postgres');
  const target = await readlink(cluster).catch(() => null);
  if (target === null) return cluster;
  const linked = resolve(dataDir, target);
  // A target not yet initialised is normal, a lost disk is not: never start an empty database in its place.
  await stat(dirname(linked)).catch(() => {
    throw new Error(`${cluster} links to ${linked}, which is gone`);
  });
  return linked;
}

async function makeOutsideCluster(dataDir: string, fallbackRoot: string): Promise<string> {
  const home = join(fallbackRoot, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  const cluster = join(home, 'postgres');
  await mkdir(home, { recursive: true });
  for (const folder of [fallbackRoot, home]) await chmod(folder, 0o711); // Passable whatever the umask.
  // Nothing links to what is there: it belonged to an earlier data folder of the same name.
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
 * Whether programs that we start would have a privilege that root has left us (`carrel restore`). A server that is left
 * over from that could not be looked at, and so not be stopped, by a service without it.
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
