// runs with storage: one storage server serves all files that need it
/** The service with its contents on S3. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { S3Place } from '../../../src/platform/blobs/s3/bucket.ts';
import { PART_BYTES } from '../../../src/platform/blobs/s3/growth-plan.ts';
import type { Ceph } from '../../../src/platform/blobs/s3/ceph.fixture.ts';
import { onCeph, withoutCeph } from '../../../src/platform/blobs/s3/s3.fixture.ts';
import type { BlobStore } from '../../../src/platform/blobs/store.ts';
import { sweepOrphans } from '../../../src/platform/blobs/sweep.ts';
import { connect } from '../../../src/platform/db/connection.ts';
import { whenRendered } from '../../../src/library/renditions/ready.fixture.ts';
import { unpack } from '../../../src/library/archives/unpack.fixture.ts';
import { usedStorageKeys } from '../../../src/content/blobs/blobs.queries.ts';
import { addViews, beginReport, fetchReport } from '../reports.ts';
import { environmentOf, homeFolder } from './s3.ts';
import { releaseJobsOfTheKilled } from '../../factories/queue.ts';
import {
  type Environment,
  type Service,
  carrel,
  defer,
  SEVERAL,
  externalDatabase,
  kill,
  startService,
  temporaryFolder,
  until,
} from '../service.ts';

const HOUR_MS = 3_600_000;

if (withoutCeph !== false) test('the service on S3', { skip: withoutCeph });
else await registerTests();

async function registerTests(): Promise<void> {
  const { ceph, place, store: openStore } = await onCeph();

  // One service for all parts, because starting a service costs more than most of them. Each part removes what it stored.
  test('the service on S3', async (t) => {
    const at = place();
    const database = await externalDatabase(t);
    const service = await startService(t, { ...database, ...environmentOf(at), ...SEVERAL });
    const given = { service, at, store: openStore(t, at), database };
    await t.test('contents on S3 behave as in files', (part) => contentsBehave(part, given));
    await t.test('archives and thumbnails work with S3, and thumbnails are stored and purged there', () =>
      archivesAndThumbnailsWork(given),
    );
    await t.test('reports are stored on S3 in parts, and deleted or interrupted ones leave nothing', (part) =>
      reportsAreStored(part, given),
    );
    await t.test(
      'when the S3 server crashes the service returns 503, aborts running downloads, creates no partial document, and recovers',
      (part) => crashesAreReported(part, given, ceph),
    );
    assert.equal(await service.stop(), 0);
  });
}

type Given = { service: Service; at: S3Place; store: BlobStore; database: Environment };

async function contentsBehave(t: TestContext, { service, at, store, database }: Given): Promise<void> {
  const env = { ...database, ...environmentOf(at) };
  const folderId = await homeFolder(service);
  for (const size of [0, 10, 100_000, 4_900_000]) {
    const content = randomBytes(size);
    const documentId = await service.admin.document(folderId, `${size}.bin`, content);
    const whole = await service.admin.api('GET', `/api/documents/${documentId}/content`);
    assert.deepEqual([whole.status, whole.bytes.equals(content)], [200, true]);
    if (size === 0) continue;
    const range = { range: `bytes=${size / 2}-` };
    const part = await service.admin.api('GET', `/api/documents/${documentId}/content`, undefined, range);
    assert.deepEqual([part.status, part.bytes.equals(content.subarray(size / 2))], [206, true]);
  }
  assert.equal((await Array.fromAsync(store.list(''))).length, 4);
  const doctor = await carrel(['doctor'], { ...env, DATA_DIR: service.dataDir });
  assert.match(doctor.stdout, /^ok +blobs +s3:\/\/carrel\/our\/\S+ at http:\/\/127\.0\.0\.1:\d+$/m);
  const { body: documents } = await service.admin.api('GET', `/api/folders/${folderId}/documents`);
  for (const { DocumentId } of documents) {
    assert.equal((await service.admin.api('DELETE', `/api/documents/${DocumentId}?purge=true`)).status, 204);
  }
  await until(async () => (await Array.fromAsync(store.list(''))).length === 0, 'the bytes are removed');

  const refused = await carrel(['serve'], { ...(await otherInstance(t)), ...environmentOf(at) });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^carrel: This blob store belongs to another instance [^\n]+\n$/);
}

async function archivesAndThumbnailsWork({ service, store }: Given): Promise<void> {
  const { admin } = service;
  const folderId = await homeFolder(service);
  // Sizes around the single-read limit, and more than fits into the buffers.
  const reportTexts = [0, 10, 65_536, 65_537, 4_900_000].map(
    (size) => [`${size}.txt`, 'abc\n'.repeat(size / 2).slice(0, size)] as const,
  );
  const ids: number[] = [];
  for (const [name, text] of reportTexts) ids.push(await admin.document(folderId, name, text));
  const asked = await admin.api('POST', '/api/folders/zipcontent', { DocumentIds: ids });
  assert.deepEqual(await unpack(asked), Object.fromEntries(reportTexts));
  const zip = `/api/folders/${folderId}/zip`;
  const whole = await admin.api('GET', zip);
  for (const start of [1, 70_000, 3_000_000, whole.bytes.length - 10]) {
    const resumed = { range: `bytes=${start}-`, 'if-range': whole.headers.get('etag') ?? '' };
    const { status, bytes } = await admin.api('GET', zip, undefined, resumed);
    assert.deepEqual([status, bytes.equals(whole.bytes.subarray(start))], [206, true]);
  }

  const thumbnail = (id: number) => whenRendered(() => admin.api('GET', `/api/documents/${id}/thumbnail?size=512`));
  const thumbnails = () => Promise.all(ids.map(thumbnail));
  const made = await thumbnails();
  const again = await thumbnails();
  for (const [index, { status, bytes, headers }] of made.entries()) {
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/png']);
    assert.deepEqual([again[index]?.status, again[index]?.bytes.equals(bytes)], [200, true]);
  }
  const stored = async () => (await Array.fromAsync(store.list(''))).length;
  assert.ok((await stored()) > ids.length, 'the pictures are in the store');
  for (const id of ids) assert.equal((await admin.api('DELETE', `/api/documents/${id}?purge=true`)).status, 204);
  await until(async () => (await stored()) === 0, 'contents and pictures are removed');
}

async function reportsAreStored(t: TestContext, { service, store, database }: Given): Promise<void> {
  const { DATABASE_URL = '' } = database;
  const { admin } = service;
  const stored = () => Array.fromAsync(store.list(''));
  const untilGrowing = () => until(async () => (await stored()).some(({ size }) => size === 0), 'it is being stored');
  const sql = connect(DATABASE_URL, 1);
  defer(t, () => sql.end());
  const documentId = await admin.document(await homeFolder(service), 'watched.bin', 'watched');
  await addViews(sql, documentId, 60_000);
  const now = new Date();

  const made = await beginReport(service, documentId, now);
  const [csv, json] = [
    await fetchSound(service, made, 'text/csv'),
    await fetchSound(service, made, 'application/json'),
  ];
  assert.deepEqual([csv.text.split('\r\n').length, JSON.parse(json.text).length], [60_003, 60_001]);
  assert.equal((await admin.api('DELETE', made)).status, 204);
  await until(async () => (await stored()).length === 1, 'the report is removed');

  const stopped = await beginReport(service, documentId, now);
  await untilGrowing();
  assert.equal((await admin.api('DELETE', stopped)).status, 204);
  await until(async () => (await stored()).length === 1, 'what there was of it is removed');

  const workers = (await service.processes()).filter(({ command }) => command.includes('worker-process.'));
  const killed = await beginReport(service, documentId, now);
  await untilGrowing();
  kill(workers.map(({ pid }) => pid));
  const { body } = await admin.api('GET', killed);
  assert.deepEqual(Object.keys(body), ['Links'], 'The report was there before the worker could be killed.');
  await until(async () => (await releaseJobsOfTheKilled(sql)).length > 0, 'its jobs are free');
  assert.equal((await fetchSound(service, killed, 'text/csv')).etag, csv.etag);
  assert.equal((await fetchSound(service, killed, 'application/json')).etag, json.etag);
  const sweep = {
    now: new Date(Date.now() + 2 * HOUR_MS),
    olderThanMs: HOUR_MS,
    since: new Date(Date.now() - HOUR_MS),
  };
  assert.ok((await stored()).length > 3);
  await sweepOrphans({ store, isReferenced: (keys) => usedStorageKeys(sql, keys), ...sweep });
  assert.deepEqual(new Set((await stored()).map(({ size }) => size)), new Set([7, csv.text.length, json.text.length]));
}

async function crashesAreReported(t: TestContext, { service, at, store, database }: Given, ceph: Ceph): Promise<void> {
  const folderId = await homeFolder(service);
  const documentId = await service.admin.document(folderId, 'kept.bin', 'small');
  // More than the connections from the store to the client hold, 32 MiB each on some systems.
  const content = randomBytes(128 * 1024 * 1024);
  await exchangeContent(database, { store, documentId, content });
  const url = `${service.url}/api/documents/${documentId}/content`;
  const download = async () => fetch(url, { headers: { authorization: `Bearer ${service.token}` } });
  assert.ok(Buffer.from(await (await download()).bytes()).equals(content));
  const broken = await download();
  assert.equal(broken.headers.get('content-length'), String(content.length));
  const isReady = async () => (await service.admin.api('GET', '/readyz')).status;
  await until(async () => (await isReady()) === 200, 'the node is ready');

  // The server hangs during uploads and downloads.
  ceph.signalGateway('SIGSTOP');
  const hanging = [
    service.admin.upload(folderId, 'small.bin', 'small'),
    service.admin.upload(folderId, 'large.bin', randomBytes(4_000_000)),
    service.admin.api('GET', `/api/documents/${documentId}/content`),
  ];
  await assertUnavailable(hanging);
  await until(async () => (await isReady()) === 503, 'the node is not ready');
  // The server crashes and comes back.
  await ceph.killGateway();
  await assert.rejects(broken.bytes(), 'A download is aborted, never truncated silently.');
  await assertUnavailable([
    service.admin.upload(folderId, 'small.bin', 'small'),
    service.admin.api('GET', `/api/documents/${documentId}/content`),
    service.admin.api('GET', '/readyz'),
  ]);
  const away = await carrel(['serve'], { ...(await otherInstance(t)), ...environmentOf(at) });
  assert.deepEqual([away.code, /^carrel: [^\n]*ECONNREFUSED[^\n]*\n$/.test(away.stderr)], [1, true], away.stderr);
  await ceph.startGateway();
  await until(async () => (await isReady()) === 200, 'the node is ready again');
  const { body: documents } = await service.admin.api('GET', `/api/folders/${folderId}/documents`);
  assert.deepEqual(
    documents.map((document: { DocumentName: string }) => document.DocumentName),
    ['kept.bin'],
  );
  assert.ok(Buffer.from(await (await download()).bytes()).equals(content));
  assert.equal((await service.admin.upload(folderId, 'small.bin', 'small')).status, 201);
}

/** A database and folder for another service; test databases are all clones of one. */
async function otherInstance(t: TestContext): Promise<Environment> {
  const { DATABASE_URL = '' } = await externalDatabase(t);
  const sql = connect(DATABASE_URL, 1);
  await sql`update instance set instance_id = gen_random_uuid()`;
  await sql.end();
  return { DATABASE_URL, DATA_DIR: await temporaryFolder(t) };
}

