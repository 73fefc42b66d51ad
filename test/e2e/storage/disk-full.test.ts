/** A full disk: acknowledged data stays, writes are refused, and free space is enough to continue. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connect } from '../../../src/platform/db/connection.ts';
import { findRunningEmbeddedPostgres } from '../../../src/platform/postgres/embedded.ts';
import type { Answer } from '../../client.ts';
import { type Service, defer, externalDatabase, startService, temporaryFolder, until } from '../service.ts';

const MB = 1_000_000;
const skip = withoutSmallDisks();

// A separate disk of this many megabytes, removed after the test.
function smallDisk(t: TestContext, megabytes: number): string {
  const folder = mountDisk(megabytes);
  defer(t, async () => unmountDisk(folder));
  return folder;
}

function mountDisk(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0) rmSync(folder, { recursive: true });
  if (mounted.status !== 0) throw new Error(`No disk could be mounted: ${mounted.stderr}`);
  chmodSync(folder, 0o711);
  return folder;
}

function unmountDisk(folder: string): void {
  execFileSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true });
}

function withoutSmallDisks(): string | false {
  try {
    unmountDisk(mountDisk(1));
    return false;
  } catch {
    return 'needs root who may mount a small disk';
  }
}

/** Fills the disk; resolves to a function that frees the space. */
async function takeAllRoom(disk: string): Promise<() => Promise<void>> {
  const path = join(disk, 'filler');
  const file = await open(path, 'a');
  const fill = async (bytes: number) => {
    for (;;) await file.write(Buffer.alloc(bytes));
  };
  for (const bytes of [MB, 4096])
    await fill(bytes).catch((error: { code: string }) => assert.equal(error.code, 'ENOSPC'));
  await file.close();
  return () => rm(path);
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

async function homeFolder({ admin }: Service): Promise<number> {
  const { body } = await admin.api('GET', '/api/users/me');
  return admin.folder(body.PersonalLibraryId, 'Home');
}

function assertNoRoom(answer: Answer): void {
  assert.deepEqual([answer.status, answer.body.type], [507, '/insufficient_storage'], answer.text);
  assert.equal(answer.headers.get('content-type'), 'application/problem+json');
}

/** Uploads contents of all sizes, four at once, until one is refused; resolves to the hashes of acknowledged ones. */
async function uploadUntilFull({ admin }: Service, folderId: number): Promise<Map<number, string>> {
  const acknowledged = new Map<number, string>();
  let refusals = 0;
  const uploadOn = async (client: number) => {
    for (let i = 0; refusals < 12; i++) {
      const content = randomBytes([20_000, 300_000, 4 * MB][(client + i) % 3] ?? 0);
      const answer = await admin.upload(folderId, `${client} ${i}.bin`, content);
      if (answer.status === 201) acknowledged.set(answer.body.DocumentId, sha256(content));
      else {
        assertNoRoom(answer);
        refusals += 1;
      }
    }
  };
  await Promise.all([0, 1, 2, 3].map(uploadOn));
  return acknowledged;
}

async function assertAllThere({ admin }: Service, folderId: number, documents: Map<number, string>): Promise<void> {
  const { body } = await admin.api('GET', `/api/folders/${folderId}/documents`);
  const listed = new Map((body as { DocumentId: number; Hash: string }[]).map((row) => [row.DocumentId, row.Hash]));
  assert.deepEqual(listed, documents);
  for (const [documentId, hash] of documents) {
    const { status, bytes } = await admin.api('GET', `/api/documents/${documentId}/content`);
    assert.deepEqual([status, sha256(bytes)], [200, hash]);
  }
}

test(
  'when the content store is full, uploads are refused with 507 and nothing acknowledged is lost',
  { skip },
  async (t) => {
    const disk = smallDisk(t, 48);
    const service = await startService(t, {
      ...(await externalDatabase(t)),
      BLOB_URL: `file://${disk}/blobs`,
      MIN_FREE_BYTES: '0',
    });
    const { admin } = service;
    const folderId = await homeFolder(service);
    const acknowledged = await uploadUntilFull(service, folderId);
    assert.ok(acknowledged.size > 10);
    const giveBack = await takeAllRoom(disk);

    await until(async () => (await admin.api('GET', '/readyz')).status === 503, 'the store was checked');
    const ready = await admin.api('GET', '/readyz');
    assert.deepEqual([ready.status, ready.body.checks], [503, { database: 'ok', schema: 'ok', blobs: 'failed' }]);
    assertNoRoom(await admin.upload(folderId, 'small.txt', 'small'));
    const [first = 0] = acknowledged.keys();
    assertNoRoom(await admin.revise(first, 'revised.bin', 'revised'));
    await assertAllThere(service, folderId, acknowledged);
    const stored = await readdir(join(disk, 'blobs'), { recursive: true, withFileTypes: true });
    const files = stored.filter((entry) => entry.isFile() && entry.name !== '.instance');
    assert.equal(files.length, acknowledged.size, 'nothing is left of what was refused');

    await giveBack();
    await until(async () => (await admin.api('GET', '/readyz')).status === 200, 'there is space again');
    assert.equal((await admin.upload(folderId, 'small.txt', 'small')).status, 201);
    assert.equal((await admin.revise(first, '0 0.bin', 'revised')).status, 201);
  },
);

/** A service whose database is on a separate disk. */
async function startOnSmallDisk(t: TestContext) {
  const disk = smallDisk(t, 400);
  const env = {
    DATA_DIR: join(disk, 'data'),
    BLOB_URL: `file://${await temporaryFolder(t)}/blobs`,
    MIN_FREE_BYTES: '0',
  };
  const service = await startService(t, env);
  return { disk, env, service, folderId: await homeFolder(service) };
}

test(
  "when PostgreSQL's disk is full, writes are refused with 507, and if it cannot continue the service stops, both until there is room again",
  { skip },
  async (t) => {
    const { disk, env, service, folderId } = await startOnSmallDisk(t);
    await refusesWrites(service, { disk, env, folderId });
    await stopsAndRestartsIntact(t, service, { disk, env, folderId });
  },
);

type Place = { disk: string; env: { DATA_DIR: string }; folderId: number };

async function refusesWrites(service: Service, { disk, env, folderId }: Place): Promise<void> {
  // The next segment has space for all further writes: the tables cannot grow.
  await endSegment(env.DATA_DIR);
  const before = await service.admin.upload(folderId, 'before.bin', 'before');
  const giveBack = await takeAllRoom(disk);
  const acknowledged = await uploadUntilFull(service, folderId);
  acknowledged.set(before.body.DocumentId, before.body.Hash);
  await giveBack();
  await assertAllThere(service, folderId, acknowledged);
  assert.equal((await service.admin.upload(folderId, 'after.bin', 'after')).status, 201);
}

async function stopsAndRestartsIntact(t: TestContext, service: Service, { disk, env, folderId }: Place): Promise<void> {
  const names = Array.from({ length: 20 }, (_, i) => `Folder ${i}`);
  const make = (name: string) => service.admin.api('POST', `/api/folders/${folderId}/folders`, { FolderName: name });
  for (const name of names) assert.equal((await make(name)).status, 201);
  const giveBack = await takeAllRoom(disk);
  await endSegment(env.DATA_DIR);
  // Its log cannot start another segment, neither now nor after a restart.
  const statuses = new Set<number>();
  while (service.supervisor.exitCode === null)
    statuses.add(
      await make('Not kept').then(
        ({ status }) => status,
        () => 503,
      ),
    );
  assert.deepEqual(
    [...statuses].filter((status) => status !== 503 && status !== 507),
    [],
  );
  assert.equal(service.supervisor.exitCode, 1);
  await giveBack();

  const again = await startService(t, env);
  const { body } = await again.admin.api('GET', `/api/folders/${folderId}?embed=f`);
  const kept = (body.Embedded.Folders as { FolderName: string }[]).map((row) => row.FolderName);
  assert.deepEqual(new Set(kept), new Set(names));
}

// The rest of PostgreSQL's current 16 MB segment counts as written.
async function endSegment(dataDir: string): Promise<void> {
  const sql = connect((await findRunningEmbeddedPostgres(dataDir)) ?? '', 1);
  await sql`select pg_switch_wal()`.catch(() => {});
  await sql.end({ timeout: 1 });
}
