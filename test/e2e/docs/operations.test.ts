/** Runs the commands on the pages of docs/operations as written, beside one service, apart from those that `NOT_RUN` lists. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT, listPages } from '../../meta/texts/markdown.ts';
import { MAIN } from '../../program.ts';
import { startService, temporaryFolder } from '../service.ts';
import { RUN_BY, blocksOf, reasonOf } from './commands.ts';

/** `carrel` is the program of this checkout, and the default address that of the service. */
const SHIM = `carrel() { "${process.execPath}" --disable-warning=ExperimentalWarning "${MAIN}" "$@"; }
curl() { command curl "\${@//http:\\/\\/127.0.0.1:8080/$BASE}"; }`;

test('the commands of the operations pages work as they are written', async (t) => {
  const folder = await temporaryFolder(t);
  const service = await startService(t);
  await service.admin.api('POST', '/api/libraries/1/folders', { FolderPath: 'Plans' });
  const env = { ...process.env, DATA_DIR: service.dataDir, BASE: service.url, LOG_LEVEL: 'silent' };
  // The pages name folders of a server.
  const places = {
    '/var/backups/carrel': join(folder, 'backups'),
    '/srv/carrel-drill': join(folder, 'drill'),
    '/srv/carrel-new': join(folder, 'new'),
  };
  // A subshell for each block: its variables end with it. The mark names the block that fails.
  const blocks = await pageBlocks();
  let script = [
    SHIM,
    "trap 'echo $mark >&2' EXIT",
    ...blocks.map(([page, lines], n) => `mark='${page} ${n}'\n(\n${lines}\n)`),
  ].join('\n');
  for (const [shown, ours] of Object.entries(places)) script = script.replaceAll(shown, ours);
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env }).catch(
    (error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      assert.fail(`A command of the operations pages fails:\n${stdout}\n${stderr}`);
    },
  );
  assert.ok(existsSync(join(folder, 'backups/snapshots')));
  assert.ok(!existsSync(join(folder, 'drill')));
});

test('the units of deploy/backup run commands of the page about backups', async () => {
  const commands = (await blocksOf('docs/operations/backup.md')).join('');
  for (const unit of ['carrel-backup', 'carrel-verify']) {
    const text = await readFile(join(ROOT, `deploy/backup/${unit}.service`), 'utf8');
    const [, command = ''] = /^ExecStart=\/usr\/bin\/(.*)$/m.exec(text) ?? [];
    assert.ok(commands.split('\n').includes(command), command);
  }
});

test('every command of the docs is run by a test, or its reason is listed', async () => {
  const pages = await listPages();
  const isRun = (page: string) => RUN_BY.some(([pattern]) => pattern.test(page));
  const run = new Set((await Promise.all(pages.filter(isRun).map(linesOf))).flat());
  const others = await Promise.all(pages.filter((page) => !isRun(page)).map(linesOf));
  const unexplained = others.flat().filter((line) => reasonOf(line) === undefined && !run.has(line));
  assert.deepEqual(unexplained, []);
  for (const [, file] of RUN_BY) assert.ok(existsSync(join(ROOT, file)), file);
});

async function linesOf(page: string): Promise<string[]> {
  return (await blocksOf(page)).flatMap((block) => block.split('\n')).filter((line) => line !== '');
}

/** The lines to run of each block, with its page. */
async function pageBlocks(): Promise<[string, string][]> {
  const pages = (await listPages()).filter((page) => page.startsWith('docs/operations/')).sort();
  const found = await Promise.all(
    pages.map(async (page) => (await blocksOf(page)).map((block): [string, string] => [page, block])),
  );
  return found.flat().flatMap(([page, block]): [string, string][] => {
    const lines = block.split('\n').filter((line) => line !== '' && reasonOf(line) === undefined);
    return lines.length === 0 ? [] : [[page, lines.join('\n')]];
  });
}
