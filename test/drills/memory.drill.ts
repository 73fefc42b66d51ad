/**
 * Memory stays flat: uploads of 1 and of 8 GiB need the same, 24 uploads of 200 MB at once need a few blocks each, and
 * 2 000 idle event streams a few kilobytes each. Needs 20 GB of space in the temporary folder: `script/drill memory`
 */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { peakMemory, resetPeakMemory } from '../../bench/proc.ts';
import { type Service, partsOf, startService } from '../e2e/service.ts';

const MB = 1e6;
const GIB = 1024 ** 3;
const PIECE = randomBytes(2 * 1024 * 1024);
const UPLOADS = 24;
const STREAMS = 2000;
/** A user can have 20 streams. */
const PEOPLE = 100;
const SETTLE_MS = 3000;
const TUS = { 'Tus-Resumable': '1.0.0' };

const say = (line: string) => void process.stdout.write(`${line}\n`);

test('uploads of 1 and 8 GiB need the same memory', { timeout: 1_800_000 }, async (t) => {
  const service = await startService(t, {});
  const folderId = await folderOf(service);
  // The first one loads modules and fills pools.
  await upload(service, folderId, 256 * MB);
  const small = await peakDuring(service, () => upload(service, folderId, GIB));
  const large = await peakDuring(service, () => upload(service, folderId, 8 * GIB));
  const many = await peakDuring(service, () =>
    Promise.all(Array.from({ length: UPLOADS }, () => upload(service, folderId, 200 * MB))),
  );
  say(`peak of all processes: 1 GiB ${small.toFixed(0)} MB, 8 GiB ${large.toFixed(0)} MB`);
  say(`${UPLOADS} uploads of 200 MB at once: ${many.toFixed(0)} MB`);
  assert.ok(large < small + 40, `${large} MB instead of ${small}`);
  assert.ok(many < small + UPLOADS * 10, `${many} MB instead of ${small}`);
});

test(`${STREAMS} idle event streams need less than 50 kB each`, { timeout: 600_000 }, async (t) => {
  const service = await startService(t, {});
  const tokens = await addPeople(service);
  await openStream(service, service.token);
  const none = await peakDuring(service, async () => {});
  const streams: Socket[] = [];
  const opened = await peakDuring(service, async () => {
    for (let count = 0; count < STREAMS; count += 1) {
      streams.push(await openStream(service, tokens[count % PEOPLE] ?? ''));
    }
  });
  const later = await peakDuring(service, () => sleep(60_000));
  say(`${STREAMS} streams: ${none.toFixed(0)} MB before, ${opened.toFixed(0)} MB opened, ${later.toFixed(0)} MB idle`);
  assert.ok(streams.every((stream) => !stream.destroyed));
  assert.ok(later - none < STREAMS * 0.05, `${later} MB instead of ${none}`);
  for (const stream of streams) stream.destroy();
});

/** The sum of the peaks of API process and worker in MB, from an idle moment on. */
async function peakDuring(service: Service, work: () => Promise<unknown>): Promise<number> {
  await sleep(SETTLE_MS);
  const pids = await partsOf(service);
  resetPeakMemory(pids);
  await work();
  return peakMemory(pids);
}

async function folderOf(service: Service): Promise<number> {
  const { body } = await service.admin.api('GET', '/api/libraries');
  return service.admin.folder(body[0].LibraryId, 'Drill');
}

async function addPeople({ admin }: Service): Promise<string[]> {
  const tokens: string[] = [];
  for (let count = 0; count < PEOPLE; count += 1) {
    const person = { Email: `${count}@example.com`, Name: `Person ${count}`, Password: randomUUID() };
    const { body } = await admin.api('POST', '/api/users', person);
    tokens.push((await admin.api('POST', `/api/users/${body.UserId}/tokens`, { Name: 'drill' })).body.Token);
  }
  return tokens;
}

/** One upload by tus in one request, and a document of it. */
async function upload(service: Service, folderId: number, bytes: number): Promise<void> {
  const metadata = `filename ${btoa(`${randomUUID()}.bin`)},folderId ${btoa(String(folderId))}`;
  const headers = { ...TUS, 'Upload-Length': String(bytes), 'Upload-Metadata': metadata };
  const begun = await service.admin.api('POST', '/api/uploads', undefined, headers);
  const { pathname } = new URL(begun.headers.get('location') ?? '', service.url);
  assert.equal(await patch(service, pathname, bytes), 204);
  const reference = JSON.stringify({ Identifier: pathname.slice(pathname.lastIndexOf('/') + 1) });
  const made = await service.admin.api('POST', `/api/folders/${folderId}/documents`, undefined, {
    'X-Service-Fileref': reference,
  });
  assert.equal(made.status, 201, made.text);
}

function patch(service: Service, path: string, bytes: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = {
    ...TUS,
    Authorization: `Bearer ${service.token}`,
    'Upload-Offset': '0',
    'Content-Type': 'application/offset+octet-stream',
    'Content-Length': String(bytes),
  };
  const sending = request(new URL(path, service.url), { method: 'PATCH', headers }, (answer) => {
    answer.resume().on('end', () => resolve(answer.statusCode ?? NaN));
  });
  sending.on('error', reject);
  Readable.from(pieces(bytes), { objectMode: false, highWaterMark: 0 }).pipe(sending);
  return promise;
}

function* pieces(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= PIECE.length) yield PIECE.subarray(0, Math.min(left, PIECE.length));
}

/** Resolves once the stream has begun. */
function openStream(service: Service, token: string): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const head = ['GET /api/notifications/stream HTTP/1.1', `Host: ${hostname}`, `Authorization: Bearer ${token}`];
  socket.write([...head, '', ''].join('\r\n'));
  socket.once('data', (answer) => {
    if (answer.toString('latin1', 9, 12) === '200') resolve(socket);
    else reject(new Error(answer.toString('latin1', 0, 500)));
  });
  socket.on('error', reject);
  return promise;
}
