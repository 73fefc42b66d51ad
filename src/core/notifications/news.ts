/**
 * Who looks at notifications in this process, and telling them what has come (decision 0034). PostgreSQL says whose
 * notifications have changed; what has come is then read, so nothing depends on what was said while nobody heard it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../platform/deps.ts';
import { listen } from '../../platform/db/connection.ts';
import { Problem, tooManyRequests } from '../../platform/errors.ts';
import type { EventStream } from '../../platform/http/event-stream.ts';
import type { Actor } from '../actor.ts';
import { type Credential, listValid } from '../../people/sessions/authenticate.queries.ts';
import { type Mark, listMarks, listNewest } from './news.queries.ts';
import { presentNotification } from './notifications.presenter.ts';
import { CHANNEL, type NotificationRow, type UserKey, usersOfPayload } from './notifications.queries.ts';
import { type Seen, beginSeeing, see, unseen } from './seen.ts';

/** How often connections are kept alive, credentials are judged, and it is made sure that nothing was missed. */
const LOOK_MS = 20_000;

/** After which it is tried again to read what the database did not give. */
const RETRY_MS = 500;

/** Of one user in one process. */
const MAX_STREAMS = 20;

/** How many of a user's notifications a stream tells at once at most; the list has all. */
const WINDOW = 100;

/** Users whose news are read by one statement. */
const USERS_AT_ONCE = 200;

type Watcher = Credential &
  UserKey & {
    stream: EventStream;
    after: number | null;
    /** Null until something was told. */
    seen: Seen | null;
    mark: Mark | null;
  };

type NewsDeps = Pick<Deps, 'sql' | 'clock' | 'config' | 'log'>;

type Desk = {
  deps: NewsDeps;
  /** By user. */
  watchers: Map<string, Set<Watcher>>;
  /** Users whose news are to be read, and whether something is known to have changed. */
  due: Map<string, boolean>;
  isTelling: boolean;
  isLooking: boolean;
};

export type News = {
  /**
   * Tells the actor what comes, and what has come since `after`, until the stream ends or the credential does. 429 with too
   * many streams, 503 at shutdown.
   * @param open begins the answer; calls what it is given when the stream has ended
   */
  watch(actor: Actor, after: number | null, open: (onClose: () => void) => EventStream): void;
  /** Ends all streams. */
  close(): void;
};

/** Begins to hear with the first stream. */
export function openNews(deps: NewsDeps): News {
  const desk: Desk = { deps, watchers: new Map(), due: new Map(), isTelling: false, isLooking: false };
  const timer = setInterval(() => void lookAfter(desk), LOOK_MS).unref();
  let isHearing = false;
  let isClosed = false;
  return {
    watch(actor, after, open) {
      if (isClosed) throw new Problem('/unavailable', 'The service is being stopped.');
      if ((desk.watchers.get(keyOf(actor))?.size ?? 0) >= MAX_STREAMS) {
        throw tooManyRequests(`More than ${MAX_STREAMS} streams of one user.`, LOOK_MS / 1000);
      }
      if (!isHearing) hear(desk);
      isHearing = true;
      add(desk, actor, after, open);
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const { stream } of allOf(desk)) stream.end();
    },
  };
}

function add(desk: Desk, actor: Actor, after: number | null, open: (onClose: () => void) => EventStream): void {
  const { deploymentId, userId } = actor;
  const key = keyOf(actor);
  const watchers = desk.watchers.get(key) ?? new Set();
  const stream = open(() => {
    watchers.delete(watcher);
    if (watchers.size === 0) desk.watchers.delete(key);
  });
  const watcher: Watcher = { deploymentId, userId, ...credentialOf(actor), stream, after, seen: null, mark: null };
  desk.watchers.set(key, watchers.add(watcher));
  tellSoon(desk, [key], false);
}

function hear(desk: Desk): void {
  listen(desk.deps.sql, CHANNEL, {
    onMessage: (payload) => tellSoon(desk, usersOfPayload(payload).map(keyOf), true),
    onBegin: () => tellSoon(desk, desk.watchers.keys(), false),
  }).catch((error: unknown) => desk.deps.log.warn({ err: error }, 'Changes of notifications are not heard yet.'));
}

