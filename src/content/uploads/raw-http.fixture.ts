/** Raw HTTP over a socket, for requests that no client library sends. */
import { type Socket, connect } from 'node:net';

export type RawAnswer = { status: number; type: string; body: string };

/** The head of a form upload, which need not match the body. */
export function uploadHead(
  path: string,
  { token, contentType, length }: { token: string; contentType: string; length: number },
): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: carrel.test',
    'Connection: close',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n');
}

/** Opens a connection and sends these bytes. */
export async function send(url: string, ...bytes: (string | Uint8Array)[]): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // Tests read the server's answer; a reset counts as one.
  socket.on('error', () => {});
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  for (const part of bytes) socket.write(part);
  return socket;
}

/** Sends a whole request and reads the answer to its end; undefined if the connection was closed without one. */
export async function request(url: string, ...bytes: (string | Uint8Array)[]): Promise<RawAnswer | undefined> {
  const socket = await send(url, ...bytes);
  // A missing answer resolves as undefined.
  socket.setTimeout(5000, () => socket.destroy());
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => socket.once('close', resolve));
  const text = Buffer.concat(chunks).toString();
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  const type = /^content-type: (.*)$/im.exec(head)?.[1] ?? '';
  return text === '' ? undefined : { status, type, body };
}
