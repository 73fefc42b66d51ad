/** Clean systems in which releases are tried: each prints what try.sh measures. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const PROGRAMS = ['try.sh', 'sign-in.ts'].map((name) => join(import.meta.dirname, name));

/** Milliseconds, and megabytes of memory of all processes. `again`: the second start. */
export type Measured = { installed: number; ready: number; again: number; memory: number };

export const run = (file: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });

/** Before all ordinary processes, so that the times are those of a machine without other work. */
const PRIORITY = ['--rr', '1'];

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const measuredIn = (output: string) => JSON.parse(output.trim().split('\n').at(-1) ?? '') as Measured;

/** Installs and runs in the folder of a Debian, as root, without a network. */
export function tryInDebian(debian: string, files: string[], install: string, node: string): Measured {
  for (const file of [...files, ...PROGRAMS]) run('cp', ['-a', file, join(debian, 'tmp')]);
  const health = `${node} -e 'fetch("http://127.0.0.1:8080/readyz").then(({ ok }) => process.exit(ok ? 0 : 1))'`;
  // Mounts and network end with the command.
  const inside =
    'ip link set lo up; mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; exec chroot "$1" sh /tmp/try.sh "$2" "$3"';
  const args = ['--net', '--mount', '--pid', '--fork', 'sh', '-c', inside, 'sh', debian, install, health];
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return measuredIn(run('chrt', [...PRIORITY, 'unshare', ...args], { env }));
}

type ImageConfig = { User: string; Env: string[]; Entrypoint: string[]; Healthcheck: { Test: string[] } };

/** Builds the image of deploy/container on the Debian, as a container engine would. */
export function buildImage(work: string, debian: string, archive: string) {
  const buildah = (...args: string[]) => {
    const places = ['--root', join(work, 'images'), '--runroot', join(work, 'image-run')];
    return run('buildah', [...places, '--storage-driver', 'vfs', ...args]).trim();
  };
  const base = buildah('from', 'scratch');
  buildah('add', '--quiet', base, debian, '/');
  buildah('commit', '--quiet', '--format', 'docker', base, 'localhost/debian:base');
  const context = join(work, 'context');
  mkdirSync(context);
  copyFileSync(join(ROOT, 'deploy/container/Containerfile'), join(context, 'Containerfile'));
  copyFileSync(archive, join(context, basename(archive)));
  const values = ['BASE=localhost/debian:base', `ARCHIVE=${basename(archive)}`].flatMap((value) => [
    '--build-arg',
    value,
  ]);
  buildah('build', '--isolation', 'chroot', '--format', 'docker', ...values, '--tag', 'carrel', context);
  const image = JSON.parse(buildah('inspect', '--type', 'image', 'carrel')) as { Docker: { config: ImageConfig } };
  // Only root can enter the store of images.
  const root = join(work, 'image');
  run('cp', ['-a', '--reflink=auto', buildah('mount', buildah('from', '--pull-never', 'carrel')), root]);
  return { root, config: image.Docker.config };
}

/** Runs the image with its own user, environment and health check; only /data and /tmp can be written. */
export function tryImage(work: string, { root, config }: ReturnType<typeof buildImage>): Measured {
  const data = join(work, 'image-data');
  const [user = '', group = user] = config.User.split(':');
  mkdirSync(data, { mode: 0o700 });
  run('chown', [`${user}:${group}`, data]);
  chmodSync(work, 0o755);
  const environment = config.Env.flatMap((pair) => ['--setenv', ...pair.split(/=(.*)/s).slice(0, 2)]);
  const view = ['--ro-bind', root, '/', '--bind', data, '/data', '--tmpfs', '/tmp', '--proc', '/proc', '--dev', '/dev'];
  const programs = PROGRAMS.flatMap((path) => {
    copyFileSync(path, join(work, basename(path)));
    return ['--ro-bind', join(work, basename(path)), `/tmp/${basename(path)}`];
  });
  const readOnly =
    'for folder in / /etc /usr /opt /opt/carrel; do ! touch "$folder/written" 2>/dev/null || exit 1; done';
  const health = config.Healthcheck.Test.slice(1).map(quote).join(' ');
  const as = [`--reuid=${user}`, `--regid=${group}`, '--clear-groups', '--no-new-privs', '--', 'bwrap'];
  const inside = [
    '--unshare-all',
    '--die-with-parent',
    '--clearenv',
    ...environment,
    '--setenv',
    'TRUST_PROXY',
    '127.0.0.1',
  ];
  const command = ['/bin/sh', '/tmp/try.sh', readOnly, health];
  return measuredIn(run('chrt', [...PRIORITY, 'setpriv', ...as, ...inside, ...view, ...programs, ...command]));
}
