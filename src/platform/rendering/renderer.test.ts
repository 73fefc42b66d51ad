/** What is made of the answer of a program that has been taken over: here one that is put in FFmpeg's place. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { createRenderer } from './renderer.ts';

const background = { r: 200, g: 30, b: 30 };
const PNG = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
  .png()
  .toBuffer();
const VIDEO = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom');
const SHOW = 'for frame; do :; done; cp "$folder/frame.png" "${frame#file:}"';

/** Renders a video with a program that runs the script, `$folder` being what the program must keep out of. */
async function renderWith(t: TestContext, script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-renderer-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'programs'));
  await writeFile(join(folder, 'frame.png'), PNG);
  await writeFile(join(folder, 'other.png'), PNG);
  const program = `#!/bin/sh\nfolder=${folder}\n${script}\n`;
  await writeFile(join(folder, 'programs', 'ffmpeg'), program, { mode: 0o755 });
  const renderer = createRenderer({ programFolders: [join(folder, 'programs')], hiddenFolders: [], isolate: null });
  const source = { size: VIDEO.length, read: async () => VIDEO };
  const rendering = await renderer.render({ kind: 'video', size: 256, isAnnotated: false, source });
  renderer.close();
  return { png: rendering.png, other: await readFile(join(folder, 'other.png')) };
}

test('the picture that a program has made is the answer', async (t) => {
  assert.deepEqual(await renderWith(t, SHOW), { png: PNG, other: PNG });
});

test('a link in place of the picture is not followed, neither to write nor to read', async (t) => {
  const { png, other } = await renderWith(t, `${SHOW}; ln -sf "$folder/other.png" out.png`);
  assert.equal(png, null);
  assert.deepEqual(other, PNG);
});

test('a pipe in place of the picture is not waited for', async (t) => {
  assert.equal((await renderWith(t, `${SHOW}; [ -p out.png ] || mkfifo out.png`)).png, null);
});
