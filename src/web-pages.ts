import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { App } from './platform/http/app-type.ts';
import { DIST, type Audience, sendPage } from './platform/http/pages.ts';

type WebPage = { path: string; audience: Audience };

/**
 * Pages of the web app that need no data from the server: the app fetches it from the API. `web/build.ts` lists them
 * from the app's routes; without a built app there are none.
 */
export const WEB_PAGES = readPages();

/** Serves the web app's shell at the addresses of its pages; the visits serve those of links. */
export function webPages(app: App): void {
  for (const { path, audience } of WEB_PAGES) {
    app.get(path, { config: { public: true }, schema: { hide: true } }, async (_request, reply) =>
      sendPage(reply, { audience }),
    );
  }
}

function readPages(): WebPage[] {
  try {
    return JSON.parse(readFileSync(resolve(DIST, 'pages.json'), 'utf8')) as WebPage[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
