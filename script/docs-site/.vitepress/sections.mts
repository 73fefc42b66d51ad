/** The navigation of the site: the order in which readers need the pages. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

type Item = { text: string; link: string };

const titled = (page: string, text = titleOf(page)): Item => ({
  text,
  link: `/${page.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')}`,
});

function titleOf(page: string): string {
  return /^# (.+)$/m.exec(readFileSync(resolve(ROOT, page), 'utf8'))?.[1]?.replaceAll('`', '') ?? page;
}

const inFolder = (folder: string): Item[] =>
  globSync(`${folder}/*.md`, { cwd: ROOT, exclude: [`${folder}/README.md`] })
    .sort()
    .map((page) => titled(page));

const operations = [
  'install',
  'configuration',
  'proxy',
  'backup',
  'monitoring',
  'sizing',
  'hardening',
  'troubleshooting',
];
const more = ['database', 'storage', 'optional-programs', 'activity-log', 'jobs', 'nodes', 'command-line'];
const docs = (...names: string[]): Item[] => names.map((name) => titled(`docs/${name}.md`));

const api = inFolder('docs/api');
const decisions = inFolder('docs/decisions');
const apiOverview = titled('docs/api/README.md', 'Rules of the API');

export const NAV = [
  titled('docs/operations/README.md', 'Operate'),
  { ...apiOverview, text: 'API' },
  titled('docs/architecture.md', 'Contribute'),
  ...decisions.slice(0, 1).map(({ link }) => ({ text: 'Decisions', link })),
];

/** By the beginning of the address. */
export const SIDEBARS = {
  '/docs/decisions/': [{ text: 'Decisions', items: decisions }],
  '/docs/api/': [{ text: 'API', items: [apiOverview, ...api, titled('docs/errors.md'), titled('docs/tour.md')] }],
  '/': [
    { text: 'Start', items: [titled('README.md', 'About Carrel'), titled('docs/tour.md')] },
    {
      text: 'Operate',
      items: [
        titled('docs/operations/README.md', 'Overview'),
        ...docs(...[...operations, ...more].map((name) => `operations/${name}`)),
        ...docs('releases', 'upgrades', 'several-machines', 'connecting-providers', 'security', 'performance'),
      ],
    },
    { text: 'Use the API', items: [apiOverview, titled('docs/errors.md')] },
    {
      text: 'Contribute',
      items: [
        titled('CONTRIBUTING.md'),
        ...docs('architecture', 'where-is', 'capabilities', 'adding-a-field', 'testing', 'style', 'design', 'clicks'),
        titled('bench/README.md'),
      ],
    },
  ],
};
