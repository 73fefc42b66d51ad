/** script/parts, with a package manager that only notes what it is asked for. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { without } from '../parts.ts';

const SCRIPT = resolve(import.meta.dirname, '../../script/parts');
const REGISTRY = '/usr/lib/libreoffice/share/registry';
const skip = process.getuid?.() === 0 ? without('soffice') : 'needs root';

test('each module of LibreOffice is installed wherever the others are', { skip }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-parts-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'apt-get'), `#!/bin/sh\necho "$@" >> ${folder}/asked\n`, { mode: 0o755 });
  // Seen in this test alone: LibreOffice without the filters of two modules.
  const hide = `mount -t tmpfs none ${REGISTRY} && touch ${REGISTRY}/calc.xcd && exec bash -c 'set -e; source ${SCRIPT}; wait_for_parts'`;
  const env = { PATH: `${folder}:${process.env['PATH']}` };
  await promisify(execFile)('unshare', ['--mount', 'sh', '-c', hide], { env });
  const asked = await readFile(join(folder, 'asked'), 'utf8');
  assert.match(asked, /^install .*libreoffice-writer-nogui.* libreoffice-impress-nogui/m);
  assert.doesNotMatch(asked, /libreoffice-calc/);
});
