/** The commands of the docs: those in blocks of `sh`, and why a test does not run some of them. */
import { readPage } from '../../meta/texts/markdown.ts';

/** Pages whose blocks a test runs as written. */
export const RUN_BY: [RegExp, string][] = [
  [/^docs\/tour\.md$/, 'test/e2e/docs/tour.test.ts'],
  [/^docs\/api\//, 'test/e2e/docs/api-examples.test.ts'],
  [/^docs\/operations\//, 'test/e2e/docs/operations.test.ts'],
];

/** Lines that no test of the docs runs, by their beginning, and the reason. The first match counts. */
export const NOT_RUN: [RegExp, string][] = [
  [/^#/, 'a comment'],
  [/^(?:systemctl|journalctl|install -d|cp carrel-)/, 'changes or needs the systemd of the machine'],
  [/^apt-get/, 'installs a package on the machine; the drill `release` does it in a clean Debian'],
  [/^cat \/var\/lib\/carrel/, 'reads a file of the Debian package, which the drill `release` installs'],
  [/^rsync/, 'needs another machine'],
  [/^promtool/, 'needs Prometheus; the drill `docs` runs it on the file of the repository'],
  [/^script\/(?:server|test|generate|release|docs)|^RELEASE_KEY=/, 'is how tests and releases run themselves'],
  [/^node_modules\/\.bin\//, 'is a part of script/test'],
  [
    /^(?:sha256sum|tar -xzf|ssh-keygen|DATA_DIR=\/srv\/carrel carrel-)/,
    'test/e2e/release/release.test.ts and the drill `release` use the files of a release',
  ],
  [/^(?:npm|npx|DATA_DIR=\/srv\/carrel npx) /, 'the drill `release` installs the npm package'],
  [/^(?:podman|docker|buildah) /, 'the drill `release` builds the image'],
  [
    /^(?:pgbackrest|patronictl|\.\/pg_ctl|psql|cd \/usr\/lib\/postgresql)/,
    'needs several machines; the drill `several` starts them',
  ],
  [
    /^curl -fsS http:\/\/10\.|^carrel backup \/backups\/carrel --keep 30$/,
    'is part of the example of several machines',
  ],
];

/** The blocks of a page. */
export async function blocksOf(page: string): Promise<string[]> {
  return Array.from((await readPage(page)).matchAll(/^```sh\n(.*?)^```/gms), ([, commands = '']) => commands);
}

/** Why no test runs the line; undefined: one does. */
export function reasonOf(line: string): string | undefined {
  return NOT_RUN.find(([pattern]) => pattern.test(line))?.[1];
}
