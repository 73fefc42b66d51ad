/** Runs docs/tour.md word for word against a first start; its output must match the page. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { MAIN } from '../../program.ts';

const root = resolve(import.meta.dirname, '../../..');
const MARK = '\n--- next block ---\n';

test('the tour works word for word', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-readme-'));
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', WORKERS: '1', LOG_LEVEL: 'silent' };
  const server = spawn(process.execPath, [MAIN, 'serve'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise<void>((ready, fail) => {
      server.stdout.on('data', (text: Buffer) => text.includes('ready at') && ready());
      server.once('exit', () => fail(new Error('The service ended before it was ready.')));
    });
    const blocks = await tour();
    const script = blocks.map(({ commands }) => `${commands}\necho '${MARK}'`).join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env });
    const outputs = stdout.split(MARK);
    const { BaseUrl } = JSON.parse(await readFile(join(folder, 'data/first-run.json'), 'utf8')) as { BaseUrl: string };
    for (const [index, { shown }] of blocks.entries()) {
      if (shown === undefined) continue;
      const actual = (outputs[index] ?? '').trim().replaceAll(BaseUrl, 'http://127.0.0.1:8080');
      assert.equal(withoutTimes(actual), withoutTimes(shown.trim()));
    }
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
});

/** The commands of the tour's blocks, each with the answer shown below it. */
async function tour(): Promise<{ commands: string; shown: string | undefined }[]> {
  const text = await readFile(join(root, 'docs/tour.md'), 'utf8');
  return [...text.matchAll(/```sh\n(.*?)```\n(?:```json\n(.*?)```)?/gs)].map((match) => ({
    commands: match[1] ?? '',
    shown: match[2],
  }));
}

function withoutTimes(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
}
