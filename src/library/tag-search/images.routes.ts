import type { App } from '../../platform/http/app-type.ts';
import { searchDocs } from './search.docs.ts';

const DAY_SECONDS = 86_400;

const FOLDER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">
<path fill="#c98f1b" d="M3 7a2 2 0 0 1 2-2h7l3 3h12a2 2 0 0 1 2 2v3H3z"/><path fill="#f2b63c" d="M3 12h26v13a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/>
</svg>
`;

/** The image at the FolderIconUri of search results. Public, because pages load images without credentials. */
export function imageRoutes(app: App): void {
  app.get('/api/images/folder.svg', {
    config: { public: true },
    schema: { ...searchDocs.getFolderIcon },
    handler: (_request, reply) =>
      reply
        .headers({ 'cache-control': `public, max-age=${DAY_SECONDS}`, 'cross-origin-resource-policy': 'cross-origin' })
        .type('image/svg+xml')
        .send(FOLDER),
  });
}
