/** Event streams that reconnect as browsers do. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Target, send } from '../several/load.ts';
import type { Activity } from './activity.ts';
import { exchange, open } from './exchange.ts';

const STREAMS = 6;
const PATIENCE_MS = 20_000;

type Stream = { isOpen: boolean; reconnects: number; lastId: string; received: Map<string, number>; retryMs: number };

/** The person to whom the load assigns its tasks, so that there are notifications. */
const PERSON = { Email: 'ann@example.com', Name: 'Ann', Password: 'correct horse battery' };

/** Follows a person's notifications on several streams. Counts events; in the end each stream must have had all. */
export async function followStreams(admin: Target): Promise<Activity> {
  const target = await addPerson(admin);
  const earlier = await listAll(target);
  const failures: string[] = [];
  const stopping = new AbortController();
  const streams = Array.from({ length: STREAMS }, (): Stream => ({
    isOpen: false,
    reconnects: 0,
    lastId: '',
    received: new Map(),
    retryMs: 3000,
  }));
  const follow = async (stream: Stream, index: number) => {
    for (let turn = index; !stopping.signal.aborted; turn += 1) {
      const address = target.addresses[turn % target.addresses.length] ?? '';
      try {
        await receive({ ...target, addresses: [address] }, stream, stopping.signal);
      } catch (error) {
        if (!stopping.signal.aborted) failures.push(`event stream, ${address}: ${String(error)}`);
      }
      if (stopping.signal.aborted) return;
      stream.reconnects += 1;
      await sleep(stream.retryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = streams.map(follow);
  while (!streams.every(({ isOpen }) => isOpen)) await sleep(50);
  return {
    name: `events on ${STREAMS} streams`,
    done: () => streams.reduce((sum, { received }) => sum + received.size, 0),
    failures,
    stop: async () => {
      const expected = (await listAll(target)).filter((id) => !earlier.includes(id));
      const missingOf = ({ received }: Stream) => expected.filter((id) => !received.has(id));
      const deadline = Date.now() + PATIENCE_MS;
      while (Date.now() < deadline && streams.some((stream) => missingOf(stream).length > 0)) await sleep(100);
      stopping.abort();
      await Promise.all(running);
      return streams.flatMap((stream, index) => wrongWith(stream, index, missingOf(stream)));
    },
  };
}

function wrongWith({ reconnects, received }: Stream, index: number, missing: string[]): string[] {
  const repeated = [...received].filter(([, times]) => times > 1).map(([id]) => id);
  return [
    ...(missing.length > 0 ? [`stream ${index} missed ${missing.join(', ')} after ${reconnects} reconnections`] : []),
    ...(repeated.length > 0 ? [`stream ${index} had ${repeated.join(', ')} more than once`] : []),
  ];
}

async function addPerson(admin: Target): Promise<Target> {
  const { body } = await send(admin, 'POST', '/api/users', PERSON);
  const path = `/api/users/${(body as { UserId: number }).UserId}/tokens`;
  const made = await send(admin, 'POST', path, { Name: 'drill' });
  if (made.status !== 201) throw new Error(made.text);
  return { ...admin, token: (made.body as { Token: string }).Token };
}

/** Returns when the stream has ended as it should; throws if it broke. */
async function receive(target: Target, stream: Stream, signal: AbortSignal): Promise<void> {
  const headers: Record<string, string> = stream.lastId === '' ? {} : { 'last-event-id': stream.lastId };
  const answer = await open(target, { method: 'GET', path: '/api/notifications/stream', headers });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}`);
  const leave = () => answer.destroy();
  signal.addEventListener('abort', leave);
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) {
    const blocks = (text + String(chunk)).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) note(stream, block);
  }
  signal.removeEventListener('abort', leave);
}

function note(stream: Stream, block: string): void {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const [retry, id] = [field('retry'), field('id')];
  if (retry !== undefined) stream.retryMs = Number(retry);
  if (field('event') === 'unread') stream.isOpen = true;
  if (id === undefined) return;
  stream.lastId = id;
  const { Notification } = JSON.parse(field('data') ?? '') as { Notification: { Links: { Self: string } } };
  const key = Notification.Links.Self;
  stream.received.set(key, (stream.received.get(key) ?? 0) + 1);
}

// The links of all notifications.
async function listAll(target: Target): Promise<string[]> {
  const links: string[] = [];
  for (let path = '/api/notifications?top=1000'; path !== '';) {
    const { bytes, headers } = await exchange(target, { method: 'GET', path }, 200);
    links.push(...(JSON.parse(bytes.toString()) as { Links: { Self: string } }[]).map(({ Links }) => Links.Self));
    const next = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
    path = next === undefined ? '' : new URL(next).pathname + new URL(next).search;
  }
  return links;
}
