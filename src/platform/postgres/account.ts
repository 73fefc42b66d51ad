import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, readlink, rename, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
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
  if (process.getuid!() !== 0) return { cluster, account: ourselves() };

  const user = await findUser(await ownerOf(cluster));
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
async function locateCluster(dataDir: string): Promise<string> {
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

function ourselves(): Account {
  return { uid: process.getuid!(), gid: process.getgid!(), launch: (file, args) => ({ file, args }) };
}

function asUser({ uid, gid }: User): Account {
  return { uid: toUnsigned(uid), gid: toUnsigned(gid), launch: (file, args) => ({ file, args, uid, gid }) };
}

function asUserNamespace({ uid, gid }: User): Account {
  const options = ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  return { ...ourselves(), launch: (file, args) => ({ file: 'unshare', args: [...options, file, ...args] }) };
}

type User = { name: string; uid: number; gid: number };

/**
 * The owner of an existing cluster keeps it (root may start, once, what a normal user runs); else a user made for such
 * purposes. Only users in the passwd file will do: initdb asks for the name of its uid.
 */
async function findUser(clusterOwner: number | undefined): Promise<User> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').flatMap((line): User[] => {
    const [, name, uid, gid] = /^([^:#]+):[^:]*:(-?\d+):(-?\d+):/.exec(line) ?? [];
    return name ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
  const owner = users.find(({ uid }) => uid !== 0 && toUnsigned(uid) === clusterOwner);
  const services = ['postgres', '_postgres', 'nobody'].flatMap(
    (wanted) => users.find(({ name }) => name === wanted) ?? [],
  );
  const user = owner ?? services[0];
  if (!user) throw new Error('PostgreSQL cannot run as root, and there is no user "postgres" or "nobody" to run it as');
  return user;
}

async function ownerOf(path: string): Promise<number | undefined> {
  return lstat(path).then(
    ({ uid }) => uid,
    () => undefined,
  );
}

/** macOS writes nobody's ids as -2, the file system as 4294967294. */
function toUnsigned(id: number): number {
  return id >>> 0;
}
