/** The trash by part of the name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addManyDocuments } from '../../../test/factories/bulk.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { startApp } from '../../../test/harness.ts';
import { blocksTouched, statementsOf } from '../../../test/statements.ts';
import type { Person } from '../../../test/world.ts';

const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });

async function namesIn(person: Person, path: string): Promise<string[]> {
  const { status, body, text } = await person.api('GET', path);
  assert.equal(status, 200, text);
  return body.map((item: { ItemName: string }) => item.ItemName);
}

/** Moves these documents and folders to the trash, the first one first. */
async function discard(person: Person, libraryId: number, names: { documents: string[]; folders: string[] }) {
  const folderId = await person.folder(libraryId, 'Kept');
  for (const name of names.documents) {
    const documentId = await person.document(folderId, name);
    app.clock.advance(1000);
    assert.equal((await person.api('DELETE', `/api/documents/${documentId}`)).status, 204);
  }
  for (const name of names.folders) {
    const id = await person.folder(libraryId, name);
    app.clock.advance(1000);
    assert.equal((await person.api('DELETE', `/api/folders/${id}`)).status, 204);
  }
}

test('the trash lists the items whose names contain a text, in any case and literally', async () => {
  const { ann } = await app.world();
  await discard(ann, ann.libraryId, {
    documents: ['Offer 100%.txt', 'offer_b.txt', 'Plan.txt'],
    folders: ['OFFERS', 'Ärzte'],
  });
  const named = (filter: string) => namesIn(ann, `/api/trash?filter=${encodeURIComponent(filter)}`);
  assert.deepEqual(await named('offer'), ['OFFERS', 'offer_b.txt', 'Offer 100%.txt']);
  assert.deepEqual(await named('%'), ['Offer 100%.txt']);
  assert.deepEqual(await named('_'), ['offer_b.txt']);
  assert.deepEqual(await named('ÄRZ'), ['Ärzte']);
  assert.deepEqual(await named('\\'), []);
  assert.equal((await named('')).length, 5);
});

test('a filtered trash comes in pages, and with the other filters of the deployment', async () => {
  const { admin, ann } = await app.world();
  const [here, there] = [await makeLibrary(admin), await makeLibrary(admin)];
  await discard(admin, here, { documents: ['Lease 1.txt', 'Lease 2.txt'], folders: ['Lease 3', 'Plans'] });
  await discard(admin, there, { documents: ['Lease 4.txt'], folders: [] });
  await discard(ann, ann.libraryId, { documents: ['Lease of Ann.txt'], folders: [] });
  const list = `/api/admin/trash?filter=lease`;
  assert.deepEqual(await namesIn(admin, list), ['Lease 4.txt', 'Lease 3', 'Lease 2.txt', 'Lease 1.txt']);
  assert.deepEqual(await namesIn(admin, `${list}&libraryId=${here}&top=2`), ['Lease 3', 'Lease 2.txt']);
  const { headers } = await admin.api('GET', `${list}&libraryId=${here}&top=2`);
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
  assert.deepEqual(await namesIn(admin, next.replace('http://carrel.test', '')), ['Lease 1.txt']);
  assert.deepEqual(await namesIn(admin, `/api/trash?filter=lease&top=1`), ['Lease 4.txt']);
});

test('a rare name is found in a long trash with few blocks', async () => {
  const { admin } = await app.world();
  const libraryId = await makeLibrary(admin);
  await discard(admin, libraryId, { documents: ['Unmistakable.txt'], folders: [] });
  const folderId = await admin.folder(libraryId, 'Many');
  await addManyDocuments(app, admin, folderId, 20_000);
  app.clock.advance(1000);
  await app.sql`
    update documents set trashed_at = ${app.clock.now}, trashed_by = ${admin.userId} where folder_id = ${folderId}`;
  await app.sql`vacuum analyze documents, folders, libraries`;
  for (const list of ['/api/trash', '/api/admin/trash']) {
    const sent = await statementsOf(app, async () => {
      assert.deepEqual(await namesIn(admin, `${list}?filter=unmistakable&top=60`), ['Unmistakable.txt']);
    });
    const [statement, ...others] = sent.filter(({ text }) => text.includes('trashed_at'));
    assert.ok(statement !== undefined && others.length === 0);
    await blocksTouched(app, statement);
    const blocks = await blocksTouched(app, statement);
    assert.ok(blocks <= 150, `${list}: ${blocks} blocks`);
  }
});
