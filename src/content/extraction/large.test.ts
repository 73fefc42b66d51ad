/** Hostile and very large contents are read within bounds. */
import assert from 'node:assert/strict';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hostileFiles } from '../../platform/rendering/hostile.fixture.ts';
import { zip } from '../../platform/rendering/samples.fixture.ts';
import { createRenderer } from '../../platform/rendering/renderer.ts';
import { MAX_TEXT_BYTES, readTextPages } from '../../platform/rendering/text-output.ts';
import type { RenderSource } from '../../platform/rendering/workspace.ts';
import { splitText } from './parts.ts';
import { textPdf } from './corpus.fixture.ts';

const GIB = 1024 ** 3;
const renderer = createRenderer({ programFolders: [], hiddenFolders: [] });
/** It ends those early that would take all their time. */
const hasty = createRenderer({ programFolders: [], hiddenFolders: [], bounds: { timeMs: 2_000, longTimeMs: 2_000 } });
after(() => {
  renderer.close();
  hasty.close();
});
/** As in the drill `hostile`. */
const isEvery = process.env['TEST_EVERY_HOSTILE_FILE'] !== undefined;
/** Of so many hostile files the suite reads one. */
const READ_EACH = 12;

async function read(source: RenderSource, by = renderer) {
  const { output, about, ...rest } = await by.render({
    kind: 'text',
    form: { type: 'text' },
    size: 0,
    isAnnotated: false,
    source,
    save: readTextPages,
  });
  return { pages: output ?? [], about, ...rest };
}

const sourceOf = (content: Buffer): RenderSource => ({
  size: content.length,
  read: async ({ start, end }) => content.subarray(start, end),
});

test('of a text of 2 GB, the first MiB is read', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-large-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'large.txt');
  const file = await open(path, 'w');
  await file.write(Buffer.from('The beginning of it. '.repeat(100_000)));
  await file.truncate(2 * GIB);
  await file.close();
  let bytes = 0;
  const { pages, about } = await read({
    size: 2 * GIB,
    read: async ({ start, end }) => {
      bytes += end - start;
      return createReadStream(path, { start, end: end - 1 });
    },
  });
  assert.ok(bytes < 5 * 1024 ** 2, `${bytes} bytes`);
  assert.deepEqual(about, { method: 'text', isComplete: false });
  assert.equal(Buffer.byteLength(pages[0]?.text ?? ''), MAX_TEXT_BYTES);
});

test('of an archive of 2 GB, the names are read from its end', async () => {
  const content = zip(Array.from({ length: 500 }, (_, at) => ({ name: `invoice-${at}.txt`, content: 'x' })));
  const list = content.indexOf('PK\u0001\u0002', 0, 'latin1');
  // The entries are at the beginning, their list is at the end.
  const tail = Buffer.from(content.subarray(list));
  tail.writeUInt32LE(2 * GIB - tail.length, tail.length - 6);
  const { pages } = await read({
    size: 2 * GIB,
    read: async ({ start, end }) => {
      const piece = Buffer.alloc(end - start);
      if (start === 0) content.copy(piece, 0, 0, list);
      else tail.copy(piece, piece.length - tail.length);
      return piece;
    },
  });
  assert.match(pages[0]?.text ?? '', /^invoice-0\.txt\n.*invoice-499\.txt$/s);
});

test('all 100 000 words of a page of a PDF are read and found at their places', async () => {
  const words = Array.from({ length: 100_000 }, (_, at) => `w${at}`);
  const { pages } = await read(sourceOf(textPdf([words.join('\n')])));
  assert.deepEqual(new Set(pages.slice(1).map(({ page }) => page)), new Set([1]));
  const { parts, words: indexed } = await splitText(pages.slice(1));
  const last = parts.at(-1);
  assert.ok((last?.firstWord ?? 0) > 99_000 && (last?.text ?? '').endsWith('w99999'));
  assert.ok(indexed.length > 50_000);
  assert.deepEqual(indexed.slice(0, 50_000), words.slice(0, 50_000));
});

test('no hostile file harms: each is read or refused in time', async () => {
  const files = hostileFiles('http://127.0.0.1:9', { isEvery });
  for (const { what, content } of files.filter((_, at) => isEvery || at % READ_EACH === 0)) {
    const { pages, missingPart } = await read(sourceOf(content), hasty);
    assert.ok(
      pages.every(({ text }) => text.length <= MAX_TEXT_BYTES && !/root:|owned/.test(text.slice(0, 40))),
      what,
    );
    assert.ok([null, 'writer', 'calc', 'impress', 'tesseract'].includes(missingPart), what);
  }
});
