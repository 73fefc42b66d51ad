/**
 * Builds a release: an archive, a Debian package, an npm package, a list of all packages (CycloneDX), and SHA256SUMS, which `RELEASE_KEY` signs. Two
 * builds of a commit on the same system have the same bytes. Called by script/release: `release.ts [folder]`.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { debianPackage } from './debian.ts';
import { npmPackage } from './npm.ts';
import { type ShippedPackage, shippedPackages } from './licenses.ts';
import { platform, platformName, stageRelease } from './stage.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

const out = resolve(process.argv[2] ?? join(root, 'release'));
await mkdir(out, { recursive: true });
const work = await mkdtemp(join(out, '.work-'));
try {
  // The time of everything inside: that of the commit.
  process.env['SOURCE_DATE_EPOCH'] ??= (await run('git', ['log', '-1', '--format=%ct'], { cwd: root })).stdout.trim();
  const staged = join(work, 'carrel');
  const version = await stageRelease(staged);
  const files = [
    await archive(staged, join(out, `carrel-${version}-${platformName}.tar.gz`)),
    await debianPackage(staged, { version, out, work }),
    await npmPackage({ out, work }),
    await packageList(join(out, `carrel-${version}.cdx.json`)),
  ];
  await writeSums(files);
  for (const file of files) process.stdout.write(`${file}\n`);
} finally {
  await rm(work, { recursive: true, force: true });
}

/** The folder in the archive has the archive's name. */
async function archive(staged: string, file: string): Promise<string> {
  const name = basename(file, '.tar.gz');
  const fixed = [
    '--sort=name',
    `--mtime=@${process.env['SOURCE_DATE_EPOCH']}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
  ];
  const renamed = `--transform=s,^\\.,${name},`;
  await run('tar', [
    '-cf',
    file,
    '--use-compress-program=gzip -9n',
    '--format=gnu',
    ...fixed,
    renamed,
    '-C',
    staged,
    '.',
  ]);
  return file;
}

type Bom = {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string } };
  components: { name: string; version: string }[];
};

/**
 * Without the time and the number that npm invents for each list, and with our name instead of that of the folder. npm lists what the
 * server imports; the packages in pages and Node.js are added.
 */
async function packageList(file: string): Promise<string> {
  const list = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const { stdout } = await run('npm', list, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const bom = JSON.parse(stdout) as Bom;
  delete bom.serialNumber;
  delete bom.metadata.timestamp;
  bom.metadata.component.name = 'carrel';
  // A package can be in several folders.
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`));
  for (const shipped of await shippedPackages(platform)) {
    const ref = `${shipped.name}@${shipped.version}`;
    if (!listed.has(ref)) bom.components.push(componentOf(shipped));
    listed.add(ref);
  }
  bom.components.push(nodeComponent());
  await writeFile(file, `${JSON.stringify(bom, null, 1)}\n`);
  return file;
}

function componentOf({ name, version, license }: ShippedPackage) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const licenses = license === null ? [] : [{ expression: license }];
  return { 'bom-ref': `${name}@${version}`, type: 'library', name, version, purl, licenses };
}

function nodeComponent() {
  const version = process.versions.node;
  return { 'bom-ref': `node@${version}`, type: 'platform', name: 'node', version, purl: `pkg:generic/node@${version}` };
}

/** In the form of sha256sum. The signature is one of OpenSSH, for the namespace `file`. */
async function writeSums(files: string[]): Promise<void> {
  const lines = [];
  for (const file of files) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    lines.push(`${hash.digest('hex')}  ${basename(file)}\n`);
  }
  const sums = join(out, 'SHA256SUMS');
  await writeFile(sums, lines.join(''));
  await rm(`${sums}.sig`, { force: true });
  const key = process.env['RELEASE_KEY'];
  if (key !== undefined) await run('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', 'file', sums]);
}
