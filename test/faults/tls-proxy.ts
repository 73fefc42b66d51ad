/** TLS in front of PostgreSQL's socket, begun as the protocol of PostgreSQL has it. */
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { TLSSocket, createSecureContext } from 'node:tls';

/** Starts the proxy on a free port of all addresses. @param path of PostgreSQL's unix socket */
export async function startTlsProxy(
  path: string,
  certificate: { cert: string; key: string },
): Promise<{ port: number; close: () => void }> {
  const secureContext = createSecureContext(certificate);
  const open = new Set<Socket>();
  const listener = createServer((client) => {
    open.add(client.on('error', () => {}).on('close', () => open.delete(client)));
    // The request for TLS, eight bytes; the client waits for the answer.
    client.once('data', () => {
      client.write('S');
      const secure = new TLSSocket(client, { isServer: true, secureContext });
      const server = connect(path);
      for (const [one, other] of [
        [secure, server],
        [server, secure],
      ] as const) {
        one
          .on('error', () => other.destroy())
          .on('close', () => other.destroy())
          .pipe(other);
      }
    });
  });
  await new Promise<void>((listening) => listener.listen(0, listening));
  return {
    port: (listener.address() as AddressInfo).port,
    close: () => {
      listener.close();
      for (const client of open) client.destroy();
    },
  };
}
