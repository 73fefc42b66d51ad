/** Notifications of the signed-in person, and the stream of new ones. */
import { SIGNED_OUT, callApi, fetchPage } from './client.ts';
import type { ListKey } from '../watched-lists.ts';

export type Notification = {
  NotificationDate: string;
  /** Contains markup: features/notifications/message-parts.ts. */
  Message: string;
  IsRead: boolean;
  Links: { Self: string };
};

const base = '/api/notifications';

/** A unique key. */
export const idOf = ({ Links }: Notification) => Links.Self.slice(Links.Self.lastIndexOf('/') + 1);

export const listNotifications = (after: string | null) =>
  fetchPage<Notification[]>(`${base}?top=20${after === null ? '' : `&after=${encodeURIComponent(after)}`}`);

/** Up to 100, which stands for 100 or more. */
export const countUnread = async () => (await callApi<Notification[]>('GET', `${base}/unread?top=100`)).length;

export const markRead = (id: string) => callApi<Notification>('POST', `${base}/${id}/read`);
export const markAllRead = () => callApi<null>('POST', `${base}/read`);
export const deleteNotification = (id: string) => callApi<null>('DELETE', `${base}/${id}`);
export const deleteNotifications = () => callApi<null>('DELETE', base);

/** Delay before a refused stream is opened again. */
const RETRY_MS = 30_000;

/** A page that opens names its lists one after the other: one stream is opened for all of them. */
const GATHER_MS = 300;

const LIST_EVENTS = ['watching', 'changed', 'lost'] as const;

type Listener = {
  /** A notification arrived, or was read or deleted elsewhere. */
  onNews: (unreadCount: number) => void;
  /** A named list is watched from now on, has changed, or can no longer be read. `version`: when watching began. */
  onList: (type: (typeof LIST_EVENTS)[number], list: ListKey, version: number | null) => void;
  /** Whether the stream is open. */
  onLive: (isLive: boolean) => void;
};

export type Following = {
  /** Names the lists, as query parameters. The address of a stream has them, so another stream takes its place. */
  watch: (lists: string) => void;
  stop: () => void;
};

/** Follows the stream of notifications and of changes of lists until it is stopped. */
export function followNotifications(listener: Listener): Following {
  // The stream that is open, and the one that will take its place. A browser opens six connections to one server.
  let current: EventSource | undefined;
  let next: EventSource | undefined;
  let timer: number | undefined;
  let query = '';
  const open = () => {
    next?.close();
    next = openSource(query, listener, {
      onAnswer() {
        if (next === undefined) return;
        current?.close();
        current = next;
        next = undefined;
      },
      onRefused() {
        timer = window.setTimeout(open, RETRY_MS);
      },
    });
  };
  return {
    watch(lists) {
      if ((next ?? current) !== undefined && lists === query) return;
      query = lists;
      clearTimeout(timer);
      timer = window.setTimeout(open, GATHER_MS);
    },
    stop() {
      clearTimeout(timer);
      next?.close();
      current?.close();
    },
  };
}

type NamedList = { FolderId?: number; LibraryId?: number; DocumentId?: number; Version?: number };

function listOf({ FolderId, LibraryId = 0, DocumentId }: NamedList): ListKey {
  if (DocumentId !== undefined) return { kind: 'document', id: DocumentId };
  return FolderId === undefined ? { kind: 'library', id: LibraryId } : { kind: 'folder', id: FolderId };
}

/** `onAnswer`: the stream is open, or has failed. */
type Outcome = { onAnswer: () => void; onRefused: () => void };

function openSource(
  query: string,
  { onNews, onList, onLive }: Listener,
  { onAnswer, onRefused }: Outcome,
): EventSource {
  const source = new EventSource(`${base}/stream${query === '' ? '' : `?${query}`}`);
  source.addEventListener('open', () => {
    onAnswer();
    onLive(true);
  });
  source.addEventListener('error', () => {
    onAnswer();
    onLive(false);
    // The browser reconnects after a broken connection, but not after an error response.
    if (source.readyState === EventSource.CLOSED) onRefused();
  });
  for (const type of ['notification', 'unread']) {
    source.addEventListener(type, ({ data }: MessageEvent<string>) =>
      onNews((JSON.parse(data) as { UnreadCount: number }).UnreadCount),
    );
  }
  for (const type of LIST_EVENTS) {
    source.addEventListener(type, ({ data }: MessageEvent<string>) => {
      const list = JSON.parse(data) as NamedList;
      onList(type, listOf(list), list.Version ?? null);
    });
  }
  source.addEventListener('signed-out', () => {
    source.close();
    onLive(false);
    // Opens the sign-in page at once.
    window.dispatchEvent(new Event(SIGNED_OUT));
  });
  return source;
}
