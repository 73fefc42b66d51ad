/** Notifications of the signed-in person, and the stream of new ones. */
import { callApi, fetchPage } from './client.ts';

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

type Listener = {
  /** A notification arrived, or was read or deleted elsewhere. */
  onNews: (unreadCount: number) => void;
  /** Whether the stream is open. */
  onLive: (isLive: boolean) => void;
};

/** Follows the stream of notifications until the returned function is called. */
export function followNotifications({ onNews, onLive }: Listener): () => void {
  let source: EventSource;
  let timer: number | undefined;
  const stop = () => {
    clearTimeout(timer);
    source.close();
  };
  const start = () => {
    source = new EventSource(`${base}/stream`);
    source.addEventListener('open', () => onLive(true));
    source.addEventListener('error', () => {
      onLive(false);
      // The browser reconnects after a broken connection, but not after an error response.
      if (source.readyState === EventSource.CLOSED) timer = window.setTimeout(start, RETRY_MS);
    });
    for (const type of ['notification', 'unread']) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) =>
        onNews((JSON.parse(data) as { UnreadCount: number }).UnreadCount),
      );
    }
    source.addEventListener('signed-out', () => {
      stop();
      onLive(false);
    });
  };
  start();
  return stop;
}
