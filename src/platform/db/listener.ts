/** LISTEN on a connection of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createClient } from './client.ts';
import { socketOf } from './link.ts';
import type { DatabaseAddress } from './servers/database-url.ts';
import type { Sql } from './sql.ts';

const RETRY_MS = 500;

export type Listening = {
  onMessage: (payload: string) => void;
  /** Called whenever listening starts: earlier messages are lost. */
  onBegin: () => void;
};

/**
 * Listens on a channel until the pool ends, and connects again after a failure. Resolves when listening has started, and
 * rejects if the first attempt fails, while further ones go on.
 */
export async function openListener(
  address: DatabaseAddress,
  channel: string,
  listening: Listening,
  { ending, onRenewal }: Pick<Sql, 'ending' | 'onRenewal'>,
): Promise<void> {
  const started = Promise.withResolvers<void>();
  const state: { isEnding: boolean; client: pg.Client | null } = { isEnding: false, client: null };
  const onBegin = () => {
    listening.onBegin();
    started.resolve();
  };
  const listenOn = async () => {
    while (!state.isEnding) {
      state.client = createClient(address);
      await listenOnce(state.client, channel, { ...listening, onBegin }).catch(started.reject);
      await state.client.end().catch(() => {});
      if (!state.isEnding) await sleep(RETRY_MS * (0.5 + Math.random()), undefined, { ref: false });
    }
  };
  const end = async () => {
    await ending;
    state.isEnding = true;
    await state.client?.end();
  };
  // The server may be gone without a sign, or wait until this connection has been closed.
  onRenewal(() => void (state.client !== null && socketOf(state.client).destroy()));
  void listenOn();
  void end();
  return started.promise;
}

// Resolves when the connection ends.
async function listenOnce(client: pg.Client, channel: string, { onMessage, onBegin }: Listening): Promise<void> {
  const ended = Promise.withResolvers<void>();
  client.once('end', ended.resolve);
  client.on('notification', ({ payload = '' }) => onMessage(payload));
  await client.connect();
  await client.query(`listen "${channel}"`);
  onBegin();
  await ended.promise;
}
