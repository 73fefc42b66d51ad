/** Uploads beyond the limit are refused while they are received, and the client gets the reason. */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../../../test/harness.ts';
import { send, uploadHead } from './raw-http.fixture.ts';
import { stagedFiles, storedFiles } from '../blobs/stored-files.fixture.ts';

const MB = 1_000_000;
const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n';
const FIELD = '--b\r\nContent-Disposition: form-data; name="comment"\r\n\r\n';

const app = await startApp({}, { own: 'counts the stored files' });
const { ann } = await app.world();
const path = `/api/folders/${await ann.folder(ann.libraryId, 'Too large')}/documents`;

const lengthHead = (length: number) =>
  uploadHead(path, { token: ann.token, contentType: 'multipart/form-data; boundary=b', length });
const chunkedHead = () => lengthHead(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
const chunk = (content: Buffer | string) =>
  Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), Buffer.from(content), Buffer.from('\r\n')]);

// The bytes received once the response body is complete.
async function answerOf(
  socket: Socket,
): Promise<{ status: number; head: string; body: { type: string; title: string } }> {
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  for (let waited = 0; waited < 500; waited++) {
    const [head = '', body = ''] = text.split('\r\n\r\n', 2);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
    if (Buffer.byteLength(body) === length) return { status: Number(text.slice(9, 12)), head, body: JSON.parse(body) };
    await sleep(20);
  }
  throw new Error(`No whole answer came: ${text}`);
}

async function assertStageInstead(socket: Socket): Promise<void> {
  const { status, head, body } = await answerOf(socket);
  assert.deepEqual([status, body.type], [413, '/payload_too_large']);
  assert.match(body.title, /POST …\/temp\?filename=/);
  assert.match(head, /^connection: close$/im);
  assert.match(head, /^content-type: application\/problem\+json$/im);
}

async function closed(socket: Socket): Promise<void> {
  for (let waited = 0; !socket.closed; waited++) {
    assert.ok(waited < 500, 'The connection was not closed.');
    await sleep(20);
  }
}

test('a length beyond the limit is refused before any byte of the form is sent', async () => {
  for (const length of [10 * MB, 10 ** 15]) {
    const socket = await send(app.url, lengthHead(length));
    await assertStageInstead(socket);
    socket.destroy();
  }
});

test('without a length, a file or endless other parts are refused as soon as they exceed the limit', async () => {
  for (const part of [PART, FIELD]) {
    const socket = await send(app.url, chunkedHead(), chunk(part), chunk(Buffer.alloc(8 * MB)));
    await assertStageInstead(socket);
    socket.destroy();
  }
});

test('a client that sends everything before reading still receives the refusal', async () => {
  for (const size of [8 * MB, 60 * MB]) {
    const form = Buffer.concat([Buffer.from(PART), Buffer.alloc(size), Buffer.from('\r\n--b--\r\n')]);
    const socket = await send(app.url, lengthHead(form.length));
    await new Promise((resolve) => socket.write(form, resolve));
    await sleep(50);
    await assertStageInstead(socket);
    await closed(socket);
  }
});

test('a client that never stops sending is cut off without buffering its data', async () => {
  const before = process.memoryUsage().rss;
  const socket = await send(app.url, chunkedHead(), chunk(PART));
  const piece = chunk(Buffer.alloc(MB));
  const sendOn = () => void (socket.writable && socket.write(piece, () => setImmediate(sendOn)));
  sendOn();
  await assertStageInstead(socket);
  await closed(socket);
  assert.ok(socket.bytesWritten < 150 * MB, `${socket.bytesWritten} bytes were taken`);
  assert.ok(process.memoryUsage().rss - before < 100 * MB);
});

test('nothing remains in the store', async () => {
  assert.deepEqual(await stagedFiles(app), []);
  assert.deepEqual(await storedFiles(app), []);
  assert.deepEqual(
    app.logs.filter(({ level }) => Number(level) >= 50),
    [],
  );
  assert.equal((await ann.api('GET', path)).body.length, 0);
});
