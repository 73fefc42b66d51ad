/**
 * Takes from a program what it does not need, where the system allows that (Linux with user namespaces, or root): the
 * network, the sight of other processes and of the service's data, and every privilege. `docs/security.md` says what
 * holds where it does not.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { promisify } from 'node:util';

/** Puts what isolates in front of a command; null where the system does not allow it. */
export type Isolate = ((command: string[]) => string[]) | null;

// Covers the folders named before `--`, shows only the own processes, gives up every privilege, so that nothing can be
// uncovered, and becomes the program.
const INSIDE = `
while [ "$1" != -- ]; do mount -t tmpfs -o ro,size=4k,mode=0 tmpfs "$1" || exit 1; shift; done; shift
mount -t proc proc /proc 2>/dev/null || :
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all "$@"`;

const NAMESPACES = ['--net', '--pid', '--mount', '--ipc', '--fork', '--kill-child=KILL'];
/** First without any privilege outside, also for root. */
const WAYS = [['--user', '--map-root-user'], []];
const PROBE_MS = 5_000;

/** Tries what the system allows. `hidden`: folders that the program must not see; those it runs from are never hidden. */
export async function findIsolation(hidden: readonly string[]): Promise<Isolate> {
  if (process.platform !== 'linux') return null;
  for (const way of WAYS) {
    const isolate = (command: string[]) => {
      const covered = hidden.filter((folder) => existsSync(folder) && !isNeeded(folder));
      return ['unshare', ...way, ...NAMESPACES, '/bin/sh', '-c', INSIDE, 'sh', ...covered, '--', ...command];
    };
    if (await works(isolate(['true']))) return isolate;
  }
  return null;
}

function isNeeded(folder: string): boolean {
  const inside = folder.endsWith(sep) ? folder : folder + sep;
  return [import.meta.dirname, process.execPath].some((path) => path.startsWith(inside));
}

async function works([file = '', ...args]: string[]): Promise<boolean> {
  try {
    await promisify(execFile)(file, args, { timeout: PROBE_MS, killSignal: 'SIGKILL' });
    return true;
  } catch {
    return false;
  }
}
