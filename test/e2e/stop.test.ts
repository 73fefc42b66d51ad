/** Stopping the service: running work completes, and then every process exits. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { Agent, type ClientRequest, type IncomingMessage, get, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { follow } from '../../src/people/live-notifications/streams.fixture.ts';
import { connect as connectDatabase } from '../../src/platform/db/connection.ts';
import { addViews, beginReport, fetchReport } from './reports.ts';
import {
  SEVERAL,
  STOP_MS,
  type Service,
  alive,
  defer,
  ended,
  externalDatabase,
  startService,
  until,
} from './service.ts';

type SlowUpload = { finish(): Promise<IncomingMessage>; request: ClientRequest };

/** Starts an upload and returns once the server stores it; `finish` sends the last byte. */
async function beginUpload(service: Service, folderId: number, content: Buffer): Promise<SlowUpload> {
  const upload = request(`${service.url}/api/folders/${folderId}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'multipart/form-data; boundary=b' },
  });
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => {});
  upload.write('--b\r\nContent-Disposition: form-data; name="file"; filename="slow.bin"\r\n\r\n');
  upload.write(content.subarray(0, -1));
  const staging = join(service.dataDir, 'blobs/.staging');
  await until(async () => (await readdir(staging)).length > 0, 'the upload has begun');
  const finish = async () => {
    upload.end(Buffer.concat([content.subarray(-1), Buffer.from('\r\n--b--\r\n')]));
    return (await answered)[0];
  };
  return { request: upload, finish };
}

async function homeFolder(service: Service): Promise<number> {
  const me = await service.admin.api('GET', '/api/users/me');
  return service.admin.folder(me.body.PersonalLibraryId, 'Home');
}

/**
 * Waits until the service accepts no new connections, which means it received the signal. A connection made in between
 * gets no response before the shutdown, which waits for the running work.
 */
async function untilClosed({ url }: Service): Promise<void> {
  await until(
    () =>
      fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1000) }).then(
        () => false,
        () => true,
      ),
    'the service takes no new requests',
  );
}

test('after SIGTERM a running upload and download complete, a running report restarts at the next start, and every process exits', async (t) => {
  const { DATABASE_URL = '' } = await externalDatabase(t);
  const service = await startService(t, { DATABASE_URL, ...SEVERAL });
  const sql = connectDatabase(DATABASE_URL, 1);
  defer(t, () => sql.end());
  const folderId = await homeFolder(service);
  const large = randomBytes(4_900_000);
  const largeId = await service.admin.document(folderId, 'large.bin', large);
  const content = randomBytes(300_000);
  const upload = await beginUpload(service, folderId, content);
  const download = get(`${service.url}/api/documents/${largeId}/content`, {
    headers: { authorization: `Bearer ${service.token}` },
  });
  const [answer] = (await once(download, 'response')) as [IncomingMessage];
  const watchedId = await service.admin.document(folderId, 'watched.bin', 'watched');
  await addViews(sql, watchedId, 150_000);
  const job = await beginReport(service, watchedId);
  const queued = () => sql`
    select attempts, locked_by is not null as "isTaken" from graphile_worker.jobs
    where task_identifier = 'document-activity-report'`;
  await until(async () => (await queued())[0]?.['isTaken'] === true, 'the report is being made');

  const stopped = service.stop('SIGTERM', STOP_MS);
  await untilClosed(service);
  const hash = createHash('sha256');
  for await (const chunk of answer) hash.update(chunk as Buffer);
  assert.equal(hash.digest('hex'), createHash('sha256').update(large).digest('hex'));
  const created = await upload.finish();
  assert.equal(created.statusCode, 201);
  assert.equal(await stopped, 0);
  assert.equal(service.printed.stderr, '');
  assert.deepEqual([...(await queued())], [{ attempts: 0, isTaken: false }]);
  const stored = await readdir(join(service.dataDir, 'blobs/.staging'));
  assert.deepEqual(stored, [], 'nothing stays of what was written');

  const again = await startService(t, { DATABASE_URL, DATA_DIR: service.dataDir });
  const documents = await again.admin.api('GET', `/api/folders/${folderId}/documents`);
  assert.deepEqual(documents.body.map((document: { DocumentName: string }) => document.DocumentName).sort(), [
    'large.bin',
    'slow.bin',
    'watched.bin',
  ]);
  const { status, bytes } = await fetchReport(again, job, 'text/csv');
  assert.deepEqual([status, bytes.toString().split('\r\n').length], [200, 150_003]);
  assert.equal(await again.stop('SIGTERM', STOP_MS), 0);
});

test('a client that never completes its request does not delay shutdown beyond the limit', async (t) => {
  const service = await startService(t, { ...(await externalDatabase(t)) });
  const upload = await beginUpload(service, await homeFolder(service), randomBytes(300_000));
  upload.request.on('error', () => {});
  assert.equal(await service.stop('SIGINT', STOP_MS), 0);
  assert.match(service.printed.stdout, /"msg":"work that did not finish within \d+ seconds was aborted"/);
  assert.equal(service.printed.stderr, '');
});

test('SIGINT from a terminal to all processes is a normal shutdown, which neither idle connections nor unread notification streams delay', async (t) => {
  const service = await startService(t);
  const all = await service.processes();
  assert.ok(all.some(({ command }) => command.includes('postgres')));
  const agent = new Agent({ keepAlive: true });
  const used = get(`${service.url}/healthz`, { agent });
  const [answer] = (await once(used, 'response')) as [IncomingMessage];
  await answer.toArray();
  const { port, hostname } = new URL(service.url);
  const unused = connect(Number(port), hostname);
  await once(unused, 'connect');
  const unread = connect(Number(port), hostname).pause();
  for (const socket of [unused, unread]) socket.on('error', () => {});
  unread.write(`GET /api/notifications/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.token}\r\n\r\n`);
  // After the unread one, which the server has then taken.
  const streams = await Promise.all(Array.from({ length: 8 }, () => follow(service.url, service)));
  for (const stream of streams) assert.equal((await stream.next()).type, 'unread');

  process.kill(-service.pid, 'SIGINT');
  assert.equal(await ended(service.supervisor, STOP_MS), 0);
  await until(async () => (await alive(all)).length === 0, 'every process is gone');
  for (const stream of streams) assert.deepEqual(await stream.rest(), []);
  assert.match(service.printed.stdout, /"msg":"stopping"\}\n$/);
  assert.doesNotMatch(service.printed.stdout, /unexpectedly/);
  assert.equal(service.printed.stderr, '');
  agent.destroy();
  unread.destroy();
});
