/** Searches and lists of values leave out what hides a document; here that is compared with asking for each document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { grant, makeGroup } from '../../../test/factories/permissions.ts';
import { makeTagType, tagDocument } from '../../../test/factories/tags.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { found, search } from './tag-search.fixture.ts';

const app = await startApp();

// On the library, one of six folders, or one of the documents in them.
const place = fc.oneof(
  fc.constant({ kind: 'library' as const, index: 0 }),
  fc.record({ kind: fc.constant('folder' as const), index: fc.nat(5) }),
  fc.record({ kind: fc.constant('document' as const), index: fc.nat(5) }),
);
const entry = fc.record({ place, isDeny: fc.boolean(), toGroup: fc.boolean(), isOver: fc.nat(4).map((n) => n === 0) });
const entries = fc.uniqueArray(entry, {
  minLength: 1,
  maxLength: 6,
  selector: ({ place: { kind, index }, toGroup }) => `${kind} ${index} ${toGroup}`,
});

test('search results and lists contain exactly the readable documents, for any grants and denials', async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.option(fc.nat(5)), async (wanted, trashed) => {
      const planted = await plant();
      const { w, folders, documents } = planted;
      const group = await makeGroup(app, w.deploymentId, [w.stranger]);
      for (const { place: at, isDeny, toGroup, isOver } of wanted) {
        const expiresAt = new Date(app.clock.now.getTime() + (isOver ? -1000 : 1_000_000));
        const given = { [isDeny ? 'deny' : 'allow']: ['Read' as const], expiresAt };
        await grant(app, toGroup ? group : w.stranger, planted.objectOf(at), given);
      }
      if (trashed !== null) await w.ann.api('DELETE', `/api/folders/${folders[trashed]}`);
      const readable: number[] = [];
      for (const id of documents) {
        if ((await w.stranger.api('GET', `/api/documents/${id}`)).status === 200) readable.push(id);
      }
      await assertFinds(planted, readable);
      await assertLists(planted, readable);
    }),
    { numRuns: 25 },
  );
});

type Planted = Awaited<ReturnType<typeof plant>>;

async function assertFinds({ w, folders, same }: Planted, readable: number[]): Promise<void> {
  const criteria = [{ TagTypeId: same, Value: 'same' }];
  for (const at of [`libraries/${w.ann.libraryId}`, ...folders.map((id) => `folders/${id}`)]) {
    const { status } = await w.stranger.api('GET', `/api/${at}`);
    const answer = await search(w.stranger, at, criteria);
    assert.equal(answer.status, status, at);
    if (status !== 200) continue;
    const all = await found(w.ann, at, criteria);
    assert.deepEqual(
      await found(w.stranger, at, criteria),
      all.filter((id) => readable.includes(id)),
    );
  }
}

async function assertLists({ w, documents, different }: Planted, readable: number[]): Promise<void> {
  const isLibraryReadable = (await w.stranger.api('GET', `/api/libraries/${w.ann.libraryId}`)).status === 200;
  const { status, body } = await w.stranger.api('GET', `/api/tagtypes/${different}/values`);
  if (readable.length === 0 && !isLibraryReadable) return assert.equal(status, 403);
  assert.deepEqual([status, body], [200, readable.map((id) => `value ${documents.indexOf(id)}`)]);
}

// Two trees of three folders, one below the other, with a document in each.
async function plant() {
  const w = await app.world();
  const { ann } = w;
  const same = await makeTagType(ann, ann.libraryId, 'Same');
  const different = await makeTagType(ann, ann.libraryId, 'Different');
  const folders: number[] = [];
  const documents: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const above = n % 3 === 0 ? undefined : folders[n - 1];
    const name = `Folder ${n}`;
    const id = above === undefined ? await ann.folder(ann.libraryId, name) : await makeChild(ann, above, name);
    const document = await ann.document(id, `${n}.txt`);
    await tagDocument(ann, document, [
      [same, 'same'],
      [different, `value ${n}`],
    ]);
    folders.push(id);
    documents.push(document);
  }
  const objectOf = ({ kind, index }: { kind: 'library' | 'folder' | 'document'; index: number }) => {
    if (kind === 'library') return { libraryId: ann.libraryId };
    return kind === 'folder' ? { folderId: folders[index] ?? 0 } : { documentId: documents[index] ?? 0 };
  };
  return { w, folders, documents, same, different, objectOf };
}
