/** The Debian package: the release in /usr/lib/carrel, its command, a systemd service, and /etc/carrel/carrel.env. */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const scripts = join(import.meta.dirname, 'debian');

/** Debian's names of Node.js's processors. */
const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

type Place = { version: string; out: string; work: string };

/** Moves the staged folder into the package. Resolves to the path of the package. */
export async function debianPackage(staged: string, { version, out, work }: Place): Promise<string> {
  const architecture = ARCHITECTURES[process.arch];
  if (architecture === undefined) throw new Error(`There is no Debian package for ${process.arch}.`);
  const tree = join(work, 'debian');
  const put = async (from: string, to: string) => {
    await mkdir(dirname(join(tree, to)), { recursive: true });
    await copyFile(join(scripts, from), join(tree, to));
  };
  await mkdir(join(tree, 'usr/lib'), { recursive: true });
  await mkdir(join(tree, 'usr/bin'));
  await rename(staged, join(tree, 'usr/lib/carrel'));
  await symlink('../lib/carrel/bin/carrel', join(tree, 'usr/bin/carrel'));
  await put('carrel.service', 'usr/lib/systemd/system/carrel.service');
  await put('carrel.env', 'etc/carrel/carrel.env');
  for (const name of ['conffiles', 'postinst', 'prerm', 'postrm']) await put(name, `DEBIAN/${name}`);
  await run('chmod', ['-R', 'u=rwX,go=rX', tree]);
  for (const name of ['postinst', 'prerm', 'postrm']) await chmod(join(tree, 'DEBIAN', name), 0o755);
  const control = await readFile(join(scripts, 'control'), 'utf8');
  const filled = { VERSION: version, ARCHITECTURE: architecture, SIZE: String(await kibibytes(join(tree, 'usr'))) };
  await writeFile(
    join(tree, 'DEBIAN/control'),
    control.replaceAll(/\$(\w+)/g, (_, name: keyof typeof filled) => filled[name]),
  );
  const file = join(out, `carrel_${version}_${architecture}.deb`);
  await run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z9', '--build', tree, file]);
  return file;
}

async function kibibytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  if (entries.length === 0) throw new Error(`${folder} is empty.`);
  const { stdout } = await run('du', ['-sk', '--apparent-size', folder]);
  return Number.parseInt(stdout, 10);
}
