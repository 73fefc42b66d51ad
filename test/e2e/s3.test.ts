/** The service with its contents on S3, and contents on their way from one store to another. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sum } from '../../src/platform/blobs/contents.fixture.ts';
import { onCeph, withoutCeph } from '../../src/platform/blobs/s3.fixture.ts';
import type { S3Place } from '../../src/platform/blobs/s3.bucket.ts';
import type { BlobStore } from '../../src/platform/blobs/store.ts';
import { connect } from '../../src/platform/db/connection.ts';
import {
  type Environment,
  type Service,
  carrel,
  ended,
  externalDatabase,
  startCarrel,
  startService,
  temporaryFolder,
  until,
} from './service.ts';

if (withoutCeph !== false) test('the service on S3', { skip: withoutCeph });
else await registerTests();

async function registerTests(): Promise<void> {
  const { ceph, place, store: openStore } = await onCeph();

  test('the service keeps contents on S3 as it keeps them in files', async (t) => {
    const at = place();
    const env = { ...(await externalDatabase(t)), ...environmentOf(at) };
    const service = await startService(t, env);
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
    const store = openStore(t, at);
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
    assert.equal(await service.stop(), 0);
  });

  test('a service whose S3 server dies answers 503, makes no half document, and goes on when it is back', async (t) => {
    const at = place();
    const service = await startService(t, { ...(await externalDatabase(t)), ...environmentOf(at) });
    const folderId = await homeFolder(service);
    const content = randomBytes(4_000_000);
    const documentId = await service.admin.document(folderId, 'kept.bin', content);
    const isReady = async () => (await service.admin.api('GET', '/readyz')).status;
    assert.equal(await isReady(), 200);

    // It hangs while uploads and downloads are under way.
    ceph.signalGateway('SIGSTOP');
    const hanging = [
      service.admin.upload(folderId, 'small.bin', 'small'),
      service.admin.upload(folderId, 'large.bin', randomBytes(4_000_000)),
      service.admin.api('GET', `/api/documents/${documentId}/content`),
      service.admin.api('GET', '/readyz'),
    ];
    await assertUnavailable(hanging);
    // It is dead, and then there again.
    await ceph.killGateway();
    await assertUnavailable([
      service.admin.upload(folderId, 'small.bin', 'small'),
      service.admin.api('GET', `/api/documents/${documentId}/content`),
      service.admin.api('GET', '/readyz'),
    ]);
    const away = await carrel(['serve'], { ...(await otherInstance(t)), ...environmentOf(at) });
    assert.deepEqual([away.code, /^carrel: [^\n]*ECONNREFUSED[^\n]*\n$/.test(away.stderr)], [1, true], away.stderr);
    await ceph.startGateway();
    assert.equal(await isReady(), 200);
    const { body: documents } = await service.admin.api('GET', `/api/folders/${folderId}/documents`);
    assert.deepEqual(
      documents.map((document: { DocumentName: string }) => document.DocumentName),
      ['kept.bin'],
    );
    const again = await service.admin.api('GET', `/api/documents/${documentId}/content`);
    assert.ok(again.bytes.equals(content));
    assert.equal((await service.admin.upload(folderId, 'small.bin', 'small')).status, 201);
    assert.equal(await service.stop(), 0);
  });

  test('a download that is under way when the S3 server dies is broken off, never ended too short', async (t) => {
    const at = place();
    const database = await externalDatabase(t);
    const service = await startService(t, { ...database, ...environmentOf(at) });
    const documentId = await service.admin.document(await homeFolder(service), 'large.bin', 'small');
    const content = randomBytes(64 * 1024 * 1024);
    await exchangeContent(database, openStore(t, at), content);
    const url = `${service.url}/api/documents/${documentId}/content`;
    const download = async () => fetch(url, { headers: { authorization: `Bearer ${service.token}` } });
    assert.ok(Buffer.from(await (await download()).bytes()).equals(content));
    const broken = await download();
    assert.equal(broken.headers.get('content-length'), String(content.length));
    await ceph.killGateway();
    await assert.rejects(broken.bytes());
    await ceph.startGateway();
    assert.ok(Buffer.from(await (await download()).bytes()).equals(content));
    assert.equal(await service.stop(), 0);
  });

  test('contents move to S3 and back, with kills in between, and every document is what it was', async (t) => {
    const database = await externalDatabase(t);
    const service = await startService(t, database);
    const { dataDir } = service;
    const hashes = await fill(service);
    const at = place();
    const onS3 = environmentOf(at);
    const move = ['move-blobs', '--to', onS3['BLOB_URL'] ?? '', '--json'];
    const env = { ...database, ...onS3, BLOB_URL: '', DATA_DIR: dataDir };
    // Beside the running service; killed, interrupted, and then left to its end.
    const bucket = openStore(t, at);
    for (const [signal, moved] of [
      ['SIGKILL', 5],
      ['SIGINT', 15],
    ] as const) {
      const { child, printed } = startCarrel(t, move, env);
      await until(async () => (await Array.fromAsync(bucket.list(''))).length >= moved, `${moved} contents are there`);
      child.kill(signal);
      assert.equal(await ended(child), signal === 'SIGINT' ? 1 : null);
      if (signal === 'SIGINT') assert.equal(printed.stderr, 'carrel: interrupted; start it again to go on\n');
    }
    await service.admin.document(await homeFolder(service), 'while it moves.txt', 'new');
    await until(async () => ((await countStored(database))[1] ?? 0) > 0, 'there is a thumbnail');
    assert.equal(await service.stop(), 0);
    const stored = sum(await countStored(database));
    const summary = await moveTo(move, env);
    assert.equal(summary.Contents, stored);
    assert.ok(summary.CopiedContents < summary.Contents && summary.CopiedContents > 0);
    assert.deepEqual([summary.Missing, summary.Damaged, summary.UnfinishedUploads], [[], [], 0]);
    assert.equal((await moveTo(move, env)).CopiedContents, 0);

    await rm(join(dataDir, 'blobs'), { recursive: true });
    const moved = await startService(t, { ...database, ...onS3, DATA_DIR: dataDir });
    await assertAllThere(moved, hashes);
    assert.equal(await moved.stop(), 0);

    const back = ['move-blobs', '--to', `file://${join(dataDir, 'blobs')}`, '--json'];
    assert.equal((await moveTo(back, { ...env, ...onS3 })).CopiedContents, stored);
    const again = await startService(t, { ...database, DATA_DIR: dataDir });
    await assertAllThere(again, hashes);
    assert.equal(await again.stop(), 0);
    await assertFailuresAreTold(t, { database, dataDir, onS3 }, at);
  });

  async function assertFailuresAreTold(
    t: TestContext,
    given: { database: Environment; dataDir: string; onS3: Environment },
    at: S3Place,
  ): Promise<void> {
    const { database, dataDir, onS3 } = given;
    const env = { ...database, ...onS3, DATA_DIR: dataDir };
    const elsewhere = place();
    const files = (await readdir(join(dataDir, 'blobs'), { recursive: true })).filter((name) =>
      /[0-9a-f]{12}$/.test(name),
    );
    const [gone = '', hurt = ''] = files;
    await rm(join(dataDir, 'blobs', gone));
    await writeFile(join(dataDir, 'blobs', hurt), 'other');
    const failed = await carrel(['move-blobs', '--to', environmentOf(elsewhere)['BLOB_URL'] ?? '', '--json'], {
      ...env,
      BLOB_URL: '',
    });
    const summary = JSON.parse(failed.stdout) as Moved;
    assert.deepEqual([failed.code, summary.Missing, summary.Damaged], [1, [gone], [hurt]]);
    assert.match(failed.stderr, /^carrel: 2 contents are missing or damaged [^\n]+\n$/);
    const keys = (await Array.fromAsync(openStore(t, elsewhere).list(''))).map(({ key }) => key);
    assert.deepEqual([keys.length, keys.includes(gone), keys.includes(hurt)], [files.length - 2, false, false]);
    for (const [to, line] of [
      [onS3['BLOB_URL'] ?? '', /names the store that is in use/],
      ['s3://nonesuch?endpoint=' + at.endpoint, /NoSuchBucket/],
      ['s3://a', /--to /],
      ['/tmp/x', /--to /],
    ] as const) {
      const refused = await carrel(['move-blobs', '--to', to], env);
      assert.deepEqual([refused.code, refused.stdout], [1, '']);
      assert.match(refused.stderr, line);
      assert.match(refused.stderr, /^carrel: [^\n]+\n$/);
    }
  }
}

type Moved = {
  Contents: number;
  CopiedContents: number;
  Missing: string[];
  Damaged: string[];
  UnfinishedUploads: number;
};

function environmentOf({ bucket, prefix, endpoint, credentials }: S3Place): Environment {
  return {
    BLOB_URL: `s3://${bucket}/${prefix}?endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}

/** A database and a folder for another service; those of tests are all copies of one. */
async function otherInstance(t: TestContext): Promise<Environment> {
  const { DATABASE_URL = '' } = await externalDatabase(t);
  const sql = connect(DATABASE_URL, 1);
  await sql`update instance set instance_id = gen_random_uuid()`;
  await sql.end();
  return { DATABASE_URL, DATA_DIR: await temporaryFolder(t) };
}

