/** A client of the notification stream, for tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Person } from '../../../test/world.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { TestApp } from '../../../test/harness.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- tests assert its shape
export type ReceivedEvent = { type: string; id: string | null; data: any };

export type Receiver = {
  status: number;
  headers: Headers;
  /** The next event. */
  next(): Promise<ReceivedEvent>;
  /** All events until the server ends the stream. */
  rest(): Promise<ReceivedEvent[]>;
  /** Resolves with the next comment line. */
  beat(): Promise<void>;
  leave(): void;
};

/** The timeout for events that never arrive. The driver needs some time after connections broke. */
const PATIENCE_MS = 120_000;

/** Opens a stream; `headers` contain the credential. */
export async function openStream(url: string, headers: Record<string, string>, query = ''): Promise<Receiver> {
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(PATIENCE_MS)]);
  const response = await fetch(new URL(`/api/notifications/stream?${query}`, url), { headers, signal });
  const blocks = blocksOf(response);
  const next = async (): Promise<ReceivedEvent | null> => {
    for (;;) {
      const block = await blocks.next();
      if (block.done === true) return null;
      const event = parse(block.value);
      if (event !== null) return event;
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    async next() {
      const event = await next();
      if (event === null) throw new Error('The stream has ended.');
      return event;
    },
    async rest() {
      const events: ReceivedEvent[] = [];
      for (let event = await next(); event !== null; event = await next()) events.push(event);
      return events;
    },
    async beat() {
      for (let block = await blocks.next(); block.done !== true; block = await blocks.next()) {
        if (block.value === ':') return;
      }
      throw new Error('The stream has ended.');
    },
    leave: () => controller.abort(),
  };
}

/** Opens a stream with a person's token. */
export const follow = (
  url: string,
  { token }: { token: string },
  headers: Record<string, string> = {},
  query = '',
): Promise<Receiver> => openStream(url, { authorization: `Bearer ${token}`, ...headers }, query);

/** Sends the same notification to each person, as an action does. */
export async function notify({ sql, clock }: TestApp, people: Person[], message: string): Promise<void> {
  const { deploymentId = 0 } = people[0] ?? {};
  const userIds = people.map(({ userId }) => userId);
  await transaction(sql, (tx) => insertNotifications(tx, deploymentId, userIds, message, clock.now));
}

async function* blocksOf({ body }: Response): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const parts = (text + chunk).split('\n\n');
    text = parts.pop() ?? '';
    yield* parts;
  }
}

function parse(block: string): ReceivedEvent | null {
  const fields = new Map(block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]));
  const type = fields.get('event');
  if (type === undefined) return null;
  return { type, id: fields.get('id') ?? null, data: JSON.parse(fields.get('data') ?? 'null') };
}

/** Waits for a count: a signal sent just before a stream opened may arrive afterwards and is delivered again. */
export async function untilCount(stream: Receiver, count: number): Promise<void> {
  while ((await stream.next()).data.UnreadCount !== count);
}

/** The next notification event. */
export async function nextNotification(stream: Receiver): Promise<ReceivedEvent> {
  const event = await stream.next();
  return event.type === 'notification' ? event : nextNotification(stream);
}

export type ApiProcess = { child: ChildProcess; url: string };

/** Starts another API process on the same database. */
export async function startProcess(app: TestApp): Promise<ApiProcess> {
  const program = join(import.meta.dirname, '../../../test/api-process.ts');
  const child = spawn(process.execPath, [program, app.databaseUrl, app.dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: address.toString() };
}
