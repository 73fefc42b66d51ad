/**
 * Builds the web app into web/dist, if its sources have changed since the last time: `node web/build.ts`. Each text file
 * gets a copy in brotli and one in gzip beside it, so that nothing is compressed while it is served.
 */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { InlineConfig, Rolldown } from 'vite';
import { sharedChunks, writeShells } from './chunks.ts';
import { listPages } from './page-list.ts';

const web = import.meta.dirname;
const dist = join(web, 'dist');
const STAMP = '.sources';

/** What stands in the shell where each answer has a number of its own; src/web-app.ts puts it in. */
const NONCE = 'CARREL_NONCE';

/** Strong compression takes a second for each megabyte and gains little there. */
const STRONG_UP_TO_BYTES = 400_000;

if (import.meta.main) await buildIfStale();

/** Makes web/dist agree with the sources. Two at once both build, and one of the equal results stays. */
export async function buildIfStale(): Promise<void> {
  const sources = await hashSources();
  if ((await readFile(join(dist, STAMP), 'utf8').catch(() => '')) === sources) return;
  process.stderr.write('Building the web app…\n');
  const fresh = `${dist}.${process.pid}`;
  try {
    await bundle(fresh);
    await writeFile(join(fresh, 'pages.json'), JSON.stringify(await listPages()));
    await compressFiles(fresh);
    await writeFile(join(fresh, STAMP), sources);
    await replaceFolder(fresh, dist);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function hashSources(): Promise<string> {
  const names = globSync('**/*', { cwd: web, exclude: ['dist', 'dist.*', '**/*.test.ts'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of [...names.sort(), resolve(web, '../package-lock.json')]) {
    hash.update(relative(web, file)).update('\0');
    hash.update(await readFile(file)).update('\0');
  }
  return hash.digest('hex');
}

async function bundle(outDir: string): Promise<void> {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  const config: InlineConfig = {
    root: web,
    configFile: false,
    envDir: false,
    logLevel: 'error',
    plugins: [react()],
    html: { cspNonce: NONCE },
    worker: { format: 'es' },
    build: {
      outDir,
      target: 'es2023',
      emptyOutDir: true,
      // Inlined files would be data: addresses, which the pages' policy shuts out.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1000,
      // One file of styles is smaller than what a dozen of them cost in requests.
      cssCodeSplit: false,
      rolldownOptions: { output: { codeSplitting: { groups: sharedChunks() } } },
    },
  };
  // One input and no watching: one output.
  await writeShells(outDir, (await build(config)) as Rolldown.RolldownOutput);
}

async function compressFiles(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,wasm}', { cwd: folder }).map((name) => join(folder, name));
  await Promise.all(files.map(compress));
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const quality = bytes.length > STRONG_UP_TO_BYTES ? 9 : 11;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
}

// A folder cannot be renamed over another one that is not empty.
async function replaceFolder(fresh: string, target: string): Promise<void> {
  const old = `${target}.${process.pid}.old`;
  await rename(target, old).catch(() => {});
  await rename(fresh, target).catch(() => {});
  await rm(old, { recursive: true, force: true });
}
