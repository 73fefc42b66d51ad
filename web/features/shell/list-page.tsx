import { Skeleton } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../../api/client.ts';
import { Empty } from '../../ui/empty.tsx';
import { MoreButton, type NextPage, nextPageOf } from '../../ui/more-button.tsx';
import { FailedMessage } from '../visits/states.tsx';
import { ShellPage } from './shell-page.tsx';

/** The loaded part of a list. Undefined until the first page arrives. */
export type PagedList<Item> = {
  items: Item[] | undefined;
  error: Error | null;
  retry: () => void;
  next: NextPage;
  /** Null if the server does not count. */
  total: number | null;
  /** There may be more than `total`. */
  isCut: boolean;
};

/** Fetches a list page by page. */
export function usePagedList<Item>(
  queryKey: readonly unknown[],
  list: (after: string | null) => Promise<Page<Item[]>>,
  enabled = true,
): PagedList<Item> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => list(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ after }) => after,
    enabled,
  });
  return {
    items: query.data?.pages.flatMap(({ body }) => body),
    error: query.isFetchNextPageError ? null : query.error,
    retry: () => void query.refetch(),
    next: nextPageOf(query),
    total: query.data?.pages[0]?.total ?? null,
    isCut: query.data?.pages[0]?.isCut === true,
  };
}

type Props<Item> = {
  title: string;
  text?: string;
  list: PagedList<Item>;
  /** Shown for an empty list. */
  none?: { Icon: Icon; text: string; action?: ReactNode };
  /** Shown above the list in any case. */
  head?: ReactNode;
  children: (items: Item[]) => ReactNode;
};

/** A page with one list: loading, failed, empty, or with items and a button for more. */
export function ListPage<Item>({ title, text, list, none, head, children }: Props<Item>) {
  const { items, error, retry, next } = list;
  if (items === undefined && error !== null) return <FailedMessage error={error} retry={retry} />;
  return (
    <ShellPage title={title} {...(text === undefined ? {} : { text })}>
      {head}
      {items === undefined ? <Skeleton height={200} mt="lg" radius="lg" /> : null}
      {items?.length === 0 && none !== undefined ? <Empty {...none}>{none.action}</Empty> : null}
      {items === undefined || (items.length === 0 && none !== undefined) ? null : children(items)}
      <MoreButton next={next} mt="md" />
    </ShellPage>
  );
}
