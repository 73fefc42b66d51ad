/** Processes that freeze inside a piece, for tests of staged uploads. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from '../../../test/harness.ts';
import { finalize, offsetOf, sha256, stage } from './staged.fixture.ts';
import { piece } from './tus.fixture.ts';

const PROGRAM = join(import.meta.dirname, '../../../test/faults/frozen-process.ts');

/** Bytes that are acknowledged at first, those in which a process freezes, and those that another process appends. */
export type FrozenUpload = { before: Buffer; late: Buffer; other: Buffer };

/**
 * For each upload, freezes a process inside a piece, lets another continue the upload, resumes the first, and finalizes:
 * the content is what was acknowledged. `env`: where the contents are, if not in the data folder.
 */
export async function continueFrozen(
  t: TestContext,
  app: TestApp,
  uploads: FrozenUpload[],
  env: Record<string, string> = {},
): Promise<void> {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Frozen');
  const freeze = async ({ before, late, other }: FrozenUpload) => {
    const frozen = await startProcess(t, app, env);
    const reference = await stage(ann, folderId, `${crypto.randomUUID()}.txt`);
    const path = `/api/uploads/${reference.Identifier}`;
    if (before.length > 0) assert.equal((await piece(app, ann, path, { at: 0, bytes: before })).status, 204);
    const answer = piece(frozen, ann, path, { at: before.length, bytes: late });
    while (!(await isStopped(frozen.child.pid))) await sleep(20);
    const append = () => piece(app, ann, path, { at: before.length, bytes: other });
    return { reference, append, answer, child: frozen.child, content: Buffer.concat([before, other]) };
  };
  const frozen = await Promise.all(uploads.map(freeze));
  for (const { append } of frozen) {
    let { status } = await append();
    for (; status === 409; { status } = await append()) await sleep(200);
    assert.equal(status, 204);
  }
  for (const { reference, answer, child, content } of frozen) {
    child.kill('SIGCONT');
    assert.ok((await answer).status >= 500);
    assert.equal(await offsetOf(ann, reference), content.length);
    const made = await finalize(ann, folderId, reference);
    assert.equal(made.body.Hash, sha256(content), made.text);
    const stored = await ann.api('GET', `/api/documents/${made.body.DocumentId}/content`);
    assert.ok(stored.bytes.equals(content));
  }
}

async function startProcess(t: TestContext, app: TestApp, env: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM, app.databaseUrl, app.dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  t.after(() => child.kill('SIGKILL'));
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: String(url), child };
}

async function isStopped(pid = 0): Promise<boolean> {
  return (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.startsWith('T') === true;
}
