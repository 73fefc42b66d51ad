/** A proxy in front of PostgreSQL's socket that breaks connections. */
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

const STALL_MS = 400;
const DELAY_MS = 2_500;
/** Longer than a request may take. */
const FROZEN_MS = 8_000;

type Pair = { client: Socket; server: Socket };

function freeze({ client, server }: Pair): void {
  client.unpipe(server).pause();
  server.unpipe(client).pause();
}

// Unpiping again leaves one pipe.
function thaw({ client, server }: Pair): void {
  client.unpipe(server).pipe(server);
  server.unpipe(client).pipe(client);
}

type Fault = (pair: Pair) => void;

function freezeFor(ms: number): Fault {
  return (pair) => {
    freeze(pair);
    setTimeout(() => thaw(pair), ms).unref();
  };
}

/** The ways in which a connection breaks, in turn. */
export const FAULTS: Fault[] = [
  // The client's side is closed.
  ({ client }) => client.destroy(),
  // It is reset.
  ({ client }) => void client.resetAndDestroy(),
  // The server's side is closed.
  ({ server }) => server.destroy(),
  // Half-closed: PostgreSQL has no more to say, but the client can send.
  ({ client }) => void client.end(),
  // Frozen for a moment: answers come late.
  freezeFor(STALL_MS),
];

/** The same, and longer times without an answer. */
export const LONG_FAULTS: Fault[] = [...FAULTS, freezeFor(DELAY_MS), ...FAULTS, freezeFor(FROZEN_MS)];

export type FaultProxy = {
  port: number;
  /** How many faults there were. */
  faults: number;
  /** Breaks one of the open connections in the next way; nothing without any. */
  breakOne(): void;
  /** Passes nothing on, on any connection or on those that are open; new ones are frozen too in the first case. */
  freeze(which: 'all' | 'open'): void;
  /** Passes on what was held back. */
  thaw(): void;
  close(): void;
};

/** Starts the proxy on a free port of the loopback address. @param path of PostgreSQL's unix socket */
export async function startFaultProxy(path: string, faults = FAULTS): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  let isFrozen = false;
  const listener = createServer((client) => {
    const pair = { client, server: connect(path) };
    pairs.add(pair);
    for (const socket of [client, pair.server]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        pairs.delete(pair);
        pair.server.destroy();
        client.destroy();
      });
    }
    if (!isFrozen) thaw(pair);
  });
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  const proxy: FaultProxy = {
    port: (listener.address() as AddressInfo).port,
    faults: 0,
    breakOne() {
      const pair = [...pairs][proxy.faults % Math.max(1, pairs.size)];
      if (pair === undefined) return;
      faults[proxy.faults % faults.length]?.(pair);
      proxy.faults += 1;
    },
    freeze(which) {
      isFrozen = which === 'all';
      for (const pair of pairs) freeze(pair);
    },
    thaw() {
      isFrozen = false;
      for (const pair of pairs) thaw(pair);
    },
    close() {
      listener.close();
      for (const { client } of pairs) client.destroy();
    },
  };
  return proxy;
}
