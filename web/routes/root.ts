/** What every address of the web app hangs on, and what it may say. */
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';

/** What an address may say after its `?`, as text. */
export type Search = {
  recipient?: string | undefined;
  folder?: string | undefined;
  document?: string | undefined;
  mail?: string | undefined;
  /** Where to go on after signing in. */
  back?: string | undefined;
  /** What is searched for. */
  q?: string | undefined;
  /** How a list is looked at. */
  sort?: string | undefined;
  filter?: string | undefined;
  view?: string | undefined;
  /** The report that is looked at. */
  job?: string | undefined;
  /** The tags that are searched for. */
  tags?: string | undefined;
};

type Context = { queries: QueryClient };

export const root = createRootRouteWithContext<Context>()({
  validateSearch: (search: Record<string, string>): Search => search,
  notFoundComponent: lazyRouteComponent(() => import('../features/visits/unknown-page.tsx'), 'UnknownPage'),
});

/** What a loader is told. */
export type Opened = { context: Context; location: { search: Search } };
