import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../../../test/harness.ts';
import { finalize, offsetOf, portion, sha256, stage } from './staged.fixture.ts';

const app = await startApp({}, { own: 'shares its data folder with another process' });
// Other processes have the real time.
app.clock.now = new Date();
const PROGRAM = join(import.meta.dirname, '../../../test/faults/frozen-process.ts');

async function startProcess(t: TestContext) {
  const child = spawn(process.execPath, [PROGRAM, app.databaseUrl, app.dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: String(url), child };
}

async function isStopped(pid = 0): Promise<boolean> {
  return (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.startsWith('T') === true;
}

test('a process frozen inside a piece holds uploads for seconds only, and cannot change them later', async (t) => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Frozen');
  const freeze = async (already: string) => {
    const frozen = await startProcess(t);
    const reference = await stage(ann, folderId, `${crypto.randomUUID()}.txt`);
    if (already !== '') assert.equal((await portion(app, ann, reference, already)).status, 200);
    const late = portion(frozen, ann, reference, 'from the frozen process');
    while (!(await isStopped(frozen.child.pid))) await sleep(20);
    return { already, reference, late, child: frozen.child };
  };
  // In the first piece, and in a later one.
  const uploads = await Promise.all(['', 'acknowledged earlier, '].map(freeze));
  const append = ({ reference, already }: (typeof uploads)[number]) =>
    portion(app, ann, reference, 'from another', { headers: { 'upload-offset': String(already.length) } });
  for (const upload of uploads) {
    let { status } = await append(upload);
    for (; status === 409; { status } = await append(upload)) await sleep(200);
    assert.equal(status, 200);
  }
  for (const { already, reference, late, child } of uploads) {
    child.kill('SIGCONT');
    assert.ok((await late).status >= 500);
    const content = `${already}from another`;
    assert.equal(await offsetOf(ann, reference), content.length);
    const made = await finalize(ann, folderId, reference);
    assert.equal(made.body.Hash, sha256(content));
    const stored = await ann.api('GET', `/api/documents/${made.body.DocumentId}/content`);
    assert.equal(stored.text, content);
  }
});
