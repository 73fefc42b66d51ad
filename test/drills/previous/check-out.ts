/** Another commit in a folder of its own, ready to run. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { migrationNames } from '../../../src/platform/db/migrations/files.ts';

export const ROOT = resolve(import.meta.dirname, '../../..');

export type Checkout = { folder: string; remove: () => void };

/** The commit with its packages, bundle and web app. Equal packages are those of this checkout; others are installed. */
export function checkOut(commit: string): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-previous-'));
  // Services that root starts become another user.
  chmodSync(folder, 0o755);
  // A repository, because releases have the time of their commit.
  inShell(`git clone --quiet --shared --no-checkout ${ROOT} . && git checkout --quiet --detach ${commit}`, folder);
  if (packagesOf(commit) === packagesOf('HEAD')) {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    // Equal, apart from our own version: that commit requires the lockfile that the packages were installed from.
    copyFileSync(join(ROOT, 'node_modules/.carrel-lock'), join(folder, 'package-lock.json'));
  }
  inShell('source script/bootstrap; bundle; node web/build.ts', folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Builds the archive of the release in the folder, and unpacks it. Returns the command that starts it. */
export function unpackRelease(folder: string, into: string): string[] {
  mkdirSync(into);
  inShell(`script/release ${into}`, folder);
  inShell(`tar -xzf carrel-*.tar.gz && rm -f *.tar.gz *.tgz *.deb`, into);
  const [name = ''] = globSync('carrel-*/', { cwd: into });
  return [join(into, name, 'bin/carrel')];
}

/** The last commit without the newest migration. */
export async function commitBeforeNewestMigration(): Promise<string> {
  const newest = `migrations/${(await migrationNames()).at(-1)}.sql`;
  return `${git('log', '--diff-filter=A', '--format=%H', '-1', '--', newest)}~1`;
}

/** `1a2b3c4d Subject`. */
export function describeCommit(commit: string): string {
  return git('log', '--format=%h %s', '-1', commit);
}

// The first nine lines have our own version.
const packagesOf = (commit: string) => git('show', `${commit}:package-lock.json`).split('\n').slice(9).join('\n');

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }).trim();
}

function inShell(command: string, cwd: string): void {
  execFileSync('bash', ['-o', 'pipefail', '-c', command], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
