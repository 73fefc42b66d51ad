/** The root route and its search parameters. */
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';

/** The search parameters of an address, as text. */
export type Search = {
  recipient?: string | undefined;
  folder?: string | undefined;
  document?: string | undefined;
  mail?: string | undefined;
  /** The page to return to after sign-in. */
  back?: string | undefined;
  /** Why the session has ended (`Idle` or `Age`), and its minutes or days. */
  ended?: string | undefined;
  limit?: string | undefined;
  /** Ways to take the second step, after signing in with an identity provider. */
  factors?: string | undefined;
  /** Why a sign-in with an identity provider failed, and its id. */
  failure?: string | undefined;
  provider?: string | undefined;
  /** The test of an identity provider whose result is shown. */
  test?: string | undefined;
  /** The search query. */
  q?: string | undefined;
  /** Sorting and filter of a list. */
  sort?: string | undefined;
  filter?: string | undefined;
  view?: string | undefined;
  /** The shown tab of a document. */
  tab?: string | undefined;
  /** The version that is compared with the current one. */
  compare?: string | undefined;
  with?: string | undefined;
  /** More filters of a list (web/features/library/filters/filters.ts). */
  kind?: string | undefined;
  by?: string | undefined;
  date?: string | undefined;
  tag?: string | undefined;
  /** Filters of a search beside `kind`, `by` and `tag` (web/features/search/search-address.ts). */
  library?: string | undefined;
  year?: string | undefined;
  /** `names`: the search looks at names only. */
  only?: string | undefined;
  /** The job of the shown report. */
  job?: string | undefined;
  /** The conditions of a tag search. */
  tags?: string | undefined;
};

type Context = { queries: QueryClient };

export const root = createRootRouteWithContext<Context>()({
  validateSearch: (search: Record<string, string>): Search => search,
  notFoundComponent: lazyRouteComponent(() => import('../features/visits/unknown-page.tsx'), 'UnknownPage'),
});

/** The arguments of a loader. */
export type Opened = { context: Context; location: { search: Search } };
