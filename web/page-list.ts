/** The addresses of the web app. The server answers each with the shell, so that it can be opened and reloaded. */
import { join } from 'node:path';

/** An address as the server's router takes it, with its audience. Shells differ in the chunks that they preload. */
export type WebPage = { path: string; audience: 'common' | 'inside' };

type Router = { routesByPath: Record<string, { id: string }> };

/** All pages except those of links, whose addresses the server answers itself, because their status depends on the link. */
export async function listPages(): Promise<WebPage[]> {
  return (await listAddresses())
    .filter(({ path }) => !path.includes('/:reference'))
    .map(({ path, id }) => ({ path, audience: path === '/' || id.startsWith('/shell/') ? 'inside' : 'common' }));
}

/** Every address of the web app, including links. */
export async function listAddresses(): Promise<{ path: string; id: string }[]> {
  // A computed import path, because browser code is type-checked with another configuration.
  const module = join(import.meta.dirname, 'routes.ts');
  const { createAppRouter } = (await import(module)) as { createAppRouter: (queries: unknown) => Router };
  const { QueryClient } = await import('@tanstack/react-query');
  const routes = Object.entries(createAppRouter(new QueryClient()).routesByPath);
  return routes.map(([path, { id }]) => ({ path: path.replaceAll('$', ':').replace(/(?<=.)\/$/, ''), id }));
}
