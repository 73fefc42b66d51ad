/**
 * Switches from root to a user that can access everything the service needs: directly, or by bypassing closed parent
 * folders.
 */
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { User } from '../platform/process/account.ts';
import { PACKAGES_FOLDER } from '../platform/program.ts';

/** The prefix of a command. */
export type Privileges = { file: string; args: string[] };

type Wanted = {
  /** The program of util-linux. */
  setpriv: string;
  user: User;
  /** A capability to keep. */
  kept: string | null;
  /** The folder of this program. */
  program: string;
  /** Folders that the user must be able to write to. */
  folders: string[];
};

/** Tests the options; throws a one-line error with a remedy if none works. */
export function findPrivilegeDrop(wanted: Wanted): Privileges {
  const { user, program, folders } = wanted;
  const direct = becoming(wanted);
  const missing = missingAt(direct, wanted);
  if (missing === null) return direct;
  const closed = closedAbove([realpathSync(program), realpathSync(process.execPath), ...folders], direct);
  const past = pastClosed(closed, [program, process.execPath, ...folders], direct);
  if (closed.length > 0 && missingAt(past, wanted) === null) return past;
  throw new Error(
    `Root runs Carrel as user "${user.name}", who cannot use ${missing}: let others pass and read (chmod o+rX), move it, or name another user with RUN_AS`,
  );
}

// Groups are dropped first, then the ids; no program can regain privileges.
function becoming({ setpriv, user, kept }: Wanted): Privileges {
  const sets = kept === null ? '-all' : `-all,+${kept}`;
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--no-new-privs'];
  const privileges = [`--inh-caps=${sets}`, `--ambient-caps=${sets}`, `--bounding-set=${sets}`];
  return { file: setpriv, args: [...ids, ...privileges] };
}

const CHECK = `
program=$1 packages=$2 node=$3; shift 3
for file in "$program/package.json" "$packages/pg/package.json"; do [ -r "$file" ] || { echo "$file"; exit 1; }; done
[ -x "$node" ] || { echo "$node"; exit 1; }
for folder; do [ -w "$folder" ] && [ -x "$folder" ] || { echo "$folder"; exit 1; }; done`;

/** The first inaccessible path. */
function missingAt({ file, args }: Privileges, { program, folders }: Wanted): string | null {
  const check = ['/bin/sh', '-c', CHECK, 'sh', program, PACKAGES_FOLDER, process.execPath, ...folders];
  const { status, stdout } = spawnSync(file, [...args, ...check], {
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status === 0) return null;
  return stdout.trim() === '' ? program : stdout.trim();
}

/** The topmost parent folders that the user cannot traverse. */
function closedAbove(paths: string[], { file, args }: Privileges): string[] {
  const above = [...new Set(paths.flatMap(foldersAbove))];
  const script = 'for folder; do [ -x "$folder" ] || printf "%s\\n" "$folder"; done';
  const { stdout } = spawnSync(file, [...args, '/bin/sh', '-c', script, 'sh', ...above], {
    cwd: '/',
    encoding: 'utf8',
  });
  const closed = stdout.split('\n').filter((folder) => folder !== '');
  return closed.filter((folder) => !closed.some((other) => folder.startsWith(`${other}/`)));
}

function foldersAbove(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [...foldersAbove(parent), parent];
}

/** In a mount namespace, each closed folder is covered by a traversable one that contains only what is needed. */
function pastClosed(closed: string[], needed: string[], { file, args }: Privileges): Privileges {
  const covers = closed.flatMap((folder) => [
    `cd ${quote(folder)}`,
    `mount -t tmpfs -o size=64k,mode=755 tmpfs ${quote(folder)}`,
    ...needed.filter((path) => path.startsWith(`${folder}/`)).map((path) => putBack(folder, path)),
  ]);
  const script = ['path=$PATH PATH=/usr/sbin:/usr/bin:/sbin:/bin', ...covers, 'cd /', 'PATH=$path', 'exec "$@"'];
  const inside = ['/bin/sh', '-ec', script.join('\n'), 'sh', file, ...args];
  return { file: join(dirname(file), 'unshare'), args: ['--mount', ...inside] };
}

// The working directory is still the one below the cover.
function putBack(folder: string, path: string): string {
  const [from, to] = [quote(`.${path.slice(folder.length)}`), quote(path)];
  return `if [ -d ${from} ]; then mkdir -p ${to} && mount -c --rbind ${from} ${to}; elif [ -e ${from} ]; then mkdir -p ${quote(dirname(path))} && : > ${to} && mount -c --bind ${from} ${to}; fi`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
