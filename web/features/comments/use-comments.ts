import {
  type InfiniteData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, use, useEffect } from 'react';
import type { Page } from '../../api/client.ts';
import type { CommentSource, ShownComment, ThreadState } from '../../api/comments.ts';
import { revisionsQuery } from '../../queries.ts';
import { watchList } from '../../watched-lists.ts';

/** The comments around a component. */
export const CommentContext = createContext<CommentSource | null>(null);

export function useSource(): CommentSource {
  const source = use(CommentContext);
  if (source === null) throw new Error('There are no comments around this component.');
  return source;
}

/** A thread: its first comment and the replies. */
export type Thread = { first: ShownComment; replies: ShownComment[] };

const keyOf = ({ documentId, key }: CommentSource) => ['comments', documentId, key];

export const countsQuery = (source: CommentSource) =>
  queryOptions({ queryKey: [...keyOf(source), 'counts'], queryFn: source.count });

/** The number of open threads; null while it is unknown. */
export function useOpenThreads(source: CommentSource): number | null {
  const { data } = useQuery(countsQuery(source));
  return data?.OpenThreads ?? null;
}

/** The threads of a document in a state. The list follows changes of other people. */
export function useThreads(source: CommentSource, state: ThreadState, isEnabled = true) {
  const { documentId } = source;
  useEffect(() => watchList({ kind: 'document', id: documentId }), [documentId]);
  return useInfiniteQuery({
    queryKey: [...keyOf(source), state],
    enabled: isEnabled,
    queryFn: ({ pageParam }) => source.list(state, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ after }: Page<ShownComment[]>) => after,
    select: threadsOf,
  });
}

// A page can begin within a thread, so all pages are joined.
function threadsOf({ pages }: InfiniteData<Page<ShownComment[]>>): Thread[] {
  const threads = new Map<number, Thread>();
  for (const comment of pages.flatMap(({ body }) => body)) {
    if (comment.ParentId === null) threads.set(comment.CommentId, { first: comment, replies: [] });
    else threads.get(comment.ParentId)?.replies.push(comment);
  }
  return [...threads.values()];
}

/** The number of the newest version of the document; null while it is unknown. */
export function useNewestVersion({ documentId }: CommentSource, isEnabled: boolean): number | null {
  const { data } = useQuery({ ...revisionsQuery(documentId), enabled: isEnabled });
  return data === undefined ? null : Math.max(...data.map(({ RevisionNumber }) => RevisionNumber));
}

/** A change of the comments. The lists are fetched again before it counts as done. */
export function useCommentChange<Of>(change: (source: CommentSource, of: Of) => Promise<unknown>) {
  const source = useSource();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (of: Of) => change(source, of),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(source) }),
  });
}
