/** Closes an HTTP server without aborting requests and without waiting for idle connections. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const SWEEP_MS = 100;

/**
 * Call it before the server listens; call the returned function when closing. Node closes idle connections only once,
 * at the beginning; it would wait for connections that become idle later and for those opened in advance.
 */
export function prepareClose(server: Server, options: { isSecure: boolean }): (close: Promise<void>) => Promise<void> {
  const unused = new Set<Socket>();
  server.on(options.isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return async (close) => {
    // With a delay, because the header of a request may be in transit.
    const timer = setInterval(() => {
      for (const socket of unused) socket.destroy();
      server.closeIdleConnections();
    }, SWEEP_MS);
    await close;
    clearInterval(timer);
  };
}