/** Makes content of any size that of the only document there is: so large is none that is uploaded at once. */
async function exchangeContent({ DATABASE_URL = '' }: Environment, store: BlobStore, content: Buffer): Promise<void> {
  const sql = connect(DATABASE_URL, 1);
  const source = (async function* () {
    yield content;
  })();
  const { key, size, sha256: hash, crc32 } = await store.put(source, { maxBytes: content.length });
  await sql`update blobs set size = ${size}, sha256 = ${hash}, crc32 = ${crc32}, storage_key = ${key}`;
  await sql`update revisions set size = ${size}, sha256 = ${hash}`;
  await sql`update documents set size = ${size}, sha256 = ${hash}`;
  await sql.end();
}

/** How many contents and thumbnails the database names. */
async function countStored({ DATABASE_URL = '' }: Environment): Promise<number[]> {
  const sql = connect(DATABASE_URL, 1);
  const [row] = await sql<{ contents: number; thumbnails: number }[]>`
    select (select count(*) from blobs) as contents, (select count(storage_key) from thumbnails) as thumbnails`;
  await sql.end();
  return [row?.contents ?? 0, row?.thumbnails ?? 0];
}

async function homeFolder({ admin }: Service): Promise<number> {
  const me = await admin.api('GET', '/api/users/me');
  return admin.folder(me.body.PersonalLibraryId, `Home ${randomBytes(4).toString('hex')}`);
}

