/**
 * Builds the web app into web/dist if its sources have changed: `node web/build.ts`. Text files also get brotli and gzip copies,
 * so that the server does not compress them for each response.
 */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { InlineConfig, Rolldown } from 'vite';
import { replaceFolder } from '../script/replace-folder.ts';
import { NONCE, sharedChunks, sheetsInOrder, writeShells } from './chunks.ts';
import { listPages } from './page-list.ts';

const web = import.meta.dirname;
const dist = join(web, 'dist');
const STAMP = '.sources';

/** Maximum brotli quality takes one second per megabyte and saves little for larger files. */
const STRONG_UP_TO_BYTES = 400_000;

if (import.meta.main) await buildIfStale();

/** Rebuilds web/dist if it is out of date. Two processes may build at the same time; one of the equal results is kept. */
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

// Readable in a browser, and smaller when compressed than a hash. Modules have different names.
function scopedName(name: string, file: string): string {
  return `${basename(file, '.module.css')}__${name}`;
}

async function bundle(outDir: string): Promise<void> {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  const config: InlineConfig = {
    root: web,
    configFile: false,
    envDir: false,
    logLevel: 'error',
    plugins: [react(), sheetsInOrder],
    html: { cspNonce: NONCE },
    // Modules are in the same order if node_modules is a link to a folder elsewhere.
    resolve: { preserveSymlinks: true },
    worker: { format: 'es' },
    css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: scopedName } },
    build: {
      outDir,
      target: 'es2023',
      emptyOutDir: true,
      // Inlined files would be data: URLs, which the content security policy blocks.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: { output: { codeSplitting: { groups: sharedChunks() } } },
    },
  };
  // One input without watch mode has one output.
  const output = (await build(config)) as Rolldown.RolldownOutput;
  await writeShells(outDir, output);
}

async function compressFiles(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,wasm,webmanifest}', { cwd: folder }).map((name) => join(folder, name));
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
