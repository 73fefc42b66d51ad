/** The documentation as a static site (decision 0124). The pages are those of the repository, as they are. */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { slugOf } from '../../../test/meta/texts/markdown.ts';
import { NAV, SIDEBARS } from './sections.mts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PAGES = /^(?:README|CONTRIBUTING|CHANGELOG)\.md$|^docs\/.*\.md$|^bench\/README\.md$/;
const ELSEWHERE = ['node_modules', 'data', 'dist', 'deploy', 'release', 'docs-site', 'script', 'src', 'test', 'web'];

// oxlint-disable-next-line import/no-default-export -- VitePress reads it
export default defineConfig({
  title: 'Carrel',
  description: 'A document library and sharing service that you host yourself',
  lang: 'en-US',
  srcDir: '../..',
  srcExclude: ELSEWHERE.map((folder) => `${folder}/**`),
  outDir: '../../docs-site',
  cacheDir: './node_modules/.cache/vitepress',
  rewrites: { 'README.md': 'index.md', ':path(.*)/README.md': ':path/index.md' },
  themeConfig: {
    logo: { src: '/carrel-mark.svg', alt: '' },
    search: { provider: 'local' },
    nav: NAV,
    sidebar: SIDEBARS,
    outline: [2, 3],
    docFooter: { prev: false, next: false },
  },
  vite: { publicDir: resolve(import.meta.dirname, '../public'), build: { chunkSizeWarningLimit: 5000 } },
  markdown: {
    // The same anchors as in the repository, whose links a test checks.
    anchor: { slugify: slugOf },
    config(md) {
      md.core.ruler.push('links_of_the_repository', (state) => {
        for (const { children } of state.tokens) for (const token of children ?? []) fitLink(token, state.env.path);
      });
    },
  },
});

type Token = { type: string; attrGet(name: string): string | null; attrSet(name: string, value: string): void };

/** Leads to the page on the site. A file that is not on the site is named by its path in the repository. */
function fitLink(token: Token, page: string): void {
  const href = token.type === 'link_open' ? token.attrGet('href') : null;
  if (href === null || /^(?:[a-z]+:|#)/.test(href)) return;
  const [path = '', heading] = href.split('#');
  const target = relative(ROOT, resolve(dirname(page), decodeURI(path)));
  if (!existsSync(resolve(ROOT, target)))
    throw new Error(`${relative(ROOT, page)} links to ${href}, which does not exist.`);
  if (PAGES.test(target)) {
    token.attrSet('href', `/${target.replace(/README\.md$/, 'index.md')}${heading === undefined ? '' : `#${heading}`}`);
    return;
  }
  token.attrSet('href', '#');
  token.attrSet('class', 'in-repository');
  token.attrSet('title', `${target} in the repository`);
}
