/** The floor's files: received, flushed to the disk, and sent, with nothing else done to them. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

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

export async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const { size } = await stat(path);
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': size });
  await pipeline(createReadStream(path, { highWaterMark: READ_BYTES }), response);
}
