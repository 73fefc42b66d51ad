/** The npm package: the compiled program and its pages. npm installs the packages beside them, in the versions of the lockfile. */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGES } from './bundled.ts';
import { type LockedPackage, packagesOf } from './packages.ts';
import { copyLicenses, shippedPackages } from './licenses.ts';
import { LOADED_LATER, PARTS, copyPart, makeReadable, platform, readJson } from './stage.ts';

const run = promisify(execFile);

type Manifest = { version: string; description: string; license: string; engines: object };
type Lock = { packages: Record<string, LockedPackage & { version: string; optional?: boolean }> };

/** Resolves to the path of the package. */
export async function npmPackage({ out, work }: { out: string; work: string }): Promise<string> {
  const folder = join(work, 'npm');
  await stagePackage(folder);
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', out];
  const { stdout } = await run('npm', pack, { cwd: folder });
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
  if (packed === undefined) throw new Error('npm pack made no package.');
  return join(out, packed.filename);
}

/** Copies everything into the folder, which must not exist. */
export async function stagePackage(folder: string): Promise<void> {
  for (const part of PARTS) await copyPart(part, folder);
  await copyLicenses(await shippedPackages(platform), folder);
  await mkdir(join(folder, 'bin'));
  await copyFile(join(import.meta.dirname, 'npm-carrel.js'), join(folder, 'bin/carrel.js'));
  const manifest = await describePackage();
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await makeReadable(folder);
  await chmod(join(folder, 'bin/carrel.js'), 0o755);
}

/**
 * Pins every package, also those that others depend on: npm reads no lockfile of a package. Packages of one platform are optional.
 * A second version of a package, in the folder of one that needs it, cannot be pinned here.
 */
export async function describePackage() {
  const { version, description, license, engines } = await readJson<Manifest>('package.json');
  const { packages: locked } = await readJson<Lock>('package-lock.json');
  const postgres = Object.keys(locked['']?.optionalDependencies ?? {}).filter((name) => name.startsWith('@embedded-'));
  const found = packagesOf(locked, [...PACKAGES, ...LOADED_LATER, ...postgres], null).filter(
    (folder) => folder.lastIndexOf('node_modules/') === 0,
  );
  const isOptional = (folder: string) => locked[folder]?.optional === true;
  const pin = (folders: string[]) =>
    Object.fromEntries(folders.map((path) => [path.slice('node_modules/'.length), locked[path]?.version ?? '']));
  return {
    name: 'carrel',
    version,
    description,
    license,
    type: 'module',
    bin: 'bin/carrel.js',
    engines,
    dependencies: pin(found.filter((folder) => !isOptional(folder))),
    optionalDependencies: pin(found.filter(isOptional)),
  };
}
