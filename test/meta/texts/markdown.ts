import { glob, readFile } from 'node:fs/promises';
import { posix, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../../..');

/** The slugs of a page's headings, as GitHub makes them. */
export function headingSlugs(markdown: string): Set<string> {
  return new Set(Array.from(withoutCode(markdown).matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) => slugOf(heading)));
}

/** The relative links of a page, each with its target from the top of the repository and the heading, if it names one. */
export function relativeLinks(markdown: string, page: string): { link: string; path: string; heading?: string }[] {
  return Array.from(withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [target = '', heading] = link.split('#');
      const path = target === '' ? page : posix.join(posix.dirname(page), target);
      return { link, path, ...(heading === undefined ? {} : { heading }) };
    });
}

/** The pages of documentation, from the top of the repository. */
export async function listPages(): Promise<string[]> {
  return Array.fromAsync(glob(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: ROOT }));
}

export async function readPage(page: string): Promise<string> {
  return readFile(resolve(ROOT, page), 'utf8');
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^ *```[^]*?^ *```/gm, '');
}

/** The slug of a heading. */
export function slugOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return text.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-');
}
