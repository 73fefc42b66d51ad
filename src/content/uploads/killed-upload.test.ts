// starts processes: an API process is killed during an upload
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { fileForm, formBody } from './form.fixture.ts';
import { send, uploadHead } from './raw-http.fixture.ts';
import { stagedFiles, storedFiles } from '../blobs/stored-files.fixture.ts';

const HOUR_MS = 3_600_000;
const app = await startApp({}, { own: 'counts the stored files' });
// The sweeper compares the clock with the times of files, which are real.
app.clock.now = new Date();

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await condition()); waited++) {
    if (waited === 500) throw new Error('This did not come about in ten seconds.');
    await setTimeout(20);
  }
}

// A form that stops in the middle of its file, once the server has received enough of it to store it.
async function sendHalfAForm(url: string, { token }: Person, path: string) {
  const body = formBody(fileForm('half.bin', Buffer.alloc(2_000_000, 'half')), 'b');
  const head = uploadHead(path, { token, contentType: 'multipart/form-data; boundary=b', length: body.length });
  const socket = await send(url, head, body.subarray(0, 1_000_000));
  await until(async () => (await stagedFiles(app)).length > 0);
  return socket;
}

async function sweep(): Promise<void> {
  app.clock.advance(3 * HOUR_MS);
  await app.sql`select graphile_worker.add_job('sweep-orphans')`;
  await app.runJobs();
}

async function assertNothingIsLeft(folderId: number, filesBefore: string[]): Promise<void> {
  assert.deepEqual(await stagedFiles(app), []);
  assert.deepEqual(await storedFiles(app), filesBefore);
  assert.equal((await app.sql`select from documents where folder_id = ${folderId}`).length, 0);
  assert.equal((await app.sql`select from blobs`).length, filesBefore.length);
}

test('an aborted upload leaves no document, no content and no bytes', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Broken off');
  const before = await storedFiles(app);
  for (const breakOff of ['destroy', 'resetAndDestroy', 'end'] as const) {
    const socket = await sendHalfAForm(app.url, ann, `/api/folders/${folderId}/documents`);
    socket[breakOff]();
    await until(async () => (await stagedFiles(app)).length === 0);
  }
  await assertNothingIsLeft(folderId, before);
  assert.equal((await ann.upload(folderId, 'whole.bin', 'whole')).status, 201);
});

test('an aborted revision leaves the document unchanged', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'Broken off'), 'a.bin', 'first');
  const before = await storedFiles(app);
  const socket = await sendHalfAForm(app.url, ann, `/api/documents/${documentId}/revisions`);
  socket.destroy();
  await until(async () => (await stagedFiles(app)).length === 0);
  assert.deepEqual(await storedFiles(app), before);
  assert.equal((await ann.api('GET', `/api/documents/${documentId}/revisions`)).body.length, 1);
});

test('a process killed during an upload leaves bytes only until the next sweep', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Killed');
  const before = await storedFiles(app);
  const program = join(import.meta.dirname, '../../../test/api-process.ts');
  const child = spawn(process.execPath, [program, app.databaseUrl, app.dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const socket = await sendHalfAForm(await addressOf(child), ann, `/api/folders/${folderId}/documents`);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    socket.destroy();
  } finally {
    child.kill('SIGKILL');
  }
  assert.equal((await stagedFiles(app)).length, 1);
  await sweep();
  await assertNothingIsLeft(folderId, before);
});

test('a sweep removes uncommitted bytes and keeps all others', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Kept');
  await sweep();
  const documentId = await ann.document(folderId, 'kept.txt', 'kept');
  const before = await storedFiles(app);
  async function* orphan() {
    yield Buffer.from('orphan');
  }
  await app.deps.blobs.put(orphan(), { maxBytes: 10 });
  assert.equal((await storedFiles(app)).length, before.length + 1);
  await sweep();
  assert.deepEqual(await storedFiles(app), before);
  assert.equal((await ann.api('GET', `/api/documents/${documentId}/content`)).text, 'kept');
  const [instance] = await app.sql<{ at: string }[]>`select blobs_swept_at as at from instance`;
  assert.equal(instance?.at, app.clock.now.toISOString());
});

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const chunk of child.stdout ?? []) return String(chunk);
  throw new Error('The process ended before it listened.');
}
