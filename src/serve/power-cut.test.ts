/** Unfinished uploads after the operating system started again: pieces that it had only in memory are gone. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../test/harness.ts';
import type { Person } from '../../test/world.ts';
import { finalize, offsetOf, portion, sha256, stage } from '../library/staged-uploads/staged.fixture.ts';
import { begin, piece } from '../library/staged-uploads/tus.fixture.ts';
import { prepareInstance } from './prepare-instance.ts';

const app = await startApp({}, { own: 'changes stored files, and resets all uploads' });
const MIB = 1024 * 1024;

type Row = { size: number; flushed: number; path: string };

async function rowOf(reference: { Identifier?: string | undefined }): Promise<Row> {
  const [row] = await app.sql<(Row & { key: string })[]>`
    select size, (growth ->> 'flushed')::bigint as flushed, storage_key as key from staged_uploads
    where identifier = ${reference.Identifier ?? ''}`;
  const { blobs } = app.deps.config;
  assert.ok(row !== undefined && blobs.kind === 'files');
  return { ...row, path: join(blobs.dir, row.key) };
}

async function startAgain(): Promise<void> {
  assert.equal(await prepareInstance(app.deps.config, app.databaseUrl), null);
}

const cutPower = () =>
  app.sql`update staged_uploads set growth = jsonb_set(growth, '{boot}', '"the run before"') where growth ? 'boot'`;

/** An upload of which some is on the disk and some is not. */
async function uploadSome(ann: Person, content: Buffer) {
  const folderId = await ann.folder(ann.libraryId, 'Power');
  const path = await begin(ann, content.length, { filename: 'big.bin', folderId });
  const reference = {
    Identifier: path.split('/').at(-1),
    Links: { Location: `${app.url}${path.replace('uploads', 'temp')}` },
  };
  let size = content.length - MIB;
  assert.equal((await piece(app, ann, path, { at: 0, bytes: content.subarray(0, size) })).status, 204);
  // A state says how far the flush came that had ended by then.
  while ((await rowOf(reference)).flushed === 0) {
    assert.equal((await piece(app, ann, path, { at: size, bytes: content.subarray(size, size + 1) })).status, 204);
    size += 1;
  }
  return { folderId, path, reference, size };
}

test('after a power cut an upload goes on where it is certain to be on the disk, and its document is complete', async () => {
  const { ann } = await app.world();
  const content = randomBytes(82 * MIB);
  const { folderId, path, reference, size } = await uploadSome(ann, content);
  const { flushed, path: file } = await rowOf(reference);
  assert.ok(flushed >= 64 * MIB && flushed < size);

  await startAgain();
  assert.equal(await offsetOf(ann, reference), size, 'a start of the service alone takes nothing back');

  await cutPower();
  await truncate(file, flushed);
  await truncate(file, size);
  await startAgain();
  assert.equal(await offsetOf(ann, reference), flushed);
  assert.equal((await finalize(ann, folderId, reference)).status, 409);
  assert.equal((await portion(app, ann, reference, 'x', { headers: { 'upload-offset': String(size) } })).status, 409);
  assert.equal((await piece(app, ann, path, { at: flushed, bytes: content.subarray(flushed) })).status, 204);
  const made = await finalize(ann, folderId, reference);
  assert.deepEqual([made.status, made.body.Hash], [201, sha256(content)]);
  assert.equal((await stat(file)).size, content.length);
});

test('a power cut takes nothing from a finalized upload', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Power');
  const path = await begin(ann, 8, { filename: 'small.bin', folderId });
  const reference = { Identifier: path.split('/').at(-1) };
  assert.equal((await piece(app, ann, path, { at: 0, bytes: 'complete' })).status, 204);
  const made = await finalize(ann, folderId, reference);
  assert.equal(made.status, 201);
  await cutPower();
  await startAgain();
  assert.equal((await finalize(ann, folderId, reference)).body.DocumentId, made.body.DocumentId);
});

test('a portion of an upload with a known length must state its offset, and others are durable at once', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Power');
  const path = await begin(ann, 9, { filename: 'known.bin', folderId });
  const reference = {
    Identifier: path.split('/').at(-1),
    Links: { Location: `${app.url}${path.replace('uploads', 'temp')}` },
  };
  assert.equal((await portion(app, ann, reference, 'aaa')).status, 400);
  assert.equal((await portion(app, ann, reference, 'aaa', { headers: { 'upload-offset': '0' } })).status, 200);
  assert.equal((await portion(app, ann, reference, 'bbb')).status, 400);
  assert.equal((await rowOf(reference)).flushed, 0);

  const unknown = await stage(ann, folderId);
  for (const text of ['aaa', 'bbb']) assert.equal((await portion(app, ann, unknown, text)).status, 200);
  await cutPower();
  await startAgain();
  assert.equal((await portion(app, ann, unknown, 'ccc')).status, 200);
  const made = await finalize(ann, folderId, unknown);
  assert.deepEqual([made.status, made.body.Hash], [201, sha256(Buffer.from('aaabbbccc'))]);
});
