/**
 * Fans out live notifications to the streams of this process (decision 0034). PostgreSQL signals which users have
 * changes; the changes are then read from the tables, so missed signals lose nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../platform/deps.ts';
import { listen } from '../../platform/db/connection.ts';
import { Problem, tooManyRequests } from '../../platform/errors.ts';
import type { EventStream } from '../../platform/http/event-stream.ts';
import type { Actor } from '../../core/actor.ts';
import { type Credential, listValid } from '../sessions/authenticate.queries.ts';
import { type Mark, listMarks, listNewest } from './notification-hub.queries.ts';
import { presentNotification } from '../../core/notifications/notifications.presenter.ts';
import {
  CHANNEL,
  type NotificationRow,
  type UserKey,
  endedOfPayload,
  usersOfPayload,
} from '../../core/notifications/notifications.queries.ts';
import { type Delivered, deliveredAtStart, withDelivered, undelivered } from './delivered.ts';

/** Interval for keeping connections alive, checking credentials, and finding missed changes. */
const SWEEP_INTERVAL_MS = 20_000;

/** Delay before retrying a failed read. */
const RETRY_MS = 500;

/** Per user and process. */
const MAX_STREAMS = 20;

/** Maximum number of a user's notifications per delivery; the list has all. */
const MAX_BATCH = 100;

/** Users per query. */
const USERS_PER_QUERY = 200;

type Watcher = Credential &
  UserKey & {
    stream: EventStream;
    after: number | null;
    /** Null until the first delivery. */
    delivered: Delivered | null;
    mark: Mark | null;
  };

type HubDeps = Pick<Deps, 'sql' | 'clock' | 'config' | 'log'>;

type HubState = {
  deps: HubDeps;
  /** By user. */
  watchers: Map<string, Set<Watcher>>;
  /** Users whose notifications are to be read, and whether a change is certain. */
  due: Map<string, boolean>;
  isDelivering: boolean;
  isSweeping: boolean;
};

export type NotificationHub = {
  /**
   * Sends new notifications, and those since `after`, until the stream or the credential ends. 429 beyond the maximum
   * number of streams, 503 at shutdown.
   * @param open starts the answer; calls its argument when the stream has ended
   */
  watch(actor: Actor, after: number | null, open: (onClose: () => void) => EventStream): void;
  /** Ends all streams. */
  close(): void;
};

/** Starts listening with the first stream. */
export function openNotificationHub(deps: HubDeps): NotificationHub {
  const hub: HubState = { deps, watchers: new Map(), due: new Map(), isDelivering: false, isSweeping: false };
  const timer = setInterval(() => void sweep(hub), SWEEP_INTERVAL_MS).unref();
  let isSubscribed = false;
  let isClosed = false;
  return {
    watch(actor, after, open) {
      if (isClosed) throw new Problem('/unavailable', 'The service is shutting down.');
      if ((hub.watchers.get(keyOf(actor))?.size ?? 0) >= MAX_STREAMS) {
        throw tooManyRequests(`More than ${MAX_STREAMS} streams of one user.`, SWEEP_INTERVAL_MS / 1000);
      }
      if (!isSubscribed) subscribe(hub);
      isSubscribed = true;
      addWatcher(hub, actor, after, open);
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const { stream } of allWatchers(hub)) stream.handOver();
    },
  };
}

function addWatcher(
  hub: HubState,
  actor: Actor,
  after: number | null,
  open: (onClose: () => void) => EventStream,
): void {
  const { userId } = actor;
  const key = keyOf(actor);
  const watchers = hub.watchers.get(key) ?? new Set();
  const stream = open(() => {
    watchers.delete(watcher);
    if (watchers.size === 0) hub.watchers.delete(key);
  });
  const watcher: Watcher = { userId, ...credentialOf(actor), stream, after, delivered: null, mark: null };
  hub.watchers.set(key, watchers.add(watcher));
  scheduleDelivery(hub, [key], false);
}

function subscribe(hub: HubState): void {
  listen(hub.deps.sql, CHANNEL, {
    onMessage: (payload) => {
      const ended = endedOfPayload(payload);
      if (ended === null) scheduleDelivery(hub, usersOfPayload(payload).map(keyOf), true);
      else void closeEnded(hub, watchersOf(hub, ended));
    },
    onBegin: () => {
      scheduleDelivery(hub, hub.watchers.keys(), false);
      void closeEnded(hub, allWatchers(hub));
    },
  }).catch((error: unknown) =>
    hub.deps.log.warn({ err: error }, 'Listening for notification changes has not started yet.'),
  );
}

// Runs one query at a time: a user who is scheduled twice before delivery gets one.
function scheduleDelivery(hub: HubState, keys: Iterable<string>, isChanged: boolean): void {
  for (const key of keys) {
    if (hub.watchers.has(key)) hub.due.set(key, isChanged || hub.due.get(key) === true);
  }
  if (!hub.isDelivering && hub.due.size > 0) void deliverDue(hub);
}

