// runs alone: the memory of the process is measured
/** How a large content leaves: in step with its receiver, over connections that are used again, over TLS. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { type Socket, connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { selfSignedCertificate } from '../../../test/certificate.ts';
import { startApp } from '../../../test/harness.ts';
import { fileForm, formBody } from '../../content/uploads/form.fixture.ts';
import { SMALL_CONTENT_BYTES } from '../../platform/blobs/store.ts';

const BIG = randomBytes(5_000_000);
const certificate = selfSignedCertificate();

const app = await startApp();
const { ann } = await app.world();
const folderId = await ann.folder(ann.libraryId, 'Sending');
const documentId = await ann.document(folderId, 'big.bin', BIG);
const path = `/api/documents/${documentId}/content`;

async function openBlobs(): Promise<number> {
  const links = await readdir('/proc/self/fd');
  const targets = await Promise.all(links.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => /\/blobs\/.*[0-9a-f]{12}$/.test(target)).length;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await condition()); waited++) {
    assert.ok(waited < 500, 'This did not come about in ten seconds.');
    await sleep(20);
  }
}

/** The memory outside of the heap, once all blocks are read and the kernel takes no more: then nothing moves. */
async function settledMemory(): Promise<number> {
  let [settled, looks] = [process.memoryUsage().external, 0];
  await until(() => {
    const { external } = process.memoryUsage();
    looks = Math.abs(external - settled) < 64 * 1024 ? looks + 1 : 0;
    settled = external;
    return looks === 15;
  });
  return settled;
}

async function open(...requests: string[]): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  for (const head of requests)
    socket.write(`${head}\r\nHost: carrel.test\r\nAuthorization: Bearer ${ann.token}\r\n\r\n`);
  return socket;
}

async function bodyOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('pipelined requests are answered in order, large and small', async () => {
  const small = await ann.document(folderId, 'small.txt', 'small');
  const socket = await open(
    `GET ${path} HTTP/1.1`,
    `GET /api/documents/${small}/content HTTP/1.1`,
    `HEAD ${path} HTTP/1.1`,
    `GET ${path} HTTP/1.1\r\nRange: bytes=4000000-\r\nConnection: close`,
  );
  const bytes = await bodyOf(socket.resume());
  const heads = [...bytes.toString('latin1').matchAll(/HTTP\/1\.1 (\d+) [^]*?\r\n\r\n/g)];
  const starts = heads.map(({ index, 0: head }) => index + head.length);
  assert.deepEqual(
    heads.map(([, status]) => status),
    ['200', '200', '200', '206'],
  );
  assert.ok(bytes.subarray(starts[0], (starts[0] ?? 0) + BIG.length).equals(BIG));
  assert.equal(bytes.subarray(starts[1], (starts[1] ?? 0) + 5).toString(), 'small');
  assert.ok(bytes.subarray(starts[3]).equals(BIG.subarray(4_000_000)));
});

test('a receiver that stops reading occupies two memory blocks at most', async () => {
  const before = process.memoryUsage().external;
  const sockets = await Promise.all(Array.from({ length: 20 }, () => open(`GET ${path} HTTP/1.1`)));
  await until(async () => (await openBlobs()) === sockets.length);
  const external = await settledMemory();
  assert.ok(external < before + sockets.length * 2.2 * 1024 * 1024, `${before} ${external}`);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await openBlobs()) === 0);
});

test('many receivers that stop reading do not fill the memory', async () => {
  const before = process.memoryUsage().external;
  const sockets = await Promise.all(
    Array.from({ length: 200 }, () => open(`GET ${path} HTTP/1.1\r\nConnection: close`)),
  );
  await until(async () => (await openBlobs()) === sockets.length);
  const external = await settledMemory();
  assert.ok(external < before + (32 * 2.2 + 168 * 0.3) * 1024 * 1024, `${before} ${external}`);
  const last = sockets.pop();
  assert.ok((await bodyOf(last?.resume() as Socket)).subarray(-BIG.length).equals(BIG));
  for (const socket of sockets) socket.destroy();
  await until(async () => (await openBlobs()) === 0);
});

test('a slow receiver gets every byte in the end', async () => {
  const socket = await open(`GET ${path} HTTP/1.1\r\nConnection: close`);
  await settledMemory();
  const bytes = await bodyOf(socket.resume());
  assert.ok(bytes.subarray(-BIG.length).equals(BIG));
});

test('a receiver that disconnects is not a server error', async () => {
  const before = app.logs.length;
  for (const leave of ['destroy', 'resetAndDestroy'] as const) {
    for (const wait of [0, 5, 50]) {
      const socket = await open(`GET ${path} HTTP/1.1`);
      await sleep(wait);
      socket[leave]();
    }
  }
  await until(async () => (await openBlobs()) === 0);
  assert.deepEqual(
    app.logs.slice(before).filter(({ level }) => Number(level) > 30),
    [],
  );
});

test('content around the size limit of one buffer is sent completely', async () => {
  for (const size of [0, 1, SMALL_CONTENT_BYTES, SMALL_CONTENT_BYTES + 1, 1024 * 1024, 2 * 1024 * 1024 + 1]) {
    const content = randomBytes(size);
    const id = await ann.document(folderId, `${size}.bin`, content);
    const { status, headers, bytes } = await ann.api('GET', `/api/documents/${id}/content`);
    assert.deepEqual([status, headers.get('content-length')], [200, String(size)]);
    assert.ok(bytes.equals(content));
  }
});

test('over TLS the same bytes are sent, the connection is reusable, and a receiver may disconnect', async () => {
  const secure = await startApp({ tls: certificate });
  const { ann: owner } = await secure.world();
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: certificate.cert });
  const ask = async (method: string, address: string, headers: Record<string, string> = {}, body?: Uint8Array) => {
    const all = { authorization: `Bearer ${owner.token}`, ...headers };
    const sent = request(new URL(address, secure.url), { method, agent, headers: all }).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { sent, answer };
  };
  const json = async ({ answer }: { answer: IncomingMessage }) => JSON.parse((await bodyOf(answer)).toString());
  const named = Buffer.from('{"FolderName":"Secure"}');
  const type = { 'content-type': 'application/json' };
  const { FolderId } = await json(await ask('POST', `/api/libraries/${owner.libraryId}/folders`, type, named));
  const form = { 'content-type': 'multipart/form-data; boundary=b' };
  const body = formBody(fileForm('big.bin', BIG), 'b');
  const { DocumentId } = await json(await ask('POST', `/api/folders/${FolderId}/documents`, form, body));
  const content = `/api/documents/${DocumentId}/content`;
  const whole = await ask('GET', content);
  assert.ok((await bodyOf(whole.answer)).equals(BIG));
  const part = await ask('GET', content, { range: 'bytes=-1000000' });
  assert.ok((await bodyOf(part.answer)).equals(BIG.subarray(4_000_000)));
  assert.equal(part.sent.reusedSocket, true);
  const left = await ask('GET', content);
  left.sent.destroy();
  await until(async () => (await openBlobs()) === 0);
  assert.ok((await bodyOf((await ask('GET', content)).answer)).equals(BIG));
  assert.deepEqual(
    secure.logs.filter(({ level }) => Number(level) > 30),
    [],
  );
  agent.destroy();
});
