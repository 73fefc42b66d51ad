/** The limits of time and size of requests to servers that people name. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { until } from '../../../test/waiting.ts';
import { OutboundError, createGuardedFetch } from './guarded-fetch.ts';

const LIMIT_MS = 60;
const fetch = createGuardedFetch(['127.0.0.1'], LIMIT_MS);

async function serve(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const isTooSlow = (error: unknown) => error instanceof OutboundError && error.message === 'No answer in time.';

test('a request times out if the server accepts the connection and sends nothing', async (t) => {
  // The server may not have read the request yet: on a busy machine, the time can end before.
  let open = 0;
  const url = await serve(t, ({ socket }) => {
    open += 1;
    socket.once('close', () => (open -= 1));
  });
  await assert.rejects(fetch(url), isTooSlow);
  await until(async () => open === 0);
});

test('a request times out after the same time if the server sends its response byte by byte', async (t) => {
  const url = await serve(t, (_request, response) => {
    const drip = setInterval(() => response.write(' '), 5);
    response.once('close', () => clearInterval(drip));
  });
  await assert.rejects(fetch(url), isTooSlow);
});

test('a malformed response fails the request and not the process', async (t) => {
  const heads = ['999 X', '600 X', '199 X', '101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade'];
  for (const head of heads) {
    const url = await serve(t, ({ socket }) => socket.write(`HTTP/1.1 ${head}\r\nContent-Length: 2\r\n\r\n{}`));
    await assert.rejects(fetch(url), OutboundError, head);
  }
  const url = await serve(t, ({ socket }) => socket.write('HTTP/1.1 205 X\r\nContent-Length: 2\r\n\r\n{}'));
  assert.equal((await fetch(url)).status, 205);
});

test('a caller can abort the request earlier', async (t) => {
  const url = await serve(t, () => {});
  await assert.rejects(fetch(url, { signal: AbortSignal.abort() }), isTooSlow);
});
