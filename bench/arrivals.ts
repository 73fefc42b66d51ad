/**
 * Load with a fixed arrival rate: requests are sent at their time, whether or not earlier ones were answered, as from many
 * clients that know nothing of each other. A latency counts from that time, so it includes the wait of a late request.
 */
import { type Answered, type Conversation, type Request, type Results, end, openConversation } from './client.ts';
import { createHistogram } from './histogram.ts';

/** More outstanding requests than this mean that the server does not keep up. */
const MAX_CONNECTIONS = 256;
const PATIENCE_MS = 5_000;

export type Arrivals = { origin: URL; perSecond: number; seconds: number; next: () => Request };

/** Resolves when all requests were answered; late ones count with the time that they took. */
export async function applyArrivals({ origin, perSecond, seconds, next }: Arrivals): Promise<Answered> {
  const results: Results = { latencies: createHistogram(), bytes: 0, sockets: new Set(), over: false };
  const free: Conversation[] = [];
  const late: number[] = [];
  const failure = Promise.withResolvers<never>();
  const idle = (conversation: Conversation) => {
    const since = late.shift();
    if (since === undefined) free.push(conversation);
    else conversation.ask(next(), since);
  };
  const send = (since: number) => {
    const conversation = free.pop();
    if (conversation !== undefined) return conversation.ask(next(), since);
    late.push(since);
    if (results.sockets.size < MAX_CONNECTIONS) openConversation(origin, results, idle).catch(failure.reject);
  };
  const total = Math.round(perSecond * seconds);
  try {
    await Promise.race([sendAll(total, perSecond, send), failure.promise]);
    const latest = performance.now() + PATIENCE_MS;
    const isOver = () => results.latencies.count() === total || performance.now() > latest;
    await Promise.race([untilTrue(isOver), failure.promise]);
  } finally {
    end(results);
  }
  return summarize(results, total, seconds);
}

// Requests without an answer count as the longest wait.
function summarize({ latencies, bytes }: Results, total: number, seconds: number): Answered {
  const requests = latencies.count();
  for (let missing = requests; missing < total; missing += 1) latencies.record(PATIENCE_MS);
  return { requests, bytes, seconds, p50: latencies.percentile(0.5), p99: latencies.percentile(0.99) };
}

function sendAll(total: number, perSecond: number, send: (since: number) => void): Promise<void> {
  const startedAt = performance.now();
  let sent = 0;
  return untilTrue(() => {
    for (; sent < total; sent += 1) {
      const due = startedAt + (sent * 1000) / perSecond;
      if (due > performance.now()) break;
      send(due);
    }
    return sent === total;
  });
}

function untilTrue(isOver: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!isOver()) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
}
