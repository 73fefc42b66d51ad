/**
 * Defines the chunks of the web app. One chunk per module would cause a hundred requests per page. Shared modules are in six chunks: startup,
 * all pages, pages of links and frequent pages, pages of links, frequent pages of people with an account, and their other pages. Three more are for the
 * viewer, one of them with parts that frequent pages share. Each other page is a chunk of its own.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type GetModuleInfo = Rolldown.ChunkingContext['getModuleInfo'];

const web = import.meta.dirname;

/** The modules whose dependencies go into shared chunks, from the smallest set on. */
const ENTRIES = {
  start: ['main.tsx'],
  common: ['features/account/sign-in-page.tsx'],
  outside: ['features/visits/link-page.tsx', 'features/tasks/task-link-page.tsx'],
  /** The pages that people open most, the frame around them, and what the frame loads after the first page. */
  inside: [
    'features/shell/app-shell.tsx',
    'features/shell/watches.tsx',
    'features/home/home-page.tsx',
    'features/library/place-pages.tsx',
  ],
  viewing: ['features/viewer/pdf/pdf-view.tsx'],
};
/** The chunks of each shell. */
const SHELLS = {
  common: ['common'],
  outside: ['common', 'both', 'outside'],
  inside: ['common', 'both', 'tools', 'inside'],
};
/** The placeholder of the CSP nonce in a shell. src/platform/http/pages.ts replaces it in each response. */
export const NONCE = 'CARREL_NONCE';

/** The shells whose pages have a frame that is shown before the scripts run. */
const PLACEHOLDERS = new Set(['outside', 'inside']);
/** The file of the typeface that every page needs. */
const TYPEFACE = /figtree-latin-wght-normal.*\.woff2$/;
/** Parts of Mantine that only pages inside use. Its index imports everything, so imports don't show who uses them. */
const MENUS = /@floating-ui|@mantine\/core\/esm\/(components\/(Menu|Popover)|utils\/Floating)\//;
/** Parts that only pages of links use. */
const CODES = /@mantine\/core\/esm\/components\/PinInput\//;
/** Parts that only rarely opened pages use. */
const RARE = /@mantine\/core\/esm\/components\/Radio\//;

/** Parts of those that the viewer needs too. Visitors load them without the rest. */
const LISTS = /@tanstack\/(react-virtual|virtual-core)\//;
const OWN_PARTS = /\/web\/(ui|messages)\//;

