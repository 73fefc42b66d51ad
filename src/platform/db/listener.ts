/** LISTEN on a connection of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createClient } from './client.ts';
import type { DatabaseAddress } from './database-url.ts';

const RETRY_MS = 500;

export type Listening = {
  onMessage(payload: string): void;
  /** Called whenever listening starts: earlier messages are lost. */
  onBegin(): void;
};

/**
 * Listens on a channel until `ending`, and connects again after a failure. Resolves when listening has started, and
 * rejects if the first attempt fails, while further ones go on.
 */
export async function openListener(
  address: DatabaseAddress,
  channel: string,
  { onMessage, onBegin }: Listening,
  ending: Promise<void>,
): Promise<void> {
  const started = Promise.withResolvers<void>();
  let isEnding = false;
  let current: pg.Client | null = null;
  void ending.then(() => {
    isEnding = true;
    return current?.end();
  });
  const listen = async () => {
    const client = createClient(address);
    current = client;
    const closed = new Promise<void>((resolve) => void client.once('end', resolve));
    client.on('notification', ({ payload = '' }) => onMessage(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      onBegin();
      started.resolve();
      if (isEnding) await client.end();
      await closed;
    } catch (error) {
      started.reject(error);
      await client.end().catch(() => {});
    }
  };
  const listenOn = async () => {
    while (!isEnding) {
      await listen();
      if (!isEnding) await sleep(RETRY_MS * (0.5 + Math.random()), undefined, { ref: false });
    }
  };
  void listenOn();
  return started.promise;
}