async function deliverDue(hub: HubState): Promise<void> {
  hub.isDelivering = true;
  while (hub.due.size > 0) {
    const some = [...hub.due].slice(0, USERS_PER_QUERY);
    for (const [key] of some) hub.due.delete(key);
    try {
      await deliverToUsers(hub, new Map(some));
    } catch (error) {
      hub.deps.log.warn({ err: error }, 'New notifications could not be read.');
      for (const [key] of some) if (hub.watchers.has(key)) hub.due.set(key, true);
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  }
  hub.isDelivering = false;
}

async function deliverToUsers(hub: HubState, due: Map<string, boolean>): Promise<void> {
  // Streams that open during the queries may need older rows than these read; they have been scheduled again.
  const watching = new Map([...due.keys()].map((key) => [key, [...(hub.watchers.get(key) ?? [])]]));
  const users = [...watching.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    return [{ ...first, above: Math.min(...[first, ...others].map(({ delivered }) => delivered?.floor ?? 0)) }];
  });
  const { sql } = hub.deps;
  // Marks first: rows that arrive between the two queries are delivered now and found unchanged next time.
  const marks = await listMarks(sql, users);
  const rows = Map.groupBy(await listNewest(sql, users, MAX_BATCH), keyOf);
  for (const mark of marks) {
    const key = keyOf(mark);
    for (const watcher of watching.get(key) ?? []) {
      const isChanged = due.get(key) === true || !isSame(watcher.mark, mark);
      if (isChanged) deliver(hub, watcher, mark, rows.get(key) ?? []);
    }
  }
}

function deliver({ deps }: HubState, watcher: Watcher, mark: Mark, rows: NotificationRow[]): void {
  const delivered = watcher.delivered ?? deliveredAtStart(rows, MAX_BATCH, watcher.after);
  const fresh = undelivered(delivered, rows).toReversed();
  watcher.delivered = withDelivered(delivered, fresh);
  watcher.mark = mark;
  const count = { UnreadCount: mark.unread };
  for (const row of fresh) {
    const data = { Notification: presentNotification(row, deps.config.baseUrl), ...count };
    watcher.stream.send({ type: 'notification', id: row.notificationId, data });
  }
  if (fresh.length === 0) watcher.stream.send({ type: 'unread', data: count });
}

async function sweep(hub: HubState): Promise<void> {
  for (const { stream } of allWatchers(hub)) stream.beat();
  if (hub.isSweeping || hub.watchers.size === 0) return;
  hub.isSweeping = true;
  try {
    await closeInvalidStreams(hub, allWatchers(hub));
    await deliverMissed(hub);
  } catch (error) {
    hub.deps.log.warn({ err: error }, 'The sweep of notification streams failed.');
  } finally {
    hub.isSweeping = false;
  }
}

// Checks at once; the sweep finds sessions whose signal was lost.
async function closeEnded(hub: HubState, watchers: Watcher[]): Promise<void> {
  if (watchers.length === 0) return;
  try {
    await closeInvalidStreams(hub, watchers);
  } catch (error) {
    hub.deps.log.warn({ err: error }, 'The streams of an ended session could not be checked.');
  }
}

// A stream does not extend its session.
async function closeInvalidStreams(hub: HubState, all: Watcher[]): Promise<void> {
  const valid = new Set(await listValid(hub.deps.sql, all, hub.deps.clock()));
  for (const watcher of all) {
    if (valid.has(watcher)) continue;
    watcher.stream.send({ type: 'signed-out', data: {} });
    watcher.stream.end();
  }
}

// Delivers changes whose signal was lost while the connection was broken or behind a pooler.
async function deliverMissed(hub: HubState): Promise<void> {
  const users = [...hub.watchers.values()].flatMap(([first]) => first ?? []);
  const marks = await listMarks(hub.deps.sql, users);
  const isMissed = (mark: Mark) => [...(hub.watchers.get(keyOf(mark)) ?? [])].some((one) => !isSame(one.mark, mark));
  scheduleDelivery(hub, marks.filter(isMissed).map(keyOf), false);
}

const isSame = (known: Mark | null, { newest, unread }: Mark): boolean =>
  known?.newest === newest && known.unread === unread;

const keyOf = ({ deploymentId, userId }: UserKey): string => `${deploymentId}/${userId}`;

const watchersOf = ({ watchers }: HubState, users: UserKey[]): Watcher[] =>
  users.flatMap((user) => [...(watchers.get(keyOf(user)) ?? [])]);

const allWatchers = ({ watchers }: HubState): Watcher[] => [...watchers.values()].flatMap((some) => [...some]);

function credentialOf({ deploymentId, via }: Actor): Credential {
  if (via.kind === 'visit') throw new Error('Visitors have no notifications.');
  return via.kind === 'token'
    ? { kind: 'token', deploymentId, secretHash: via.secretHash }
    : { kind: 'session', deploymentId, id: via.sessionId };
}