/** The chunk groups for Rolldown. */
export function sharedChunks(): Rolldown.CodeSplittingGroup[] {
  const isStart = dependencies(ENTRIES.start);
  const isCommon = without([MENUS, CODES, RARE], dependencies(ENTRIES.common));
  const isOutside = without([MENUS, RARE], dependencies(ENTRIES.outside));
  const isInside = without([CODES, RARE], dependencies(ENTRIES.inside));
  const isViewing = dependencies(ENTRIES.viewing);
  const isTool: IsMember = (id, infoOf) =>
    isInside(id, infoOf) && (MENUS.test(id) || LISTS.test(id) || (OWN_PARTS.test(id) && isViewing(id, infoOf)));
  return [
    group('start', isStart, { priority: 8 }),
    group('common', isCommon, { priority: 7, minShareCount: 2 }),
    group('both', (id, infoOf) => isOutside(id, infoOf) && isInside(id, infoOf), { priority: 6 }),
    group('outside', isOutside, { priority: 5, minShareCount: 2 }),
    group('tools', isTool, { priority: 4 }),
    group('inside', isInside, { priority: 3 }),
    // Shared by several kinds of documents, and by no page.
    { name: 'pages-of-documents', test: /features\/viewer\/(paged|pages)\//, priority: 2 },
    { name: 'pdf', test: /pdfjs-dist\/build\/pdf\.mjs|features\/viewer\/pdf\//, priority: 1 },
    { name: 'more', minShareCount: 2, priority: 0 },
  ];
}

/**
 * Writes the shells of pages before sign-in, for visitors and for people with an account. Each names the icons and preloads the
 * typeface and the chunks of its pages.
 */
export async function writeShells(folder: string, { output }: Rolldown.RolldownOutput): Promise<void> {
  const chunks = output.filter((file) => file.type === 'chunk');
  const chunkOf = (wanted: string) => {
    const chunk = chunks.find(({ name }) => name === wanted);
    if (chunk === undefined) throw new Error('The scripts of the web app are not cut as web/chunks.ts says.');
    return chunk;
  };
  const font = output.find(({ fileName }) => TYPEFACE.test(fileName))?.fileName;
  if (font === undefined) throw new Error('The typeface is not among the files of the web app.');
  const page = withElements(await readFile(join(folder, 'index.html'), 'utf8'), [preloadOf(font), ...ICONS]);
  await Promise.all([
    ...Object.entries(SHELLS).map(async ([shell, names]) =>
      writeFile(join(folder, `${shell}.html`), await withPlaceholder(withChunks(page, names.map(chunkOf)), shell)),
    ),
    rm(join(folder, 'index.html')),
  ]);
}

/** Drawn by the server in the branding of the deployment (src/core/settings/app-icons.routes.ts). */
const ICONS = [
  '<link rel="icon" href="/icons/favicon">',
  '<link rel="apple-touch-icon" href="/icons/apple-180.png">',
  '<link rel="manifest" href="/icons/manifest.webmanifest">',
];

const preloadOf = (font: string) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`;

// Before the style sheet, so that the typeface arrives before any text is shown.
function withElements(page: string, elements: string[]): string {
  return page.replace('    <title>', `${elements.map((element) => `    ${element}\n`).join('')}    <title>`);
}

// Style sheets of a chunk would otherwise be loaded when it is imported. In this order, the later ones win.
function withChunks(page: string, chunks: Rolldown.OutputChunk[]): string {
  const links = chunks.flatMap(({ fileName, viteMetadata }) => [
    `<link rel="modulepreload" crossorigin href="/${fileName}">`,
    ...[...(viteMetadata?.importedCss ?? [])].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ]);
  return page.replace('  </head>', `${links.map((link) => `    ${link}\n`).join('')}  </head>`);
}

/**
 * With the frame that is shown before the scripts run. Its style is in the page, and the style sheets follow it, so that a browser draws
 * it without waiting for them. The root follows these: the theme that the scripts put into it must come after them.
 */
async function withPlaceholder(page: string, shell: string): Promise<string> {
  if (!PLACEHOLDERS.has(shell)) return page;
  const [frame, ...styles] = await Promise.all(
    [`${shell}.html`, 'frame.css', `${shell}.css`].map((name) => readFile(join(web, 'placeholders', name), 'utf8')),
  );
  const sheets = page.match(SHEETS) ?? [];
  return page
    .replaceAll(SHEETS, '')
    .replace('  </head>', () => `    <style nonce="${NONCE}">${withoutSpace(styles.join(''))}</style>\n  </head>`)
    .replace('    <div id="root">', (root) => [`    ${withoutSpace(frame ?? '')}\n`, ...sheets, root].join(''));
}

/**
 * Inserts the style sheets of a page that is loaded later before the root, so behind those of its shell: theirs win, and the
 * theme wins over both. Vite appends them to the head, where they would come first.
 */
export const sheetsInOrder: Plugin = {
  name: 'sheets-in-order',
  transform(code, id) {
    if (!id.includes('vite/preload-helper')) return null;
    if (!code.includes(APPEND)) throw new Error('Vite appends style sheets in another way than web/chunks.ts says.');
    return code.replace(APPEND, 'document.body.insertBefore(link, document.getElementById("root"))');
  },
};

const APPEND = 'document.head.appendChild(link)';
const SHEETS = /^ *<link rel="stylesheet"[^>]*>\n/gm;

function withoutSpace(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('> <', '><')
    .trim();
}

type IsMember = (id: string, infoOf: GetModuleInfo) => boolean;

function group(
  name: string,
  isMember: IsMember,
  rules: Omit<Rolldown.CodeSplittingGroup, 'name'>,
): Rolldown.CodeSplittingGroup {
  const nameOf: Rolldown.CodeSplittingNameFunction = (id, context) =>
    isMember(id, (other) => context.getModuleInfo(other)) ? name : null;
  return { name: nameOf, ...rules };
}

const without =
  (left: RegExp[], isMember: IsMember): IsMember =>
  (id, infoOf) =>
    !left.some((part) => part.test(id)) && isMember(id, infoOf);

/** Whether a module is one of these entries or imported by them, directly or not. */
function dependencies(entries: string[]): IsMember {
  const members = new Set<string>();
  return (id, infoOf) => {
    if (members.size === 0) for (const entry of entries) addImported(join(web, entry), members, infoOf);
    return members.has(id);
  };
}

function addImported(id: string, members: Set<string>, infoOf: GetModuleInfo): void {
  if (members.has(id)) return;
  members.add(id);
  for (const imported of infoOf(id)?.importedIds ?? []) addImported(imported, members, infoOf);
}
