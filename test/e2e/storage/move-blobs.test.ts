// runs with storage: one storage server serves all files that need it
/** Moving contents from one store to another. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sum } from '../../../src/platform/blobs/contents.fixture.ts';
import type { S3Place } from '../../../src/platform/blobs/s3/bucket.ts';
import { onCeph, withoutCeph } from '../../../src/platform/blobs/s3/s3.fixture.ts';
import { connect } from '../../../src/platform/db/connection.ts';
import { environmentOf, homeFolder } from './s3.ts';
import {
  type Environment,
  type Service,
  carrel,
  ended,
  externalDatabase,
  startCarrel,
  startService,
  until,
} from '../service.ts';

if (withoutCeph !== false) test('contents move to S3', { skip: withoutCeph });
else await registerTests();

async function registerTests(): Promise<void> {
  const { place, store: openStore } = await onCeph();

  test('contents move to S3 and back despite kills, and every document is unchanged', async (t) => {
    const database = await externalDatabase(t);
    const service = await startService(t, database);
    const { dataDir } = service;
    const hashes = await fill(service);
    const at = place();
    const onS3 = environmentOf(at);
    const move = ['move-blobs', '--to', onS3['BLOB_URL'] ?? '', '--json'];
    const env = { ...database, ...onS3, BLOB_URL: '', DATA_DIR: dataDir };
    // Beside the running service; killed, interrupted, and then completed.
    const bucket = openStore(t, at);
    const countMoved = async () => (await Array.fromAsync(bucket.list(''))).length;
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      // On a busy machine, many more are there before the first one is killed.
      const enough = (await countMoved()) + 4;
      const { child, printed } = startCarrel(t, move, env);
      await until(async () => (await countMoved()) >= enough, `${enough} contents are there`);
      child.kill(signal);
      assert.equal(await ended(child), signal === 'SIGINT' ? 1 : null);
      if (signal === 'SIGINT') assert.equal(printed.stderr, 'carrel: interrupted; run it again to continue\n');
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
      [onS3['BLOB_URL'] ?? '', /is the store currently in use/],
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

/** The number of contents and thumbnails in the database. */
async function countStored({ DATABASE_URL = '' }: Environment): Promise<number[]> {
  const sql = connect(DATABASE_URL, 1);
  const [row] = await sql<{ contents: number; thumbnails: number }[]>`
    select (select count(*) from blobs) as contents, (select count(storage_key) from thumbnails) as thumbnails`;
  await sql.end();
  return [row?.contents ?? 0, row?.thumbnails ?? 0];
}

/** Documents of many sizes: their ids and hashes. */
async function fill(service: Service): Promise<Map<number, string>> {
  const folderId = await homeFolder(service);
  const hashes = new Map<number, string>();
  for (let at = 0; at < 36; at++) {
    const content = randomBytes(at % 3 === 0 ? 2_500_000 + at * 30_000 : at * 900);
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

async function moveTo(args: string[], env: Environment): Promise<Moved> {
  const { code, stdout, stderr } = await carrel(args, env);
  assert.deepEqual([code, stderr], [0, '']);
  return JSON.parse(stdout) as Moved;
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
