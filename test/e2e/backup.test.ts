/**
 * Backup, restore and verification as an operator runs them: with and without a running service, killed and restarted.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { addStoredContents, storageKeyOf } from '../../src/backup/deployment.fixture.ts';
import { connect } from '../../src/platform/db/connection.ts';
import { findRunningEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';
import {
  type Environment,
  type Service,
  carrel,
  defer,
  ended,
  externalDatabase,
  startCarrel,
  startService,
  temporaryFolder,
  until,
} from './service.ts';

const run = promisify(execFile);

type Copied = { Contents: number; CopiedContents: number; Damaged: number };
type Verified = { Contents: number; Missing: number; Damaged: number; Findings: { Documents: unknown[] }[] };

async function json<T>(args: string[], env: Environment): Promise<T> {
  const { code, stdout, stderr } = await carrel([...args, '--json'], env);
  assert.deepEqual([code, stderr], [0, '']);
  return JSON.parse(stdout) as T;
}

/** Contents in the folder of a blob store: its files, except unfinished ones and the owner's marker. */
async function countContents(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter(
    (entry) => entry.isFile() && entry.name !== '.instance' && !entry.parentPath.endsWith('.staging'),
  ).length;
}

/** Ids of documents with the hash of their upload. */
async function uploadSome({ admin }: Service, count: number): Promise<Map<number, string>> {
  const me = await admin.api('GET', '/api/users/me');
  const folderId = await admin.folder(me.body.PersonalLibraryId, `Folder ${crypto.randomUUID()}`);
  const hashes = new Map<number, string>();
  for (let number = 0; number < count; number += 1) {
    const content = randomBytes(number % 5 === 0 ? 1_000_000 : 3000);
    hashes.set(await admin.document(folderId, `${number}.bin`, content), sha256(content));
  }
  return hashes;
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

async function assertServed({ admin }: Service, hashes: Map<number, string>): Promise<void> {
  for (const [documentId, hash] of hashes) {
    const { status, bytes } = await admin.api('GET', `/api/documents/${documentId}/content`);
    assert.deepEqual([documentId, status, sha256(bytes)], [documentId, 200, hash]);
  }
}

/** Changes the stored bytes of a document. */
async function damage({ dataDir }: Service, documentId: number): Promise<void> {
  const sql = connect((await findRunningEmbeddedPostgres(dataDir)) ?? '', 1);
  await writeFile(join(dataDir, 'blobs', await storageKeyOf({ sql }, documentId)), 'changed');
  await sql.end();
}

/** Enough contents that commands can be killed midway. */
async function fill({ dataDir, admin }: Service, count: number): Promise<void> {
  const sql = connect((await findRunningEmbeddedPostgres(dataDir)) ?? '', 1);
  const { body } = await admin.api('GET', '/api/users/me');
  await addStoredContents({ sql, dataDir }, body.DeploymentId, count);
  await sql.end();
}

/** Starts the command and kills it with -9 once the folder has this many contents. Resolves to their number. */
async function killAmid(...[t, args, env, folder, contents]: [TestContext, string[], Environment, string, number]) {
  const { child, printed } = startCarrel(t, args, env);
  await until(
    async () => child.exitCode !== null || (await countContents(folder)) >= contents,
    'the command is in the middle',
  );
  child.kill('SIGKILL');
  await ended(child);
  assert.deepEqual([child.signalCode, printed.stdout], ['SIGKILL', '']);
  return countContents(folder);
}

test('a backup of a running service and its restore elsewhere, both killed midway, lose nothing', async (t) => {
  const service = await startService(t);
  const env = { DATA_DIR: service.dataDir };
  const folder = join(await temporaryFolder(t), 'backups');
  const before = await uploadSome(service, 20);
  await fill(service, 600);
  const copied = await killAmid(t, ['backup', folder], env, join(folder, 'blobs'), 100);
  const nothing = await carrel(['restore', folder], { DATA_DIR: join(folder, 'unused') });
  assert.deepEqual([nothing.code, nothing.stderr], [1, `carrel: There is no backup in ${folder}.\n`]);

  const made = await json<Copied>(['backup', folder], env);
  assert.deepEqual([made.Contents, made.CopiedContents, made.Damaged], [620, 620 - copied, 0]);
  const later = await uploadSome(service, 3);
  assert.equal((await json<Copied>(['backup', folder, '--keep', '1'], env)).CopiedContents, 3);
  assert.equal((await readdir(join(folder, 'snapshots'))).length, 1);
  assert.equal(await service.stop(), 0);

  const moved = { DATA_DIR: join(await temporaryFolder(t), 'data') };
  // Without the key of the instance, or with another one, nothing is restored, because it would not start.
  const [snapshot = ''] = await readdir(join(folder, 'snapshots'));
  const keyFile = join(folder, 'snapshots', snapshot, 'secret.key');
  const key = await readFile(keyFile);
  for (const other of [null, randomBytes(32).toString('base64')]) {
    await (other === null ? rm(keyFile) : writeFile(keyFile, other));
    const refused = await carrel(['restore', folder], moved);
    assert.match(
      refused.stderr,
      other === null ? /^carrel: The snapshot has no secret key/ : /^carrel: The secret key differs/,
    );
    assert.equal(refused.code, 1);
  }
  await writeFile(keyFile, key);
  const put = await killAmid(t, ['restore', folder], moved, join(moved.DATA_DIR, 'blobs'), 100);
  const restored = await json<Copied>(['restore', folder], moved);
  assert.deepEqual([restored.Contents, restored.CopiedContents, restored.Damaged], [623, 623 - put, 0]);
  const twice = await carrel(['restore', folder], moved);
  assert.deepEqual([twice.code, twice.stdout], [1, '']);
  assert.match(twice.stderr, /^carrel: This instance is in use\. [^\n]+\n$/);

  // The token of the first run was restored.
  await copyFile(join(service.dataDir, 'first-run.json'), join(moved.DATA_DIR, 'first-run.json'));
  const again = await startService(t, moved);
  await assertServed(again, before);
  await assertServed(again, later);
  await assertServed(again, await uploadSome(again, 3));
  assert.equal(await again.stop(), 0);
  const verified = await json<Verified>(['verify-blobs'], moved);
  assert.deepEqual([verified.Contents, verified.Missing, verified.Damaged], [626, 0, 0]);
});

test('a killed or interrupted verification resumes, and its exit code reports findings', async (t) => {
  const service = await startService(t);
  const env = { DATA_DIR: service.dataDir };
  const [documentId = 0] = (await uploadSome(service, 1)).keys();
  await fill(service, 6000);
  const progress = join(service.dataDir, 'verify-blobs.json');
  const amid = async (signal: NodeJS.Signals, args: string[]) => {
    const before = await readFile(progress, 'utf8').catch(() => '');
    const { child, printed } = startCarrel(t, args, env);
    const hasAdvanced = async () => (await readFile(progress, 'utf8').catch(() => before)) !== before;
    await until(async () => child.exitCode !== null || (await hasAdvanced()), 'there is progress');
    child.kill(signal);
    await ended(child);
    return { child, printed };
  };
  const killed = await amid('SIGKILL', ['verify-blobs']);
  assert.equal(killed.child.signalCode, 'SIGKILL');
  const at = (JSON.parse(await readFile(progress, 'utf8')) as { Contents: number }).Contents;
  assert.ok(at > 0 && at < 6001, `${at}`);
  const interrupted = await amid('SIGINT', ['verify-blobs', '--resume']);
  assert.equal(interrupted.child.exitCode, 1);
  assert.equal(interrupted.printed.stderr, 'carrel: interrupted; carrel verify-blobs --resume goes on\n');

  await damage(service, documentId);
  const found = await carrel(['verify-blobs', '--json'], env);
  const { Contents, Damaged, Findings } = JSON.parse(found.stdout) as Verified;
  assert.deepEqual([found.code, Contents, Damaged, Findings[0]?.Documents.length], [1, 6001, 1, 1]);
  const told = await carrel(['verify-blobs'], env);
  assert.equal(told.code, 1);
  assert.match(
    told.stdout,
    new RegExp(`^damaged  \\S+\n +document ${documentId} of deployment 1: 0\\.bin\n6001 contents read`),
  );
});

test(
  'a full disk ends a backup with one line, and the next one with space continues',
  { skip: process.getuid?.() !== 0 },
  async (t) => {
    const database = await externalDatabase(t);
    const service = await startService(t, { ...database });
    const env = { ...database, DATA_DIR: service.dataDir };
    await uploadSome(service, 40);
    const folder = join(await temporaryFolder(t), 'small');
    await mkdir(folder);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', folder]);
    defer(t, async () => void (await run('umount', [folder])));
    const full = await carrel(['backup', folder], env);
    assert.deepEqual([full.code, full.stdout], [1, '']);
    assert.match(full.stderr, /^carrel: There is no space left in [^\n]+\n$/);
    await run('mount', ['-o', 'remount,size=64m', folder]);
    const made = await json<Copied>(['backup', folder], env);
    assert.equal(made.Contents, 40);
    assert.ok(made.CopiedContents < 40);
  },
);
