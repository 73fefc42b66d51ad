/** The kept counts equal those of the rows, whatever happens to documents and in whichever order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { hold } from '../../../test/waiting.ts';
import { addUpChanges, findWrongCounts, readUsage, recountDocuments } from './counts.queries.ts';

const app = await startApp({}, { own: 'compares the counts of all deployments' });

/** A generator of numbers from 0 to 1 that repeats itself. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

test('after random changes, many at once, every count equals the number of rows', async () => {
  const { ann } = await app.world();
  const top = await ann.folder(ann.libraryId, 'Top');
  const folders = [top, await makeChild(ann, top, 'A'), await makeChild(ann, top, 'B')];
  const random = randomOf(20_261_122);
  const pick = <T>(of: T[]): T => of[Math.floor(random() * of.length)] as T;
  const documents: number[] = [];
  const upload = async () => {
    // The folder may be in the trash.
    const { status, body } = await ann.upload(pick(folders), `${random()}.txt`, `content ${pick([1, 2, 3])}`);
    if (status === 201) documents.push(body.DocumentId);
  };
  const changes = [
    upload,
    upload,
    async () => void (await ann.api('PATCH', `/api/documents/${pick(documents)}`, { FolderId: pick(folders) })),
    async () => void (await ann.api('PATCH', `/api/documents/${pick(documents)}`, { DocumentName: `${random()}.txt` })),
    async () => void (await ann.api('DELETE', `/api/documents/${pick(documents)}`)),
    async () => void (await ann.api('PATCH', `/api/documents/${pick(documents)}/restore`)),
    async () => void (await ann.api('DELETE', `/api/documents/${pick(documents)}?purge=true`)),
    async () =>
      void (await ann.api('POST', `/api/documents/${pick(documents)}/copy`, {
        FolderId: pick(folders),
        DocumentName: `${random()}.txt`,
      })),
    async () => void (await ann.api('DELETE', `/api/folders/${folders[2]}`)),
    async () => void (await ann.api('PATCH', `/api/folders/${folders[2]}/restore`)),
    async () =>
      void (await ann.api('POST', `/api/folders/${folders[1]}/copy`, {
        ParentFolderId: top,
        FolderName: `${random()}`,
      })),
    async () => void (await addUpChanges(app.sql, 5)),
  ];
  for (let i = 0; i < 10; i += 1) await upload();
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(Array.from({ length: 6 }, () => pick(changes)()));
    if (round % 5 === 0) await app.runJobs();
    assert.equal(await findWrongCounts(app.sql), 0, `after round ${round}`);
  }
  await ann.api('DELETE', `/api/folders/${folders[1]}?purge=true`);
  await app.runJobs();
  assert.equal(await findWrongCounts(app.sql), 0);
  for (const folderId of [folders[0], folders[2]]) {
    const whole = await ann.api('GET', `/api/folders/${folderId}/documents`);
    if (whole.status !== 200) continue;
    const part = await ann.api('GET', `/api/folders/${folderId}/documents?top=1`);
    assert.equal(part.headers.get('x-total-count'), String(whole.body.length));
  }
});

test('uploads to one folder do not wait for each other because of its count', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Busy');
  await ann.document(folderId, 'first.txt');
  const commit = await hold(
    app,
    (tx) => tx`update documents set changed_at = ${app.clock.now} where folder_id = ${folderId}`,
  );
  // Its change of the count is not committed, nor is that of a job that adds up counts meanwhile.
  await addUpChanges(app.sql, 100);
  await ann.document(folderId, 'second.txt');
  await commit();
  assert.equal(await findWrongCounts(app.sql), 0);
});

test('rows changed without triggers are found and counted again', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Repaired');
  await ann.document(folderId, 'a.txt', '12345');
  const before = await readUsage(app.sql, ann.deploymentId);
  await app.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update documents set trashed_at = now(), trashed_by = ${ann.userId} where folder_id = ${folderId}`;
  });
  assert.equal(await findWrongCounts(app.sql), 1);
  await recountDocuments(app.sql);
  assert.equal(await findWrongCounts(app.sql), 0);
  const { headers } = await ann.api('GET', `/api/folders/${folderId}/documents?top=1`);
  assert.equal(headers.get('x-total-count'), '0');
  assert.deepEqual(await readUsage(app.sql, ann.deploymentId), before);
});
