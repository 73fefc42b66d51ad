import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { asPerson } from '../../../test/factories/persons.ts';
import { startApp } from '../../../test/harness.ts';
import { statusTypeId } from '../../../test/factories/tags.ts';
import { grant } from '../../../test/factories/permissions.ts';

const app = await startApp();

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

async function worldWithDocument() {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Drafts');
  const documentId = await w.ann.document(folderId, 'draft.txt', 'first');
  return { w, ann: w.ann, folderId, documentId, path: `/api/documents/${documentId}` };
}

test('an upload creates a revision: 201, Location, every field; the document is updated but keeps its name', async () => {
  const { ann, documentId, folderId, path } = await worldWithDocument();
  app.clock.advance(60_000);
  const { status, headers, body } = await ann.revise(documentId, 'draft v2.TXT', 'second');
  assert.equal(status, 201);
  const self = `http://carrel.test${path}/revisions/${body.RevisionId}`;
  assert.deepEqual(body, {
    RevisionId: body.RevisionId,
    RevisionNumber: 2,
    RevisionName: 'draft v2.TXT',
    DocumentId: documentId,
    DocumentSize: 6,
    Hash: sha256('second'),
    DateCreated: app.clock.now.toISOString(),
    CreatedBy: ann.email,
    CreatedByPerson: asPerson(ann),
    IsCurrent: true,
    Links: { Self: self, Content: `${self}/content`, Document: `http://carrel.test${path}` },
  });
  assert.equal(headers.get('location'), self);
  assert.deepEqual((await ann.api('GET', `${path}/revisions/${body.RevisionId}`)).body, body);

  const { body: document } = await ann.api('GET', path);
  assert.deepEqual(
    [document.DocumentName, document.FolderId, document.DocumentSize, document.Hash, document.DateModified],
    ['draft.txt', folderId, 6, sha256('second'), app.clock.now.toISOString()],
  );
  assert.equal((await ann.api('GET', `${path}/content`)).text, 'second');
});

test('revisions are listed newest first, each with its own content', async () => {
  const { ann, documentId, path } = await worldWithDocument();
  await ann.revise(documentId, 'b.txt', 'second');
  await ann.revise(documentId, 'c.txt', 'third');
  const { status, body } = await ann.api('GET', `${path}/revisions`);
  assert.equal(status, 200);
  type Row = { RevisionNumber: number; RevisionName: string; IsCurrent: boolean; Links: { Content: string } };
  assert.deepEqual(
    body.map((row: Row) => [row.RevisionNumber, row.RevisionName, row.IsCurrent]),
    [
      [3, 'c.txt', true],
      [2, 'b.txt', false],
      [1, 'draft.txt', false],
    ],
  );
  const contents = await Promise.all(body.map((row: Row) => ann.api('GET', new URL(row.Links.Content).pathname)));
  assert.deepEqual(
    contents.map(({ text }) => text),
    ['third', 'second', 'first'],
  );
  assert.match(contents[1].headers.get('content-disposition'), /filename="b\.txt"; size=6/);
  assert.equal(contents[1].headers.get('etag'), `"${sha256('second')}"`);
});

test('pages list every revision once', async () => {
  const { ann, documentId, path } = await worldWithDocument();
  for (let i = 2; i <= 7; i++) await ann.revise(documentId, 'draft.txt', `revision ${i}`);
  const numbers: number[] = [];
  for (let next: string | undefined = `${path}/revisions?top=3`; next !== undefined;) {
    const { body, headers } = await ann.api('GET', next);
    numbers.push(...body.map((row: { RevisionNumber: number }) => row.RevisionNumber));
    const link = /^<http:\/\/carrel\.test(.*)>; rel="next"$/.exec(headers.get('link') ?? '');
    next = link?.[1];
  }
  assert.deepEqual(numbers, [7, 6, 5, 4, 3, 2, 1]);
  for (const query of ['top=0', 'top=1001', 'top=x', 'after=x', 'after=W10']) {
    assert.equal((await ann.api('GET', `${path}/revisions?${query}`)).status, 400, query);
  }
});

test('restoring copies an old revision as the newest one', async () => {
  const { ann, documentId, path } = await worldWithDocument();
  await ann.revise(documentId, 'second.txt', 'second');
  app.clock.advance(60_000);
  const { body: list } = await ann.api('GET', `${path}/revisions`);
  const { status, headers, body } = await ann.api('POST', `${path}/revisions/${list[1].RevisionId}/restore`);
  assert.equal(status, 201);
  assert.equal(headers.get('location'), body.Links.Self);
  assert.deepEqual(
    [body.RevisionNumber, body.RevisionName, body.Hash, body.IsCurrent, body.DateCreated],
    [3, 'draft.txt', sha256('first'), true, app.clock.now.toISOString()],
  );
  const { body: document } = await ann.api('GET', path);
  assert.deepEqual([document.Hash, document.DateModified], [sha256('first'), app.clock.now.toISOString()]);
  assert.equal((await ann.api('GET', `${path}/revisions`)).body.length, 3);
});

test("another extension than the document's returns 409, ignoring case", async () => {
  const { ann, folderId, documentId, path } = await worldWithDocument();
  for (const name of ['draft.pdf', 'draft', 'draft.txt.pdf', '.txt']) {
    const { status, body } = await ann.revise(documentId, name, 'second');
    assert.deepEqual([status, body.title], [409, 'A new version of this document must be a .txt file.']);
  }
  assert.equal((await ann.revise(documentId, 'Other Name.Txt', 'second')).status, 201);
  const bare = await ann.document(folderId, 'README', 'first');
  const { status, body } = await ann.revise(bare, 'README.md', 'second');
  assert.deepEqual([status, body.title], [409, 'A new version of this document must have no extension.']);
  assert.equal((await ann.revise(bare, 'NOTES', 'second')).status, 201);
  assert.equal((await ann.api('GET', `${path}/revisions`)).body.length, 2);
});

