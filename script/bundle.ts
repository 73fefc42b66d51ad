/**
 * Bundles the program into dist/, so that a process reads a few files instead of 1,800 (decision 0074). Called by
 * script/server and script/test if sources changed: `node script/bundle.ts <sum of the sources>`.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { PACKAGES } from './packing/bundled.ts';
import { replaceFolder } from './replace-folder.ts';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** The files that start a process or a thread. */
const ENTRIES = ['main', 'serve/api-process', 'serve/worker-process', 'platform/blobs/sums/hash.worker'];

/** The program that renders thumbnails: a bundle of its own, because it must not see the rest. */
const RENDERER = 'platform/rendering/child/main';

const [sum = ''] = process.argv.slice(2);
const fresh = `${dist}.${process.pid}`;
try {
  await write(ENTRIES, fresh);
  await write([RENDERER], join(fresh, 'renderer'));
  await writeFile(join(fresh, '.sources'), `${sum}\n`);
  await replaceFolder(fresh, dist);
} finally {
  await rm(fresh, { recursive: true, force: true });
}

async function write(entries: string[], dir: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((name) => [name.replace(/.*\//, ''), join(root, 'src', `${name}.ts`)])),
    external: (id) => PACKAGES.has(id),
    platform: 'node',
    // Paths in the bundle are the same if node_modules is a link to a folder elsewhere.
    resolve: { symlinks: false },
    logLevel: 'warn',
  });
  await bundle.write({
    dir,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Each process keeps the texts of its modules in memory, in two bytes a character if one of a module is beyond Latin-1.
    comments: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  });
}
