/**
 * Into which scripts the web app is cut. Every module a script of its own would make a hundred requests of a page; so what
 * pages share is in three: what starts the app, what all pages use, and what only the pages of people who work here use. Each
 * page is a fourth.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

type GetModuleInfo = Rolldown.ChunkingContext['getModuleInfo'];

const web = import.meta.dirname;
const START = ['main.tsx'];
const OUTSIDE = [
  'features/visits/link-page.tsx',
  'features/tasks/task-link-page.tsx',
  'features/account/sign-in-page.tsx',
];
const SHELL = 'features/shell/app-shell.tsx';

/** How Rolldown is told. */
export function sharedChunks(): Rolldown.CodeSplittingGroup[] {
  const start = membership(START);
  const outside = membership(OUTSIDE);
  return [
    { name: named('start', start), priority: 3 },
    { name: named('outside', outside), minShareCount: 2, priority: 2 },
    { name: 'inside', minShareCount: 2, priority: 1 },
  ];
}

/**
 * Makes of index.html the shells of pages outside and inside, which name what such a page will load: browsers fetch it beside what
 * starts the app, and not after it.
 */
export async function writeShells(folder: string, { output }: Rolldown.RolldownOutput): Promise<void> {
  const chunks = output.filter((file) => file.type === 'chunk');
  const fileOf = (isIt: (chunk: Rolldown.OutputChunk) => boolean) => {
    const chunk = chunks.find(isIt);
    if (chunk === undefined) throw new Error('The scripts of the web app are not cut as web/chunks.ts says.');
    return chunk.fileName;
  };
  const outside = fileOf(({ name }) => name === 'outside');
  const inside = fileOf(({ name }) => name === 'inside');
  const shell = fileOf(({ facadeModuleId }) => facadeModuleId === join(web, SHELL));
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  await Promise.all([
    writeFile(join(folder, 'outside.html'), withPreloads(page, [outside])),
    writeFile(join(folder, 'inside.html'), withPreloads(page, [outside, inside, shell])),
    rm(join(folder, 'index.html')),
  ]);
}

function withPreloads(page: string, files: string[]): string {
  const links = files.map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`).join('');
  return page.replace('  </head>', `${links}  </head>`);
}

type IsMember = (id: string, getModuleInfo: GetModuleInfo) => boolean;

const named = (name: string, isMember: IsMember) => (id: string, context: Rolldown.ChunkingContext) =>
  isMember(id, (other) => context.getModuleInfo(other)) ? name : null;

// Whether a module is one of these, or loaded whenever one of them is.
function membership(names: string[]): IsMember {
  const members = new Set<string>();
  return (id, getModuleInfo) => {
    if (members.size === 0) for (const name of names) addImported(join(web, name), members, getModuleInfo);
    return members.has(id);
  };
}

function addImported(id: string, members: Set<string>, getModuleInfo: GetModuleInfo): void {
  if (members.has(id)) return;
  members.add(id);
  for (const imported of getModuleInfo(id)?.importedIds ?? []) addImported(imported, members, getModuleInfo);
}
