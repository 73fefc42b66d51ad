/** The two sandboxes available to unprivileged users on Linux: bubblewrap and util-linux. */
import { realpathSync, statSync } from 'node:fs';
import { release } from 'node:os';
import { dirname, join } from 'node:path';
import type { View } from './view.ts';

/** The uid of `nobody`, which the program has inside. */
export const NOBODY = '65534';
/** LibreOffice creates a socket in /tmp regardless of settings. This memory does not count as the program's. */
const TMP_BYTES = 16 * 1024 * 1024;
const PROCESSES = 512;
/** The file descriptor of the system call filter. */
export const FILTER_FD = 4;

export type Wrap = (command: string[], folder: string) => string[];

/** bubblewrap: namespaces, a separate root, no privileges, and the filter. */
export function bubblewrap(bwrap: string, view: View): Wrap {
  const start = [
    ...words(`--unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try`),
    ...words(`--uid ${NOBODY} --gid ${NOBODY} --hostname renderer --die-with-parent --seccomp ${FILTER_FD}`),
    ...words(`--proc /proc --dev /dev --size ${TMP_BYTES} --tmpfs /tmp`),
    ...view.paths.flatMap((path) => ['--ro-bind', path, path]),
    ...view.links.flatMap(([path, target]) => ['--symlink', target, path]),
    ...view.covered.flatMap((path) => [...words('--size 4096 --tmpfs'), path, '--remount-ro', path]),
  ];
  const end = [...words('--remount-ro /dev --remount-ro /'), '--chdir'];
  return (command, folder) => {
    const own = ['--bind', folder, folder, ...end, folder];
    return [bwrap, ...start, ...own, '--', ...boundProcesses(), ...command];
  };
}

const NAMESPACES = words('--user --map-root-user --net --pid --mount --ipc --uts --fork --kill-child=KILL');
const NO_PRIVILEGES = 'setpriv --no-new-privs --ambient-caps=-all --inh-caps=-all --bounding-set=-all';
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'].map((name) => `/dev/${name}`);

/**
 * util-linux: namespaces and a separate root. Mounts happen in a user namespace whose root is this user. The program
 * gets a nested one without privileges, in which no other can be created.
 */
export function namespaces(view: View): Wrap {
  const shown = [...DEVICES, ...view.paths, ...view.links.map(([path]) => path)];
  const files = shown.filter((path) => !statSync(path).isDirectory());
  const folders = [
    '/proc',
    '/old',
    ...shown.filter((path) => !files.includes(path)),
    ...files.map((file) => dirname(file)),
  ];
  return (command, folder) => {
    const own = realpathSync(folder);
    const root = join(own, '.root');
    const table = [
      `proc ${escapeField(`${root}/proc`)} proc nosuid,nodev,noexec`,
      ...shown.map((path) => `${escapeField(path)} ${escapeField(root + path)} none rbind,ro,nosuid${optionsOf(path)}`),
      ...view.covered.map((path) => `tmpfs ${escapeField(root + path)} tmpfs ro,size=4k,nosuid,nodev`),
      `${escapeField(own)} ${escapeField(root + own)} none bind,nosuid,nodev`,
    ];
    const script = [
      `mkdir ${quote(root)} && mount -t tmpfs -o size=1m,mode=755 tmpfs ${quote(root)} && cd ${quote(root)}`,
      `mkdir tmp && mount -t tmpfs -o size=${TMP_BYTES},mode=700,nosuid,nodev tmpfs tmp`,
      `mkdir -p ${[...new Set(folders), own].map((path) => quote(`.${path}`)).join(' ')}`,
      ...files.map((file) => `: > ${quote(`.${file}`)}`),
      `printf '%s\\n' ${table.map(quote).join(' ')} > table && mount -a -T table`,
      // The nested one below is the only further user namespace.
      'echo 1 > proc/sys/user/max_user_namespaces',
      `pivot_root . old && cd / && umount -l old && mount -o remount,bind,ro / && cd ${quote(own)}`,
      `exec unshare --user --keep-caps --map-user=${NOBODY} --map-group=${NOBODY} ${NO_PRIVILEGES} "$@"`,
    ];
    return ['unshare', ...NAMESPACES, '/bin/sh', '-ec', script.join('\n'), 'sh', ...boundProcesses(), ...command];
  };
}

// From this version on the kernel counts a user namespace separately from the service.
function boundProcesses(): string[] {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 14) ? ['prlimit', `--nproc=${PROCESSES}`] : [];
}

// A mount that the host made `noexec`, as most do /sys, cannot lose that option.
function optionsOf(path: string): string {
  if (DEVICES.includes(path)) return '';
  return path.startsWith('/sys/') ? ',nodev,noexec' : ',nodev';
}

function words(line: string): string[] {
  return line.split(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A field of fstab(5). */
function escapeField(path: string): string {
  return path.replaceAll(/[\s\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
}
