/**
 * A staged upload of 5 GiB in portions of at most 2 MB, through lost responses, broken connections and three kills of
 * the whole service, on files and on S3: too large for every test run. Run it by hand with 12 GB of space in the
 * temporary folder: `script/drill upload`
 */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { connect as dial } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { peakMemory } from '../../bench/proc.ts';
import { onCeph, withoutCeph } from '../../src/platform/blobs/s3/s3.fixture.ts';
import { type Environment, type Service, killEverything, startService, temporaryFolder } from '../e2e/service.ts';

const BYTES = 5 * 1024 ** 3;
const PORTION = 2 * 1024 * 1024;
const KILLS = 3;
const MIB = 1024 * 1024;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const base = randomBytes(64 * MIB);

test('5 GiB on files', { timeout: 3_600_000 }, async (t) => drill(t, {}));

test('5 GiB on S3', { timeout: 3_600_000, skip: withoutCeph }, async (t) => {
  const { place } = await onCeph();
  const { bucket, prefix, endpoint, region, credentials } = place();
  assert.ok(endpoint !== null);
  await drill(t, {
    BLOB_URL: `s3://${bucket}/${prefix}?${new URLSearchParams({ endpoint, region }).toString()}`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
});

async function drill(t: TestContext, env: Environment): Promise<void> {
  const port = String(20_000 + Math.floor(Math.random() * 10_000));
  const own = { ...env, PORT: port, DATA_DIR: `${await temporaryFolder(t)}/data` };
  let service = await startService(t, own);
  const libraryId = (await service.admin.api('GET', '/api/libraries')).body[0].LibraryId;
  const folderId = await service.admin.folder(libraryId, 'Drill');
  const staged = await service.admin.api('POST', `/api/folders/${folderId}/temp?filename=large.bin`);
  const path = new URL(staged.body.Links.Location).pathname;
  const killsAt = Array.from({ length: KILLS }, (_, index) => ((index + 1) * BYTES) / (KILLS + 1));
  const counts = { portions: 0, twice: 0, broken: 0 };
  let largest = 0;
  let at = 0;
  while (at < BYTES) {
    const size = Math.min(1 + Math.floor(Math.random() * PORTION), BYTES - at);
    counts.portions += 1;
    if (Math.random() < 0.02) {
      counts.broken += 1;
      await sendHalf(service, path, at, size);
    }
    const answer = await sendPortion(service, path, at, size);
    assert.equal(answer.status, 200, `at ${at}`);
    if (Math.random() < 0.05) {
      counts.twice += 1;
      const again = await sendPortion(service, path, at, size);
      assert.deepEqual([again.status, again.headers.get('upload-offset')], [409, String(at + size)]);
    }
    at += size;
    if (at < (killsAt[0] ?? Infinity)) continue;
    killsAt.shift();
    largest = Math.max(largest, await largestProcess(service));
    const lost = sendPortion(service, path, at, Math.min(PORTION, BYTES - at)).catch(() => {});
    await sleep(Math.random() * 30);
    await killEverything(service);
    await lost;
    service = await startService(t, own);
    at = await offsetOf(service, path);
  }
  largest = Math.max(largest, await largestProcess(service));
  const startedAt = performance.now();
  const made = await fetch(new URL(`/api/folders/${folderId}/documents`, service.url), {
    method: 'POST',
    headers: { ...authorization(service), 'x-service-fileref': JSON.stringify({ ...staged.body, CurrentSize: BYTES }) },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  assert.equal(made.status, 201);
  assert.equal(((await made.json()) as { Hash: string }).Hash, hashOfAll());
  largest = Math.max(largest, await largestProcess(service));
  say(`${JSON.stringify(counts)}, ${KILLS} kills: the hash is right`);
  say(`finalized in ${seconds.toFixed(1)} s; the largest process had ${largest.toFixed(0)} MB`);
}

async function sendPortion(service: Service, path: string, at: number, size: number): Promise<Response> {
  const headers = { ...authorization(service), 'upload-offset': String(at) };
  const answer = await fetch(new URL(path, service.url), { method: 'PATCH', headers, body: contentAt(at, size) });
  await answer.arrayBuffer();
  return answer;
}

// Announces a portion and disconnects in its middle: nothing of it may stay.
async function sendHalf(service: Service, path: string, at: number, size: number): Promise<void> {
  const { hostname, port } = new URL(service.url);
  const socket = dial(Number(port), hostname);
  const head = [`PATCH ${path} HTTP/1.1`, `Host: ${hostname}`, `Authorization: Bearer ${service.token}`];
  socket.write([...head, `Upload-Offset: ${at}`, `Content-Length: ${size + 1}`, '', ''].join('\r\n'));
  socket.write(contentAt(at, size).subarray(0, size / 2));
  await sleep(5);
  socket.destroy();
  // Until the server notices, it may still consider the upload locked.
  await sleep(50);
}

async function offsetOf(service: Service, path: string): Promise<number> {
  const answer = await fetch(new URL(path, service.url), { method: 'HEAD', headers: authorization(service) });
  return Number(answer.headers.get('upload-offset'));
}

function authorization({ token }: Service) {
  return { authorization: `Bearer ${token}` };
}

async function largestProcess(service: Service): Promise<number> {
  return Math.max(...(await service.processes()).map(({ pid }) => peakMemory([pid])));
}

// Every MiB differs from all others, and none is stored in memory.
function contentAt(at: number, size: number): Buffer {
  const content = Buffer.allocUnsafe(size);
  for (let done = 0; done < size;) {
    const from = (at + done) % base.length;
    done += base.copy(content, done, from, Math.min(base.length, from + size - done));
  }
  for (let mib = Math.floor(at / MIB); mib * MIB < at + size; mib += 1) {
    // A portion may start or end between the two bytes of the number.
    for (const [index, byte] of [mib >> 8, mib & 255].entries()) {
      const place = mib * MIB + index - at;
      if (place >= 0 && place < size) content[place] = byte;
    }
  }
  return content;
}

function hashOfAll(): string {
  const hash = createHash('sha256');
  for (let at = 0; at < BYTES; at += 16 * MIB) hash.update(contentAt(at, 16 * MIB));
  return hash.digest('hex');
}
