/** A proxy in front of PostgreSQL's socket that breaks connections. */
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

const STALL_MS = 400;

type Pair = { client: Socket; server: Socket };

/** The ways in which a connection breaks, in turn. */
const FAULTS: ((pair: Pair) => void)[] = [
  // The client's side is closed.
  ({ client }) => client.destroy(),
  // It is reset.
  ({ client }) => void client.resetAndDestroy(),
  // The server's side is closed.
  ({ server }) => server.destroy(),
  // Half-closed: PostgreSQL has no more to say, but the client can send.
  ({ client }) => void client.end(),
  // Frozen for a moment: answers come late. Unpiping again leaves one pipe.
  ({ client, server }) => {
    server.unpipe(client);
    setTimeout(() => server.unpipe(client).pipe(client), STALL_MS);
  },
];

export type FaultProxy = {
  port: number;
  /** How many faults there were. */
  faults: number;
  /** Breaks one of the open connections in the next way; nothing without any. */
  breakOne(): void;
  close(): void;
};

/** Starts the proxy on a free port of the loopback address. @param path of PostgreSQL's unix socket */
export async function startFaultProxy(path: string): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
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
    client.pipe(pair.server);
    pair.server.pipe(client);
  });
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  const proxy: FaultProxy = {
    port: (listener.address() as AddressInfo).port,
    faults: 0,
    breakOne() {
      const pair = [...pairs][proxy.faults % Math.max(1, pairs.size)];
      if (pair === undefined) return;
      FAULTS[proxy.faults % FAULTS.length]?.(pair);
      proxy.faults += 1;
    },
    close() {
      listener.close();
      for (const { client } of pairs) client.destroy();
    },
  };
  return proxy;
}
