import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError, type Page } from '../../api/client.ts';
import {
  type Following,
  type Notification,
  countUnread,
  followNotifications,
  listNotifications,
} from '../../api/notifications.ts';
import { announceList, onWatchedLists, watchedLists } from '../../watched-lists.ts';

const ALL = ['notifications'];
const UNREAD = [...ALL, 'unread'];
const LIST = [...ALL, 'list'];

/** The polling interval while the stream is unavailable. */
const POLL_MS = 30_000;

/** The number of unread notifications (100 stands for 100 or more), updated while the page is visible. */
export function useUnreadCount(): number {
  const queries = useQueryClient();
  const isLive = useNews();
  const { data, error } = useQuery({
    queryKey: UNREAD,
    queryFn: countUnread,
    refetchInterval: ({ state }) => (isLive || isSignedOut(state.error) ? false : POLL_MS),
  });
  const isOut = isSignedOut(error);
  useEffect(() => {
    // The page belongs to a person who is no longer signed in, and finds out by itself.
    if (isOut) void queries.invalidateQueries({ queryKey: ['me'] });
  }, [isOut, queries]);
  return data ?? 0;
}

/** The notifications, page by page. */
export function useNotifications() {
  return useInfiniteQuery({
    queryKey: LIST,
    queryFn: ({ pageParam }) => listNotifications(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ after }: Page<Notification[]>) => after,
    select: ({ pages }: InfiniteData<Page<Notification[]>>) => pages.flatMap(({ body }) => body),
  });
}

/** An action on notifications. The list is refetched afterwards in any case. */
export function useChange<Of = void>(change: (of: Of) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => queries.invalidateQueries({ queryKey: ALL }) });
}

/**
 * Opens the stream while the page is visible, because browsers limit connections per server. It announces changes of the
 * lists that the page shows, too.
 */
function useNews(): boolean {
  const queries = useQueryClient();
  const isSeen = useIsSeen();
  const [isLive, setLive] = useState(false);
  const following = useRef<Following | null>(null);
  const lists = useSyncExternalStore(onWatchedLists, watchedLists);
  useEffect(() => {
    if (!isSeen) return undefined;
    const stream = followNotifications({
      onNews(unreadCount) {
        queries.setQueryData(UNREAD, unreadCount);
        void queries.invalidateQueries({ queryKey: LIST });
        // An alert opens a search whose cached results may not contain the match yet.
        void queries.invalidateQueries({ queryKey: ['found'], refetchType: 'none' });
      },
      onList: (type, list, version) => announceList({ type, list, version }),
      onLive(isNowLive) {
        setLive(isNowLive);
        if (!isNowLive) announceList({ type: 'closed' });
        if (!isNowLive) void queries.invalidateQueries({ queryKey: UNREAD });
      },
    });
    following.current = stream;
    stream.watch(watchedLists());
    return () => {
      following.current = null;
      stream.stop();
      setLive(false);
      announceList({ type: 'closed' });
    };
  }, [isSeen, queries]);
  useEffect(() => following.current?.watch(lists), [lists]);
  return isLive;
}

function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setSeen(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isSeen;
}

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
