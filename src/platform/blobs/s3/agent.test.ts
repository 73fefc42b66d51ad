import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer, get } from 'node:http';
import { createServer as createTlsServer, get as getTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { selfSignedCertificate } from '../../../../test/certificate.ts';
import { lowMemoryAgents } from './agent.ts';

const content = randomBytes(20 * 1024 * 1024);
const hashOf = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const { httpAgent, httpsAgent } = lowMemoryAgents({ keepAlive: true, maxSockets: 1 });
const listen = async (t: TestContext, server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
};

// In one piece, and in small ones with a length each.
const answer = (request: IncomingMessage, response: ServerResponse) => {
  if (request.url === '/whole') return response.end(content);
  for (let at = 0; at < content.length; at += 100_003) response.write(content.subarray(at, at + 100_003));
  return response.end();
};

// A reader that keeps all it was given, and pauses now and then.
async function assertSame(ask: (path: string) => Promise<IncomingMessage>): Promise<void> {
  for (const path of ['/whole', '/pieces', '/whole']) {
    const kept: Uint8Array[] = [];
    for await (const chunk of await ask(path)) {
      kept.push(chunk as Uint8Array);
      if (kept.length % 100 === 0) await sleep(1);
    }
    assert.equal(hashOf(...kept), hashOf(content), path);
  }
}

test('releasing the memory of a connection does not change received data', async (t) => {
  const port = await listen(t, createServer(answer));
  await assertSame(
    (path) => new Promise((resolve, reject) => get({ port, path, agent: httpAgent }, resolve).on('error', reject)),
  );
});

test('nor on an encrypted connection', async (t) => {
  const server = createTlsServer(selfSignedCertificate(), answer);
  const port = await listen(t, server);
  const options = { port, agent: httpsAgent, rejectUnauthorized: false };
  await assertSame(
    (path) => new Promise((resolve, reject) => getTls({ ...options, path }, resolve).on('error', reject)),
  );
});