/** Gives a document a content larger than a single upload. */
async function exchangeContent(
  { DATABASE_URL = '' }: Environment,
  { store, documentId, content }: { store: BlobStore; documentId: number; content: Buffer },
): Promise<void> {
  const sql = connect(DATABASE_URL, 1);
  const source = (async function* () {
    yield content;
  })();
  const { key, size, sha256: hash, crc32 } = await store.put(source, { maxBytes: content.length });
  const changed = { size, sha256: hash };
  const [revision] = await sql`
    update revisions set ${sql(changed)} where document_id = ${documentId} returning blob_id`;
  await sql`update blobs set ${sql({ ...changed, crc32, storage_key: key })} where blob_id = ${revision?.['blob_id']}`;
  await sql`update documents set ${sql(changed)} where document_id = ${documentId}`;
  await sql.end();
}

/** A report in one format with more than one part, checked by its digest, and resumed within the first part. */
async function fetchSound(service: Service, job: string, accept: string): Promise<{ text: string; etag: string }> {
  const { status, headers, bytes } = await fetchReport(service, job, accept);
  assert.equal(status, 200);
  assert.ok(bytes.length > 2 * PART_BYTES, `${bytes.length} bytes`);
  const digest = createHash('sha256').update(bytes).digest();
  const etag = headers.get('etag') ?? '';
  assert.deepEqual(
    [headers.get('repr-digest'), etag],
    [`sha-256=:${digest.toString('base64')}:`, `"${digest.toString('hex')}"`],
  );
  const rest = await fetchReport(service, job, accept, PART_BYTES - 10);
  assert.deepEqual([rest.status, rest.bytes.equals(bytes.subarray(PART_BYTES - 10))], [206, true]);
  return { text: bytes.toString(), etag };
}

async function assertUnavailable(answers: Promise<{ status: number; body: { type?: string }; headers: Headers }>[]) {
  for (const { status, headers, body } of await Promise.all(answers)) {
    assert.equal(status, 503);
    // /readyz reports by its status only.
    if (body.type !== undefined) assert.deepEqual([body.type, headers.get('retry-after')], ['/unavailable', '5']);
  }
}
