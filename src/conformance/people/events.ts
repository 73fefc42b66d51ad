/** Reads a stream of server-sent events. */
import { Json } from '../json.ts';

export type StreamEvent = { event: string; data: Json };

const PATIENCE_MS = 60_000;

/** The first two events, or fewer if no others come in time. `afterFirst` runs after the first, and causes the second. */
export async function firstEvents(url: string, token: string, afterFirst: () => Promise<void>): Promise<StreamEvent[]> {
  const path = '/api/notifications/stream';
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  const response = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
  const events: StreamEvent[] = [];
  let text = '';
  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parse(block, `GET ${path}`);
        if (event === null) continue;
        events.push(event);
        if (events.length === 2) return events;
        await afterFirst();
      }
    }
  } catch {
    // The time is over, or the stream ended.
  }
  return events;
}

// Null for a comment, which only keeps the connection open.
function parse(block: string, about: string): StreamEvent | null {
  const [, event] = /^event: *(.*)$/m.exec(block) ?? [];
  const [, data] = /^data: *(.*)$/m.exec(block) ?? [];
  return event === undefined || data === undefined ? null : { event, data: new Json(JSON.parse(data), about) };
}