/** Documents of many sizes: their ids and hashes. */
async function fill(service: Service): Promise<Map<number, string>> {
  const folderId = await homeFolder(service);
  const hashes = new Map<number, string>();
  for (let at = 0; at < 60; at++) {
    const content = randomBytes(at % 3 === 0 ? 3_000_000 + at * 30_000 : at * 900);
    hashes.set(await service.admin.document(folderId, `${at}.bin`, content), sha256(content));
  }
  return hashes;
}

async function assertAllThere({ admin }: Service, hashes: Map<number, string>): Promise<void> {
  for (const [documentId, hash] of hashes) {
    const { status, bytes } = await admin.api('GET', `/api/documents/${documentId}/content`);
    assert.deepEqual([documentId, status, sha256(bytes)], [documentId, 200, hash]);
  }
}

async function assertUnavailable(answers: Promise<{ status: number; body: { type?: string }; headers: Headers }>[]) {
  for (const { status, headers, body } of await Promise.all(answers)) {
    assert.equal(status, 503);
    // /readyz says by its status alone what it has to say.
    if (body.type !== undefined) assert.deepEqual([body.type, headers.get('retry-after')], ['/unavailable', '5']);
  }
}

async function moveTo(args: string[], env: Environment): Promise<Moved> {
  const { code, stdout, stderr } = await carrel(args, env);
  assert.deepEqual([code, stderr], [0, '']);
  return JSON.parse(stdout) as Moved;
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
