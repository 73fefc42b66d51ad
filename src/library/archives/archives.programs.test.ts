/** The programs that people unpack archives with take ours. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { without } from '../../../test/parts.ts';
import { sumsOf } from '../../platform/blobs/contents.fixture.ts';
import { startLayout } from '../../content/zip/layout.ts';
import { bytesOf, zeros } from '../../content/zip/layouts.fixture.ts';

const app = await startApp();
const { ann } = await app.world();
const skip = without('unzip', '7z', 'python3');

async function run(program: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], LANG: 'C.UTF-8' };
  return (await promisify(execFile)(program, args, { env, maxBuffer: 2 ** 26 })).stdout;
}

const python = (script: string, ...args: string[]) => run('python3', '-c', script, ...args);

/** Each program reads every byte and compares checksums. */
async function assertAllAccept(file: string, entries: number): Promise<void> {
  assert.match(await run('unzip', '-tq', file), /^No errors detected/);
  const tested = await run('7z', 't', file);
  assert.match(tested, /^Everything is Ok$/m);
  assert.doesNotMatch(tested, /warning/i);
  const script = 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))';
  assert.equal(await python(script, file), `None ${entries}\n`);
}

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-archive-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

async function download(t: TestContext, folderId: number): Promise<string> {
  const { status, bytes } = await ann.api('GET', `/api/folders/${folderId}/zip`);
  assert.equal(status, 200);
  const file = join(await newFolder(t), 'a.zip');
  await writeFile(file, bytes);
  return file;
}

test('unzip, 7-Zip and Python accept a tree with names in all scripts', { skip }, async (t) => {
  const top = await ann.folder(ann.libraryId, 'Überblick: "Q1"?');
  const child = await makeChild(ann, top, '報告書 😀');
  await makeChild(ann, top, 'Empty');
  await ann.document(top, 'a.txt', 'first');
  await ann.document(top, 'A.txt', 'second');
  await ann.document(top, 'none.txt', '');
  await ann.document(child, `${'ж'.repeat(190)}.txt`, Buffer.alloc(200_000, 'ж'));
  const file = await download(t, top);
  await assertAllAccept(file, 7);
  const unpacked = await newFolder(t);
  await run('unzip', '-q', file, '-d', unpacked);
  assert.deepEqual((await readdir(unpacked, { recursive: true })).sort(), [
    'Überblick_ _Q1__',
    'Überblick_ _Q1__/A (2).txt',
    'Überblick_ _Q1__/Empty',
    'Überblick_ _Q1__/a.txt',
    'Überblick_ _Q1__/none.txt',
    'Überblick_ _Q1__/報告書 😀',
    `Überblick_ _Q1__/報告書 😀/${'ж'.repeat(125)}.txt`,
  ]);
  const document = join(unpacked, 'Überblick_ _Q1__/a.txt');
  assert.equal(await readFile(document, 'utf8'), 'first');
  const { mode, mtime } = await stat(document);
  assert.deepEqual([mode & 0o777, mtime], [0o644, app.clock.now]);
});

test('unzip, 7-Zip and Python accept more entries than the old format allows', { skip }, async (t) => {
  const layout = startLayout();
  for (let index = 1; index <= 65_600; index += 1) layout.add(zeros(`${index}.txt`, 0));
  const finished = layout.finish();
  const file = join(await newFolder(t), 'many.zip');
  await writeFile(
    file,
    bytesOf(finished, { start: 0, end: finished.size }, () => Buffer.alloc(0)),
  );
  await assertAllAccept(file, 65_600);
});

// Most of it is a hole in the file, which takes no room; the large contents are not read.
test('unzip, 7-Zip and Python read entries beyond 4 GiB', { skip }, async (t) => {
  const GIB = 1024 ** 3;
  const layout = startLayout();
  layout.add(zeros('large 1.bin', 3 * GIB));
  layout.add(zeros('large 2.bin', 5 * GIB));
  const content = Buffer.from('beyond');
  const last = { path: 'последний.txt', modifiedAt: '2026-03-02T10:00:00.000Z' };
  layout.add({ ...last, content: { key: 'last', ...sumsOf(content) } });
  const finished = layout.finish();
  const { size } = finished;
  const path = join(await newFolder(t), 'large.zip');
  const file = await open(path, 'wx');
  let position = 0;
  for (const piece of finished.pieces({ start: 0, end: size })) {
    const bytes = Buffer.isBuffer(piece) ? piece : piece.key === 'last' ? content : null;
    if (bytes !== null) await file.write(bytes, 0, bytes.length, position);
    position += Buffer.isBuffer(piece) ? piece.length : piece.range.end - piece.range.start;
  }
  await file.close();
  assert.equal((await stat(path)).size, size);
  assert.equal(await run('unzip', '-p', path, last.path), 'beyond');
  assert.equal(await run('7z', 'e', '-so', path, last.path), 'beyond');
  const script =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.read(sys.argv[2]), z.infolist()[1].file_size)';
  assert.equal(await python(script, path, last.path), `b'beyond' ${5 * GIB}\n`);
});
