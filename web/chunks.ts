/**
 * Defines the chunks of the web app. One chunk per module would cause a hundred requests per page. Shared modules are in four
 * chunks: startup, all pages, pages of links, and pages for people with an account. Each page is a chunk of its own.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

type GetModuleInfo = Rolldown.ChunkingContext['getModuleInfo'];

const web = import.meta.dirname;

/** Modules whose dependencies go into shared chunks, from the smallest set on. */
const SHARED = {
  start: ['main.tsx'],
  common: ['features/account/sign-in-page.tsx'],
  outside: ['features/visits/link-page.tsx', 'features/tasks/task-link-page.tsx'],
};
const SHELL = 'features/shell/app-shell.tsx';

/** The chunk groups for Rolldown. */
export function sharedChunks(): Rolldown.CodeSplittingGroup[] {
  return [
    { name: named('start', SHARED.start), priority: 4 },
    { name: named('common', SHARED.common), minShareCount: 2, priority: 3 },
    { name: named('outside', SHARED.outside), minShareCount: 2, priority: 2 },
    { name: 'inside', minShareCount: 2, priority: 1 },
  ];
}

/**
 * Writes the shells of pages before sign-in, for visitors and for people with an account. Each preloads the chunks of its pages.
 */
export async function writeShells(folder: string, { output }: Rolldown.RolldownOutput): Promise<void> {
  const chunks = output.filter((file) => file.type === 'chunk');
  const fileOf = (isIt: (chunk: Rolldown.OutputChunk) => boolean) => {
    const chunk = chunks.find(isIt);
    if (chunk === undefined) throw new Error('The scripts of the web app are not cut as web/chunks.ts says.');
    return chunk.fileName;
  };
  const common = fileOf(({ name }) => name === 'common');
  const outside = fileOf(({ name }) => name === 'outside');
  const inside = fileOf(({ name }) => name === 'inside');
  const shell = fileOf(({ facadeModuleId }) => facadeModuleId === join(web, SHELL));
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  await Promise.all([
    writeFile(join(folder, 'common.html'), withPreloads(page, [common])),
    writeFile(join(folder, 'outside.html'), withPreloads(page, [common, outside])),
    writeFile(join(folder, 'inside.html'), withPreloads(page, [common, outside, inside, shell])),
    rm(join(folder, 'index.html')),
  ]);
}

function withPreloads(page: string, files: string[]): string {
  const links = files.map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`).join('');
  return page.replace('  </head>', `${links}  </head>`);
}

// Collects the chunks that these modules load.
function named(name: string, entries: string[]): Rolldown.CodeSplittingNameFunction {
  const members = new Set<string>();
  return (id, context) => {
    const getModuleInfo: GetModuleInfo = (other) => context.getModuleInfo(other);
    if (members.size === 0) for (const entry of entries) addImported(join(web, entry), members, getModuleInfo);
    return members.has(id) ? name : null;
  };
}

function addImported(id: string, members: Set<string>, getModuleInfo: GetModuleInfo): void {
  if (members.has(id)) return;
  members.add(id);
  for (const imported of getModuleInfo(id)?.importedIds ?? []) addImported(imported, members, getModuleInfo);
}
