/** Runs the commands on the pages of docs/api as written, in the order of the index. None may be refused. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { readPage, relativeLinks } from '../../meta/texts/markdown.ts';
import { type Service, externalDatabase, startService, temporaryFolder } from '../service.ts';

const INDEX = 'docs/api/README.md';
/** A refused request ends the script. */
const CURL = 'curl() { command curl -sS --fail-with-body "$@"; }';

test('the examples of docs/api work as they are written', async (t) => {
  const service = await startService(t, { ...(await externalDatabase(t)) });
  const folder = await prepare(t, service);
  const pages = new Set(relativeLinks(await readPage(INDEX), INDEX).map(({ path }) => path));
  let count = 0;
  for (const page of pages) {
    if (!page.startsWith('docs/api/')) continue;
    for (const commands of await examplesOf(page)) {
      await run(page, commands, { folder, env: environmentOf(service) });
      count += 1;
    }
  }
  assert.ok(count >= 20);
});

// Objects in the examples: folders 1 to 3, document 1, tag type 5, user 2, and local files.
async function prepare(t: TestContext, service: Service): Promise<string> {
  const { admin } = service;
  await admin.api('POST', '/api/libraries/1/folders', { FolderPath: 'Plans\\2026\\Draft' });
  const tagType = { TagTypeName: 'Supplier', DataType: 'String' };
  assert.equal((await admin.api('POST', '/api/libraries/1/tagtypes', tagType)).body.TagTypeId, 5);
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'lease.txt'), 'The parties agree.');
  await writeFile(join(folder, 'draft.txt'), 'The parties agree, perhaps.');
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } }).jpeg();
  await writeFile(join(folder, 'ann.jpg'), await picture.toBuffer());
  await writeFile(join(folder, 'part1'), 'The first portion of a film.');
  const user = { Email: 'cleo@example.com', Name: 'Cleo', Password: 'correct horse battery' };
  assert.equal((await admin.api('POST', '/api/users', user)).body.UserId, 2);
  const upload = 'curl -H "$AUTH" "$BASE/api/folders/1/documents" -F file=@draft.txt';
  await run('the test', upload, { folder, env: environmentOf(service) });
  return folder;
}

function environmentOf({ url, token }: Service): NodeJS.ProcessEnv {
  return { ...process.env, BASE: url, AUTH: `Authorization: Bearer ${token}`, JSON: 'Content-Type: application/json' };
}

// A stream never ends.
async function examplesOf(page: string): Promise<string[]> {
  const blocks = Array.from((await readPage(page)).matchAll(/^```sh\n(.*?)^```/gms), ([, commands = '']) => commands);
  return blocks.filter((commands) => !commands.includes('curl -N'));
}

async function run(page: string, commands: string, options: { folder: string; env: NodeJS.ProcessEnv }): Promise<void> {
  const script = `${CURL}\n${commands}`;
  const { folder: cwd, env } = options;
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd, env }).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    assert.fail(`An example of ${page} fails:\n${commands}\n${stdout}\n${stderr}`);
  });
}
