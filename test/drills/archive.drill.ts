/**
 * An archive of 10 000 small documents and three of 2 GiB: too large for every test run. Run it by hand with 20 GB of
 * space in the temporary folder: `script/drill archive`
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat, truncate } from 'node:fs/promises';
import { type IncomingMessage, get } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { peakMemory, resetPeakMemory } from '../../bench/proc.ts';
import { connect } from '../../src/platform/db/connection.ts';
import { type Service, externalDatabase, startService, temporaryFolder } from '../e2e/service.ts';

const GIB = 1024 ** 3;
const SMALL = 10_000;
const LARGE_BYTES = 2 * GIB;
const CUTS = 20;

const run = promisify(execFile);
const say = (line: string) => void process.stdout.write(`${line}\n`);

test('an archive of 10 000 small documents and 3 × 2 GiB', { timeout: 1_800_000 }, async (t) => {
  const database = await externalDatabase(t);
  const service = await startService(t, { ...database });
  const { admin } = service;
  const libraryId = (await admin.api('GET', '/api/libraries')).body[0].LibraryId;
  const folderId = await admin.folder(libraryId, 'Drill');
  await uploadSmall(service, folderId);
  for (let index = 0; index < 3; index += 1) {
    await makeLarge(service, database['DATABASE_URL'] ?? '', await admin.document(folderId, `large ${index}.bin`));
  }
  const folder = await temporaryFolder(t);
  const path = join(folder, 'whole.zip');
  const own = (await service.processes()).map(({ pid }) => pid);
  resetPeakMemory(own);
  const memoryBefore = peakMemory(own);
  const startedAt = performance.now();
  const answer = await ask(service, folderId);
  const firstByteAt = performance.now();
  await pipeline(answer, createWriteStream(path));
  const seconds = (performance.now() - startedAt) / 1000;
  const { size } = await stat(path);
  assert.equal(Number(answer.headers['content-length']), size);
  say(`${size} bytes, as in Content-Length; ${(size / 1e6 / seconds).toFixed(0)} MB/s to a file`);
  say(`head after ${(firstByteAt - startedAt).toFixed(0)} ms`);
  say(`memory of the service: ${memoryBefore.toFixed(0)} MB before, at most ${peakMemory(own).toFixed(0)} MB`);

  for (const [program, ...args] of [
    ['unzip', '-tq', path],
    ['7z', 't', path],
    ['python3', '-c', `import zipfile; z = zipfile.ZipFile('${path}'); print(z.testzip(), len(z.namelist()))`],
  ] as const) {
    const { stdout } = await run(program, args, { maxBuffer: 2 ** 26 });
    assert.match(stdout, /No errors detected|Everything is Ok|^None 10004$/m);
    say(`${program} accepts it`);
  }

  const etag = String(answer.headers.etag);
  const cuts = Array.from({ length: CUTS }, () => Math.floor(Math.random() * size)).sort((a, b) => a - b);
  const resumed = createHash('sha256');
  let position = 0;
  for (const cut of [...cuts, size]) {
    if (cut === position) continue;
    const part = await ask(service, folderId, { range: `bytes=${position}-`, 'if-range': etag });
    assert.equal(part.statusCode, 206);
    for await (const chunk of part as AsyncIterable<Buffer>) {
      const taken = chunk.subarray(0, cut - position);
      resumed.update(taken);
      position += taken.length;
      // Leaving the loop closes the connection.
      if (position === cut) break;
    }
  }
  const whole = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) whole.update(chunk as Buffer);
  assert.equal(resumed.digest('hex'), whole.digest('hex'));
  say(`cut at ${CUTS} places (${cuts.join(' ')}) and resumed: the same bytes`);
  say(`memory of the service: at most ${peakMemory(own).toFixed(0)} MB`);
});

function ask(service: Service, folderId: number, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const url = new URL(`/api/folders/${folderId}/zip`, service.url);
  const authorization = `Bearer ${service.token}`;
  get(url, { headers: { authorization, ...headers }, agent: false }, resolve).once('error', reject);
  return promise;
}

async function uploadSmall({ admin }: Service, folderId: number): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let index = next++; index < SMALL; index = next++) {
      await admin.document(folderId, `small ${index}.bin`, randomBytes(index % 5000));
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

// Replaces a small content by a large sparse file.
async function makeLarge({ dataDir }: Service, databaseUrl: string, documentId: number): Promise<void> {
  const sql = connect(databaseUrl, 1);
  const [blob] = await sql<{ blobId: number; key: string }[]>`
    select blob_id as "blobId", storage_key as key from documents join blobs using (deployment_id, blob_id)
    where document_id = ${documentId}`;
  assert.ok(blob !== undefined);
  const path = join(dataDir, 'blobs', blob.key);
  await truncate(path, LARGE_BYTES);
  const file = await open(path, 'r+');
  for (const at of [0, GIB - 5, LARGE_BYTES - 4096]) await file.write(randomBytes(4096), 0, 4096, at);
  await file.close();
  let crc = 0;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    crc = crc32(chunk as Buffer, crc);
    hash.update(chunk as Buffer);
  }
  const change = { size: LARGE_BYTES, sha256: hash.digest() };
  await sql`update blobs set ${sql({ ...change, crc32: crc })} where blob_id = ${blob.blobId}`;
  await sql`update documents set ${sql(change)} where document_id = ${documentId}`;
  await sql`update revisions set ${sql(change)} where document_id = ${documentId}`;
  await sql.end();
}
