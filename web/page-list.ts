/** Which addresses the web app has: the server answers each with the app's shell, so that it can be opened and reloaded. */
import { join } from 'node:path';

/** An address as the server's router takes it, and whose page it is: shells differ in the scripts that they load ahead. */
export type WebPage = { path: string; audience: 'common' | 'inside' };

type Router = { routesByPath: Record<string, { id: string }> };

/** All pages but those of links, whose addresses the server answers itself: it knows which links there are. */
export async function listPages(): Promise<WebPage[]> {
  return (await listAddresses())
    .filter(({ path }) => !path.includes('/:reference'))
    .map(({ path, id }) => ({ path, audience: path === '/' || id.startsWith('/shell/') ? 'inside' : 'common' }));
}

/** Every address of the web app, links included. */
export async function listAddresses(): Promise<{ path: string; id: string }[]> {
  // By a name that is not known ahead: what runs in browsers is checked by another configuration.
  const module = join(import.meta.dirname, 'routes.ts');
  const { createAppRouter } = (await import(module)) as { createAppRouter: (queries: unknown) => Router };
  const { QueryClient } = await import('@tanstack/react-query');
  const routes = Object.entries(createAppRouter(new QueryClient()).routesByPath);
  return routes.map(([path, { id }]) => ({ path: path.replaceAll('$', ':').replace(/(?<=.)\/$/, ''), id }));
}