// One statement after the other, whatever comes meanwhile: who is named twice before it is told once.
function tellSoon(desk: Desk, keys: Iterable<string>, isChanged: boolean): void {
  for (const key of keys) {
    if (desk.watchers.has(key)) desk.due.set(key, isChanged || desk.due.get(key) === true);
  }
  if (!desk.isTelling && desk.due.size > 0) void tellDue(desk);
}

async function tellDue(desk: Desk): Promise<void> {
  desk.isTelling = true;
  while (desk.due.size > 0) {
    const some = [...desk.due].slice(0, USERS_AT_ONCE);
    for (const [key] of some) desk.due.delete(key);
    try {
      await tellUsers(desk, new Map(some));
    } catch (error) {
      desk.deps.log.warn({ err: error }, 'News of notifications could not be read.');
      for (const [key] of some) if (desk.watchers.has(key)) desk.due.set(key, true);
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  }
  desk.isTelling = false;
}

async function tellUsers(desk: Desk, due: Map<string, boolean>): Promise<void> {
  const users = [...due.keys()].flatMap((key) => {
    const [first, ...others] = desk.watchers.get(key) ?? [];
    if (first === undefined) return [];
    return [{ ...first, above: Math.min(...[first, ...others].map(({ seen }) => seen?.floor ?? 0)) }];
  });
  const { sql } = desk.deps;
  // The marks first: what comes between the two statements is told now and once more found to be new.
  const marks = await listMarks(sql, users);
  const rows = Map.groupBy(await listNewest(sql, users, WINDOW), keyOf);
  for (const mark of marks) {
    const key = keyOf(mark);
    for (const watcher of desk.watchers.get(key) ?? []) {
      const isChanged = due.get(key) === true || !isSame(watcher.mark, mark);
      if (isChanged) tell(desk, watcher, mark, rows.get(key) ?? []);
    }
  }
}

function tell({ deps }: Desk, watcher: Watcher, mark: Mark, rows: NotificationRow[]): void {
  const seen = watcher.seen ?? beginSeeing(rows, WINDOW, watcher.after);
  const fresh = unseen(seen, rows).toReversed();
  watcher.seen = see(seen, fresh);
  watcher.mark = mark;
  const count = { UnreadCount: mark.unread };
  for (const row of fresh) {
    const data = { Notification: presentNotification(row, deps.config.baseUrl), ...count };
    watcher.stream.send({ type: 'notification', id: row.notificationId, data });
  }
  if (fresh.length === 0) watcher.stream.send({ type: 'unread', data: count });
}

async function lookAfter(desk: Desk): Promise<void> {
  for (const { stream } of allOf(desk)) stream.beat();
  if (desk.isLooking || desk.watchers.size === 0) return;
  desk.isLooking = true;
  try {
    await endInvalid(desk);
    await tellMissed(desk);
  } catch (error) {
    desk.deps.log.warn({ err: error }, 'Streams of notifications could not be looked after.');
  } finally {
    desk.isLooking = false;
  }
}

// The stream itself keeps no session alive.
async function endInvalid(desk: Desk): Promise<void> {
  const all = allOf(desk);
  const valid = new Set(await listValid(desk.deps.sql, all, desk.deps.clock()));
  for (const watcher of all) {
    if (valid.has(watcher)) continue;
    watcher.stream.send({ type: 'signed-out', data: {} });
    watcher.stream.end();
  }
}

// What was said while the hearing connection was broken, or was lost behind a pooler.
async function tellMissed(desk: Desk): Promise<void> {
  const users = [...desk.watchers.values()].flatMap(([first]) => first ?? []);
  const marks = await listMarks(desk.deps.sql, users);
  const isMissed = (mark: Mark) => [...(desk.watchers.get(keyOf(mark)) ?? [])].some((one) => !isSame(one.mark, mark));
  tellSoon(desk, marks.filter(isMissed).map(keyOf), false);
}

const isSame = (known: Mark | null, { newest, unread }: Mark): boolean =>
  known?.newest === newest && known.unread === unread;

const keyOf = ({ deploymentId, userId }: UserKey): string => `${deploymentId}/${userId}`;

const allOf = ({ watchers }: Desk): Watcher[] => [...watchers.values()].flatMap((some) => [...some]);

function credentialOf({ via }: Actor): Pick<Credential, 'kind' | 'id'> {
  if (via.kind === 'visit') throw new Error('Visitors have no notifications.');
  return via.kind === 'token' ? { kind: 'token', id: via.tokenId } : { kind: 'session', id: via.sessionId };
}
