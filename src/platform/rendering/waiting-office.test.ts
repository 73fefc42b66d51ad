/** LibreOffice is started ahead for one document (decision 0076). */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { without } from '../../../test/parts.ts';
import { until } from '../../../test/waiting.ts';
import { LEVELS } from './isolation/levels.ts';
import type { RenderableKind } from './kinds.ts';
import { socketNameOf } from './office-socket.ts';
import { createRenderer } from './renderer.ts';
import { docx, pdfPage, xlsx } from './samples.fixture.ts';

const programFolders = (process.env['PATH'] ?? '').split(delimiter);
const DOCUMENT = docx(['Heading', 'Text']);

function rendererOf(t: TestContext, options: Partial<Parameters<typeof createRenderer>[0]> = {}) {
  const renderer = createRenderer({ programFolders, hiddenFolders: [], keepsOffice: true, ...options });
  t.after(() => renderer.close());
  const render = (kind: RenderableKind, content: Buffer) =>
    renderer.render({
      kind,
      size: 256,
      isAnnotated: false,
      save: buffer,
      source: { size: content.length, read: async ({ start, end }) => content.subarray(start, end) },
    });
  return { renderer, render };
}

for (const level of LEVELS) {
  test(
    `each document gets a LibreOffice of its own, started before it came, at level ${level}`,
    { skip: without('soffice', 'bwrap') },
    async (t) => {
      const { renderer, render } = rendererOf(t, { atMost: level });
      assert.equal((await renderer.isolation()).level, level);
      const first = await render('word', DOCUMENT);
      const waiting = await untilReady();
      const sockets = await socketsOf(waiting);
      if (level === 'none') assert.ok(sockets.length > 0);
      const second = await render('word', DOCUMENT);
      assert.deepEqual([first.output !== null, second], [true, first]);
      assert.ok((await offices()).every((pid) => !waiting.includes(pid)));
      renderer.close();
      await until(async () => (await offices()).length === 0);
      await until(async () => sockets.every((path) => !existsSync(path)));
    },
  );
}

test('LibreOffice does not wait without office documents', { skip: without('soffice') }, async (t) => {
  // Those of the tests before.
  await until(async () => (await spares()).length === 0);
  const { render } = rendererOf(t, { atMost: 'none' });
  const withOffice = async () => {
    const commands = await Promise.all(
      (await spares()).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
    );
    return commands.filter((command) => command.includes('soffice')).length;
  };
  for (const [kind, content] of [
    ['spreadsheet', Buffer.from('a,b\n1,2\n')],
    ['pdf', pdfPage()],
  ] as const) {
    assert.ok((await render(kind, content)).output !== null, kind);
    await until(async () => (await spares()).length === 1);
    assert.equal(await withOffice(), 0, kind);
  }
  assert.ok((await render('spreadsheet', xlsx([['a', 'b']]))).output !== null);
  await until(async () => (await withOffice()) === 1);
});

test('if LibreOffice ends while it waits, the document starts it, with the same settings', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-office-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  const calls = join(folder, 'calls');
  await writeFile(calls, '');
  await chmod(calls, 0o666);
  await writeFile(join(folder, 'page.pdf'), pdfPage());
  const script = [
    '#!/bin/sh',
    'case "$*" in *pidfile*) kind=waits;; *) kind=converts;; esac',
    `grep -q DisableMacrosExecution profile/user/registrymodifications.xcu && echo $kind >> ${calls}`,
    `[ $kind = converts ] || exit 1`,
    `mkdir -p pdf && cp ${folder}/page.pdf pdf/document.pdf`,
  ];
  await writeFile(join(folder, 'soffice'), `${script.join('\n')}\n`, { mode: 0o755 });
  const { render } = rendererOf(t, { atMost: 'none', programFolders: [folder] });
  assert.ok((await render('word', DOCUMENT)).output !== null);
  assert.equal(await readFile(calls, 'utf8'), 'waits\nconverts\n');
});

/** The sockets of these in /tmp, which they don't remove when they are killed. */
async function socketsOf(pids: string[]): Promise<string[]> {
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  const ends = commands.flatMap((command) => {
    const [, folder] = /-env:UserInstallation=file:\/\/([^\0]+)\/profile\0/.exec(command) ?? [];
    return folder === undefined ? [] : [socketNameOf(folder)];
  });
  const names = await readdir('/tmp');
  return names.filter((name) => ends.some((end) => name.endsWith(end))).map((name) => join('/tmp', name));
}

/** The processes of this one that wait for a file. */
async function spares(): Promise<string[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  return children.split(' ').filter((pid) => pid !== '');
}

/** The processes of LibreOffice that this process has started ahead. They have a file for their id. */
async function offices(): Promise<string[]> {
  const groups = await spares();
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const own = await Promise.all(
    pids.map(async (pid) => {
      const [command, stat] = await Promise.all(
        ['cmdline', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
      );
      // proc(5): the command in parentheses is followed by state, parent and group.
      const group = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ')[2] ?? '';
      return /soffice\.bin.*--pidfile=/.test(command ?? '') && groups.includes(group) ? [pid] : [];
    }),
  );
  return own.flat();
}

/** Waits until a LibreOffice accepts documents. */
async function untilReady(): Promise<string[]> {
  for (;;) {
    await until(async () => (await offices()).length > 0);
    const ready = [];
    for (const pid of await offices()) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const [, path = ''] = /--pidfile=([^\0]+)/.exec(command) ?? [];
      if (existsSync(path)) ready.push(pid);
    }
    if (ready.length > 0) return ready;
  }
}
