import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { applyLoad, encodeRequest, type Load } from './client.ts';

test('sends the given number of requests on the given number of connections', async () => {
  const seen = { requests: 0, connections: new Set() };
  const answered = await underLoad({ connections: 3, requests: 100 }, (request, response) => {
    seen.requests += 1;
    seen.connections.add(request.socket);
    response.end('hello');
  });
  assert.deepEqual([answered.requests, answered.bytes], [100, 500]);
  assert.deepEqual([seen.requests, seen.connections.size], [100, 3]);
});

test('bytes of a body count even if the time ends before the body', async () => {
  const answered = await underLoad({ seconds: 0.2, length: 1_000_000 }, (_request, response) => {
    response.writeHead(200, { 'Content-Length': 1_000_000 });
    response.write(Buffer.alloc(600_000));
  });
  assert.deepEqual([answered.requests, answered.bytes], [0, 600_000]);
});

test('a response head that arrives in pieces is read completely', async () => {
  const answered = await underLoad({ requests: 1 }, (request) => {
    request.socket.write('HTTP/1.1 200 OK\r\nContent-Le');
    setTimeout(() => request.socket.write('ngth: 5\r\n\r\nhello'), 50);
  });
  assert.deepEqual([answered.requests, answered.bytes], [1, 5]);
});

test('a 204 response ends with its head', async () => {
  const request = { bytes: encodeRequest('DELETE', new URL('http://bench/'), {}), status: 204, length: 0 };
  const answered = await underLoad({ requests: 3, next: () => request }, (_request, response) => {
    response.writeHead(204).end();
  });
  assert.deepEqual([answered.requests, answered.bytes], [3, 0]);
});

test('an unexpected status ends the load with the response in the error', async () => {
  const load = underLoad({}, (_request, response) => {
    response.statusCode = 503;
    response.end('busy!');
  });
  await assert.rejects(load, /GET \/ HTTP\/1.1 must answer 200 with 5 bytes but answered:\nHTTP\/1.1 503[^]*busy!/);
});

test('an unexpected length ends the load', async () => {
  await assert.rejects(
    underLoad({}, (_request, response) => response.end('longer')),
    /must answer 200 with 5 bytes/,
  );
});

test('a server that closes its connections ends the load', async () => {
  await assert.rejects(
    underLoad({ requests: 10 }, (_request, response) => response.setHeader('Connection', 'close').end('hello')),
    /closed a connection/,
  );
});

async function underLoad(options: Partial<Load> & { length?: number }, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const request = { bytes: encodeRequest('GET', origin, {}), status: 200, length: options.length ?? 5 };
  try {
    return await applyLoad({
      origin,
      connections: 1,
      seconds: 10,
      requests: Infinity,
      next: () => request,
      ...options,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
