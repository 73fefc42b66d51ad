/**
 * Takes from a program what it does not need, where the system allows that (Linux with user namespaces, or root): the
 * network, the sight of other processes and of the service's data, and every privilege. `docs/security.md` says what
 * holds where it does not.
 */
import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { sep } from 'node:path';
import { promisify } from 'node:util';
import { inPrivateFolder } from './workspace.ts';

/**
 * Puts what isolates in front of a command, which keeps the folder it is started in, wherever that lies; null where the
 * system does not allow it.
 */
export type Isolate = ((command: string[]) => string[]) | null;

// Covers the folders named before `--` but for the working folder, which is put back on top of the cover; shows only the
// own processes, gives up every privilege, so that nothing can be uncovered, and becomes the program. A cover with the
// working folder on it can be written to: LibreOffice makes a socket in /tmp, whatever it is told.
const INSIDE = `
own=$(pwd -P)
cover() {
  case $own/ in
    "$1"/*) mount -t tmpfs -o size=1m,mode=700 tmpfs "$1" && mkdir -p "$own" && mount -c --bind . "$own" ;;
    *) mount -t tmpfs -o ro,size=4k,mode=0 tmpfs "$1" ;;
  esac
}
while [ "$1" != -- ]; do [ ! -e "$1" ] || cover "$1" || exit 1; shift; done; shift
cd "$own" || exit 1
mount -t proc proc /proc 2>/dev/null || :
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all "$@"`;

const NAMESPACES = ['--net', '--pid', '--mount', '--ipc', '--fork', '--kill-child=KILL'];
/** First without any privilege outside, also for root. */
const WAYS = [['--user', '--map-root-user'], []];
const PROBE_MS = 5_000;

/** Sockets of other services, and secrets that a container is given. */
const RUN = '/run';

/**
 * Tries what the system allows. `hidden`: what the program must not see, beside all else in /run and in the temporary folder,
 * where other documents may lie. What it runs from, `needed` among it, is never hidden.
 */
export async function findIsolation(hidden: readonly string[], needed: readonly string[] = []): Promise<Isolate> {
  if (process.platform !== 'linux') return null;
  const used = [import.meta.dirname, process.execPath, ...needed].flatMap(realPath);
  for (const way of WAYS) {
    const isolate = (command: string[]) => {
      const covered = [...hidden, tmpdir(), RUN]
        .flatMap(realPath)
        .filter((folder) => !used.some((path) => lies(path, folder)));
      return ['unshare', ...way, ...NAMESPACES, '/bin/sh', '-c', INSIDE, 'sh', ...covered, '--', ...command];
    };
    if (await works(isolate(['true']))) return isolate;
  }
  return null;
}

// None if there is nothing.
function realPath(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

function lies(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

async function works([file = '', ...args]: string[]): Promise<boolean> {
  try {
    const options = { timeout: PROBE_MS, killSignal: 'SIGKILL' } as const;
    await inPrivateFolder((cwd) => promisify(execFile)(file, args, { ...options, cwd }));
    return true;
  } catch {
    return false;
  }
}