test('a revision identical to the current one returns 200 and changes nothing', async () => {
  const { w, ann, documentId, path } = await worldWithDocument();
  const first = await ann.revise(documentId, 'draft.txt', 'first');
  assert.deepEqual([first.status, first.body.RevisionNumber], [200, 1]);
  const second = await ann.revise(documentId, 'v2.txt', 'second');
  const before = { document: (await ann.api('GET', path)).body, rows: await activityOf(w.deploymentId) };
  app.clock.advance(60_000);
  const again = await ann.revise(documentId, 'v2.txt', 'second');
  assert.deepEqual([again.status, again.body], [200, second.body]);
  assert.equal(again.headers.get('location'), second.headers.get('location'));
  const after = { document: (await ann.api('GET', path)).body, rows: await activityOf(w.deploymentId) };
  assert.deepEqual(after, before);
  const renamed = await ann.revise(documentId, 'v3.txt', 'second');
  assert.deepEqual([renamed.status, renamed.body.RevisionNumber], [201, 3]);
  assert.equal((await ann.revise(documentId, 'v2.txt', 'second')).status, 201, 'it is not the current one any more');
});

test('two concurrent equal revisions become one', async () => {
  const { ann, documentId, path } = await worldWithDocument();
  const answers = await Promise.all([1, 2, 3].map(() => ann.revise(documentId, 'v2.txt', 'second')));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 200, 201],
  );
  assert.equal((await ann.api('GET', `${path}/revisions`)).body.length, 2);
});

test('repeating the only revision does not mark the document as revised', async () => {
  const { ann, documentId } = await worldWithDocument();
  await ann.revise(documentId, 'draft.txt', 'first');
  const body = [{ TagTypeId: await statusTypeId(ann, ann.libraryId, 'Content_Status'), Value: 'Revised' }];
  const found = await ann.api('POST', `/api/libraries/${ann.libraryId}/search/systemtags-v2`, body);
  assert.equal(found.body.TotalCount, 0);
});

async function activityOf(deploymentId: number) {
  return [...(await app.sql`select activity_type from activity where deployment_id = ${deploymentId}`)];
}

test('a revision that would duplicate another document returns 409, one that duplicates its own does not', async () => {
  const { ann, folderId, documentId, path } = await worldWithDocument();
  await ann.document(folderId, 'DRAFT.txt', 'second');
  const { status, body } = await ann.revise(documentId, 'draft.txt', 'second');
  assert.deepEqual([status, body.type], [409, '/conflict']);
  assert.equal((await ann.revise(documentId, 'v2.txt', 'first')).status, 201);
  await ann.revise(documentId, 'draft.txt', 'third');
  await ann.document(folderId, 'Draft.txt', 'first');
  const { body: list } = await ann.api('GET', `${path}/revisions`);
  assert.equal((await ann.api('POST', `${path}/revisions/${list.at(-1).RevisionId}/restore`)).status, 409);
  assert.equal((await ann.api('GET', path)).body.Hash, sha256('third'));
});

test('an unknown revision, or one of another document, returns 404', async () => {
  const { ann, folderId, documentId } = await worldWithDocument();
  const otherId = await ann.document(folderId, 'other.txt', 'other');
  const { body } = await ann.api('GET', `/api/documents/${otherId}/revisions`);
  for (const id of [body[0].RevisionId, 999_999_999, 0, 'x']) {
    const path = `/api/documents/${documentId}/revisions/${id}`;
    assert.equal((await ann.api('GET', path)).status, 404);
    assert.equal((await ann.api('GET', `${path}/content`)).status, 404);
    assert.equal((await ann.api('POST', `${path}/restore`)).status, 404);
  }
});

test('reading revisions requires Read, adding and restoring Write', async () => {
  const { w, ann, documentId, path } = await worldWithDocument();
  const { body } = await ann.api('GET', `${path}/revisions`);
  const revision = `${path}/revisions/${body[0].RevisionId}`;
  const reader = await w.addPerson('Reader');
  const writer = await w.addPerson('Writer');
  await grant(app, reader, { documentId }, { allow: ['Read', 'Delete', 'Grant'] });
  await grant(app, writer, { documentId }, { allow: ['Write'] });
  for (const [person, read, write] of [
    [writer, 200, 201],
    [reader, 200, 403],
    [w.stranger, 403, 403],
    [w.admin, 403, 403],
    [w.other, 404, 404],
    [w.anonymous, 401, 401],
  ] as const) {
    for (const address of [`${path}/revisions`, revision, `${revision}/content`]) {
      assert.equal((await person.api('GET', address)).status, read);
    }
    assert.equal((await person.revise(documentId, 'draft.txt', 'by somebody')).status, write);
    assert.equal((await person.api('POST', `${revision}/restore`)).status, write);
  }
  assert.equal((await ann.api('GET', `${path}/revisions`)).body.length, 3);
});

test('the revisions of a document in the trash return 404', async () => {
  const { ann, documentId, path } = await worldWithDocument();
  const { body } = await ann.api('GET', `${path}/revisions`);
  await ann.api('DELETE', path);
  assert.equal((await ann.api('GET', `${path}/revisions`)).status, 404);
  assert.equal((await ann.api('GET', `${path}/revisions/${body[0].RevisionId}`)).status, 404);
  assert.equal((await ann.revise(documentId, 'draft.txt', 'second')).status, 404);
});
