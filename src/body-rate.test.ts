import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { test } from 'node:test';
import { startApp } from '../test/harness.ts';
import { until } from '../test/waiting.ts';
import { buildApp } from './app.ts';

let second = () => {};
const app = await startApp(
  {},
  {
    everySecond: (run) => {
      second = run;
      return () => {};
    },
  },
);
const { port } = new URL(app.url);
const pass = (seconds: number) => Array.from({ length: seconds }, () => second());

type Sender = { socket: Socket; answer: () => string; isOpen: () => boolean };

/** Sends the head of a request, and waits until the server asks for its body. */
async function send(line: string, headers: Record<string, string>): Promise<Sender> {
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  socket.on('error', () => {});
  const all = { host: 'carrel.test', expect: '100-continue', ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${line} HTTP/1.1\r\n${head.join('')}\r\n`);
  while (!received.includes('100 Continue')) await once(socket, 'data');
  const answer = () => received.slice(received.indexOf('\r\n\r\n') + 4);
  return { socket, answer, isOpen: () => !socket.destroyed && answer() === '' };
}

/** Returns when the server has read what was written before. */
async function write(socket: Socket, bytes: string | Buffer): Promise<void> {
  await new Promise((written) => void socket.write(bytes, written));
  for (let n = 0; n < 3; n += 1) await (await fetch(`${app.url}/healthz`)).text();
}

const JSON_BODY = { 'content-type': 'application/json', 'content-length': '100000' };
const SIGN_IN = 'POST /api/sessions';

test('a slow body without a credential ends after 20 seconds with 408', async () => {
  const { socket, answer, isOpen } = await send(SIGN_IN, JSON_BODY);
  await write(socket, '{');
  pass(19);
  assert.ok(isOpen());
  await write(socket, ' ');
  pass(1);
  await once(socket, 'close');
  const [head = '', body = ''] = answer().split('\r\n\r\n');
  assert.match(head, /^HTTP\/1\.1 408 Request Timeout\r\nContent-Type: application\/problem\+json\r\n/);
  const { status, type, instance } = JSON.parse(body);
  assert.deepEqual([status, type, instance], [408, '/request_timeout', '/api/sessions']);
});

test('a chunked body has the same limits as one with a length', async () => {
  const chunked = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const { socket, answer } = await send(SIGN_IN, chunked);
  await write(socket, '1\r\n{\r\n');
  pass(20);
  await once(socket, 'close');
  assert.match(answer(), /^HTTP\/1\.1 408 /);
});

test('a signed-in client has a minute, and 500 bytes a second on average are always enough', async () => {
  const { ann } = await app.world();
  const authorization = `Bearer ${ann.token}`;
  const { socket, answer, isOpen } = await send(`POST /api/libraries/${ann.libraryId}/folders`, {
    ...JSON_BODY,
    authorization,
  });
  await ann.api('GET', '/api/users/me');
  for (let minute = 0; minute < 3; minute += 1) {
    pass(59);
    await write(socket, ' '.repeat(30_000));
    pass(1);
    assert.ok(isOpen(), `minute ${minute}: ${answer()}`);
  }
  pass(59);
  assert.ok(isOpen());
  pass(1);
  await once(socket, 'close');
  assert.match(answer(), /^HTTP\/1\.1 408 /);
});

test('time in which the server does not read does not count', async (t) => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Slow disk');
  const put = app.deps.blobs.put.bind(app.deps.blobs);
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.deps.blobs.put = async (...args) => {
    asked.resolve();
    await released.promise;
    return put(...args);
  };
  t.after(() => (app.deps.blobs.put = put));
  const uploading = ann.document(folderId, 'large.bin', Buffer.alloc(4_000_000));
  await asked.promise;
  for (let n = 0; n < 3; n += 1) await (await fetch(`${app.url}/healthz`)).text();
  pass(600);
  released.resolve();
  assert.ok((await uploading) > 0);
});

test('a stalled upload leaves nothing behind', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Stalled');
  const { socket, answer, isOpen } = await send(`POST /api/folders/${folderId}/documents`, {
    authorization: `Bearer ${ann.token}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': '1000000',
  });
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  await ann.api('GET', '/api/users/me');
  await write(socket, part + 'x'.repeat(10_000));
  // A minute counts once the server has read everything, which it does after it has looked up the folder.
  await until(async () => {
    pass(60);
    return !isOpen();
  });
  assert.match(answer(), /^HTTP\/1\.1 408 /);
  assert.deepEqual((await ann.api('GET', `/api/folders/${folderId}/documents`)).body, []);
});

test('a head that takes longer than 30 seconds ends the connection', async () => {
  const { server } = await buildApp(app.deps);
  assert.deepEqual([server.headersTimeout, server.requestTimeout], [30_000, 0]);
  server.close();
});
