/** Handling of a hijacked program's output, with a fake FFmpeg. */
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { without } from '../../../test/parts.ts';
import { until } from '../../../test/waiting.ts';
import type { RenderableKind } from './kinds.ts';
import { LEVELS } from './isolation/levels.ts';
import { heic, video } from './media.fixture.ts';
import { createRenderer } from './renderer.ts';
import { docx, pdfPage } from './samples.fixture.ts';

const background = { r: 200, g: 30, b: 30 };
const PNG = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
  .png()
  .toBuffer();
const VIDEO = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom');
const SHOW = 'for frame; do :; done; cp "$folder/frame.png" "${frame#file:}"';

/** Renders a video with a program that runs the script, `$folder` being what the program must keep out of. */
async function renderWith(t: TestContext, script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-renderer-'));
  await chmod(folder, 0o711);
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'programs'));
  await writeFile(join(folder, 'frame.png'), PNG);
  await writeFile(join(folder, 'other.png'), PNG);
  const program = `#!/bin/sh\nfolder=${folder}\n${script}\n`;
  await writeFile(join(folder, 'programs', 'ffmpeg'), program, { mode: 0o755 });
  const renderer = createRenderer({ programFolders: [join(folder, 'programs')], hiddenFolders: [], atMost: 'none' });
  const source = { size: VIDEO.length, read: async () => VIDEO };
  const rendering = await renderer.render({ kind: 'video', size: 256, isAnnotated: false, source, save: buffer });
  renderer.close();
  return { png: rendering.output, other: await readFile(join(folder, 'other.png')) };
}

test('the image that a program writes is returned', async (t) => {
  assert.deepEqual(await renderWith(t, SHOW), { png: PNG, other: PNG });
});

test('a link in place of the image is not followed', async (t) => {
  const { png, other } = await renderWith(t, `${SHOW}; ln -sf "$folder/other.png" output`);
  assert.equal(png, null);
  assert.deepEqual(other, PNG);
});

test('a pipe in place of the image is not waited for', async (t) => {
  assert.equal((await renderWith(t, `${SHOW}; [ -p output ] || mkfifo output`)).png, null);
});

const programFolders = (process.env['PATH'] ?? '').split(delimiter);

for (const level of LEVELS) {
  test(`every kind is rendered at level ${level}`, { skip: without('soffice', 'ffmpeg', 'bwrap') }, async (t) => {
    const renderer = createRenderer({ programFolders, hiddenFolders: [], atMost: level });
    t.after(() => renderer.close());
    assert.equal((await renderer.isolation()).level, level);
    const samples: [RenderableKind, Buffer][] = [
      ['image', PNG],
      ['image', heic()],
      ['pdf', pdfPage()],
      ['text', Buffer.from('Letters')],
      ['spreadsheet', Buffer.from('a,b\n1,2\n')],
      ['word', docx(['Heading', 'Text'])],
      ['video', video('mp4', 1)],
    ];
    for (const [kind, content] of samples) {
      const source = { size: content.length, read: async () => content };
      const { output: png, missingPart } = await renderer.render({
        kind,
        size: 256,
        isAnnotated: false,
        source,
        save: buffer,
      });
      assert.deepEqual([kind, missingPart], [kind, null]);
      assert.ok(png !== null, kind);
      // Letters are drawn with fonts: a page without them is white.
      const { channels } = await sharp(png).stats();
      if (['text', 'spreadsheet', 'word'].includes(kind)) assert.ok((channels[0]?.min ?? 255) < 200, kind);
    }
  });
}

test('below the required level nothing is rendered', async (t) => {
  const options = { programFolders, hiddenFolders: [], requiredLevel: 'namespaces' } as const;
  const weak = createRenderer({ ...options, atMost: 'none' });
  t.after(() => weak.close());
  const source = { size: PNG.length, read: async () => PNG };
  const request = { kind: 'image', size: 256, isAnnotated: false, source, save: buffer } as const;
  assert.deepEqual(await weak.render(request), {
    output: null,
    about: null,
    missingPart: 'isolation',
    mayWorkLater: false,
  });
  assert.equal(weak.lacks('isolation'), true);
});

test('each file gets a process of its own, and the next one is ready; none is left after closing', async (t) => {
  const renderer = createRenderer({ programFolders, hiddenFolders: [], atMost: 'none' });
  t.after(() => renderer.close());
  const source = { size: PNG.length, read: async () => PNG };
  const seen = new Set<string>();
  for (let file = 0; file < 3; file += 1) {
    assert.ok(
      (await renderer.render({ kind: 'image', size: 8, isAnnotated: false, source, save: buffer })).output !== null,
    );
    await until(async () => (await renderingProcesses()).length === 1);
    for (const pid of await renderingProcesses()) seen.add(pid);
  }
  assert.equal(seen.size, 3);
  // The next one starts while a file is rendered, not after it.
  const untilTwo = async () => {
    await until(async () => (await renderingProcesses()).length === 2);
    return PNG;
  };
  const slow = { size: PNG.length, read: untilTwo };
  assert.ok(
    (await renderer.render({ kind: 'image', size: 8, isAnnotated: false, source: slow, save: buffer })).output !== null,
  );
  await until(async () => (await renderingProcesses()).length === 1);
  const [spare = ''] = await renderingProcesses();
  process.kill(Number(spare), 'SIGKILL');
  await until(async () => !(await renderingProcesses()).includes(spare));
  assert.ok(
    (await renderer.render({ kind: 'image', size: 8, isAnnotated: false, source, save: buffer })).output !== null,
  );
  renderer.close();
  await until(async () => (await renderingProcesses()).length === 0);
});

/** The processes that this one has started to render. */
async function renderingProcesses(): Promise<string[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  return children.split(' ').filter((pid) => pid !== '');
}
