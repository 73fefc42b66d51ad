/** The floor's files: received, synced, and sent, without further work. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

const SMALL_BYTES = 64 * 1024;
const READ_BYTES = 1024 * 1024;

/** Stores the body as a new file, durably, and resolves to its size. */
export async function receiveFile(request: IncomingMessage, path: string): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  return content.length;
}

/** Streams a body of any size to a file, durably. */
export async function receiveLarge(request: IncomingMessage, path: string): Promise<void> {
  const file = await open(path, 'w');
  await pipeline(request, file.createWriteStream({ flush: true }));
}

/** Only hashes a body with SHA-256 on one core. */
export async function hashBody(request: IncomingMessage): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of request) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Sends a small file at once, a large one in reads of 1 MiB. */
export async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const file = await open(path);
  const { size } = await file.stat();
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': size });
  if (size > SMALL_BYTES) {
    await pipeline(file.createReadStream({ highWaterMark: READ_BYTES }), response);
    return;
  }
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, 0);
  response.end(buffer.subarray(0, bytesRead));
  await file.close();
}
