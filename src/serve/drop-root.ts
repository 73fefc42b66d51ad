/**
 * A service started by root runs as an ordinary user: root prepares its folders, and then this process executes the
 * same command as that user, irrevocably. Its pid, terminal and parent stay the same.
 */
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Config, readConfig } from '../platform/config/config.ts';
import { completeEnvironment } from '../platform/config/environment.ts';
import { type User, chooseUser } from '../platform/process/account.ts';
import { hasCode } from '../platform/blobs/disk/disk.ts';
import { PROGRAM_FOLDER } from '../platform/program.ts';
import { acquireDirLock } from '../platform/process/dir-lock.ts';
import { counter, handOver, needsHandOver } from '../platform/process/hand-over.ts';
import { locateCluster } from '../platform/postgres/account.ts';
import { clearLeftovers } from '../platform/postgres/leftovers.ts';
import { findProgram } from '../platform/rendering/programs.ts';
import { claimPort } from './port.ts';
import { type Privileges, findPrivilegeDrop } from './privilege-drop.ts';

/** Set for the command after dropping root: the user that it must run as now. */
const MARK = 'CARREL_LEFT_ROOT';
// oxlint-disable-next-line node/no-process-env -- It is passed on whole; config.ts reads the settings in it.
const ENVIRONMENT = process.env;
/** Commands for which root creates missing folders of the service. */
const MAKES_FOLDERS = new Set(['serve', 'worker', 'migrate', 'restore']);
/** Privileges that commands keep to access a folder named by the operator: capabilities(7). */
const KEPT: Record<string, string> = {
  backup: 'dac_override',
  'move-blobs': 'dac_override',
  restore: 'dac_read_search',
};

const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];

/**
 * Call it before a command does anything. Returns if there is nothing to drop; otherwise executes another program or
 * returns as the other user. Throws a one-line error if that is impossible.
 */
export async function dropRoot(command: string): Promise<void> {
  const expected = ENVIRONMENT[MARK];
  if (expected !== undefined) return assertLeft(Number(expected), KEPT[command] !== undefined);
  if (process.getuid?.() !== 0) return;
  const config = readConfig();
  const cluster = await locateCluster(config.dataDir);
  const user = await chooseUser(config.runAs, [ownerOf(config.dataDir), ownerOf(cluster)]);
  // Before anything is created. Root may use ports that the user may not; the service reports that itself.
  if (command === 'serve') await claimPort(config);
  await prepareFolders(config, { user, cluster, mayMake: MAKES_FOLDERS.has(command) });
  const environment = environmentOf(config, user);
  const setpriv = findProgram(SYSTEM_FOLDERS, 'setpriv');
  if (setpriv === undefined) return becomeUser(user, environment);
  const folders = [config.dataDir, ...(config.blobs.kind === 'files' ? [config.blobs.dir] : []), dirname(cluster)];
  const way = findPrivilegeDrop({
    setpriv,
    user,
    kept: KEPT[command] ?? null,
    program: PROGRAM_FOLDER,
    folders: folders.filter(isFolder),
  });
  becomeProgram(way, environment);
}

/** Blobs have few top-level entries too. If another command finds a running service, its folders already exist. */
async function prepareFolders(
  { dataDir, blobs }: Config,
  { user, cluster, mayMake }: { user: User; cluster: string; mayMake: boolean },
): Promise<void> {
  const folders = [dataDir, ...(blobs.kind === 'files' ? [blobs.dir] : [])];
  if (mayMake) for (const folder of folders) makeFolder(folder, user);
  const own = [...folders, ...clusterFolders(dataDir, cluster)].filter(isFolder);
  if (!own.some((folder) => needsHandOver(folder, user))) return;
  const lock = await acquireDirLock(dataDir, { purpose: 'carrel, leaving root' });
  try {
    // A PostgreSQL that outlived its service would lose access to its files while running.
    await clearLeftovers(cluster, () => {});
    const say = (files: number) => void process.stderr.write(`carrel: gave ${files} files to user ${user.name}\n`);
    for (const folder of own) if (needsHandOver(folder, user)) handOver(folder, user, counter(say));
  } finally {
    await lock.release();
  }
}

// Follows only links made by root, because the user could link to anything. Carrel creates the folder around the
// target.
function clusterFolders(dataDir: string, cluster: string): string[] {
  const link = join(dataDir, 'postgres');
  if (cluster === link || lstatSync(link).uid !== 0) return [];
  return [cluster.startsWith('/var/lib/carrel/') ? dirname(cluster) : cluster];
}

// If this fails, the service fails too and reports the reason.
function makeFolder(folder: string, { uid, gid }: User): void {
  if (existsSync(folder)) return;
  try {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, uid, gid);
  } catch (error) {
    if (!hasCode(error, 'EEXIST', 'ENOENT', 'ENOTDIR', 'EROFS', 'EACCES', 'EPERM', 'ENOSPC')) throw error;
  }
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function ownerOf(path: string): number | undefined {
  return existsSync(path) ? lstatSync(path).uid : undefined;
}

// Files that only root can read have been read by now, and relative paths have become absolute.
function environmentOf(config: Config, user: User): NodeJS.ProcessEnv {
  return {
    ...completeEnvironment(ENVIRONMENT).env,
    ...(canWrite(user, tmpdir()) ? {} : { TMPDIR: '/tmp' }),
    ...(config.tls === null ? {} : { CARREL_TLS: JSON.stringify(config.tls) }),
    DATA_DIR: config.dataDir,
    HOME: user.home,
    USER: user.name,
    LOGNAME: user.name,
    [MARK]: String(user.uid),
  };
}

function canWrite({ uid }: User, folder: string): boolean {
  const { uid: owner, mode } = statSync(folder);
  return owner === uid || (mode & 0o002) !== 0;
}

function becomeProgram({ file, args }: Privileges, environment: NodeJS.ProcessEnv): never {
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(file, [file, ...args, ...command], environment);
  throw new Error(`Root cannot become another user: ${file} did not start`);
}

/**
 * For systems without util-linux. The order matters: the first two calls need the privilege that the last one drops.
 */
function becomeUser({ uid, gid }: User, environment: NodeJS.ProcessEnv): void {
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  // Removes the variables that name files, because the files have been read.
  for (const name of Object.keys(ENVIRONMENT)) if (!(name in environment)) delete ENVIRONMENT[name];
  Object.assign(ENVIRONMENT, environment);
  assertLeft(uid, false);
}

// Real, effective, saved and file system ids: proc(5).
function assertLeft(uid: number, keepsPrivileges: boolean): void {
  const mayReturn = () => {
    try {
      process.setuid?.(0);
      return true;
    } catch {
      return false;
    }
  };
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
  const ids = (name: string) => new RegExp(`^${name}:[\\t ]*(.*)$`, 'm').exec(status)?.[1]?.trim().split(/\s+/) ?? [];
  const isRoot = [...ids('Uid'), ...ids('Gid'), ...ids('Groups')].includes('0');
  const isPrivileged = !keepsPrivileges && ids('CapPrm').some((set) => !/^0*$/.test(set));
  if (process.getuid?.() !== uid || isRoot || isPrivileged || mayReturn()) {
    throw new Error('Root has not become another user here: start Carrel as an ordinary user');
  }
}
