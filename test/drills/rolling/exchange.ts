/** Requests whose headers and bytes matter, beside the plain ones of `send`. */
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { Target } from '../several/load.ts';

const TIMEOUT_MS = 10_000;

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

export type Asked = { method: string; path: string; headers?: Record<string, string | number>; body?: Uint8Array };

/** Sends a request to the first address and returns when the head of its answer has come. */
export async function open(
  { addresses: [address = ''], token }: Target,
  { method, path, headers = {}, body = Buffer.alloc(0) }: Asked,
): Promise<IncomingMessage> {
  const all = { authorization: `Bearer ${token}`, 'content-length': body.length, ...headers };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, address), { method, headers: all, agent });
    const late = setTimeout(() => sent.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    sent.on('response', (answer) => {
      clearTimeout(late);
      resolve(answer);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends a request and reads its answer; throws unless the status is the expected one. */
export async function exchange(
  target: Target,
  asked: Asked,
  expected: number,
): Promise<{ bytes: Buffer; headers: IncomingMessage['headers'] }> {
  const answer = await open(target, asked);
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (answer.statusCode !== expected) throw new Error(`${answer.statusCode} ${bytes.toString().slice(0, 200)}`);
  return { bytes, headers: answer.headers };
}
