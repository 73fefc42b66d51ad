/** Ends an HTTP server without cutting a request off, and without waiting for connections that carry none. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const SWEEP_MS = 100;

/**
 * To be called before the server listens; returns what to call around its closing. Node closes what is idle once, at
 * the beginning: connections that fall idle later, and those opened ahead of need, would be waited for.
 */
export function prepareDrain(server: Server, options: { isSecure: boolean }): (close: Promise<void>) => Promise<void> {
  const unused = new Set<Socket>();
  server.on(options.isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return async (close) => {
    // Not at once: the head of a request may be on its way.
    const timer = setInterval(() => {
      for (const socket of unused) socket.destroy();
      server.closeIdleConnections();
    }, SWEEP_MS);
    await close;
    clearInterval(timer);
  };
}
