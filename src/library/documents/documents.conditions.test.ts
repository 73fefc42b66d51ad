import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../test/client.ts';
import { makeTagType } from '../../../test/factories/tags.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';

const app = await startApp();

const tagOf = ({ headers }: Answer) => headers.get('etag') ?? '';

async function makeDocument() {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const documentId = await ann.document(folderId, 'a.txt', 'first');
  const path = `/api/documents/${documentId}`;
  const tag = async () => tagOf(await ann.api('GET', path));
  const rename = (DocumentName: string, headers: Record<string, string>, who: Person = ann) =>
    who.api('PATCH', path, { DocumentName }, headers);
  return { w, ann, folderId, documentId, path, tag, rename };
}

test("a document's ETag is strong and changes with each revision, rename and move", async () => {
  const { ann, documentId, path, tag, rename } = await makeDocument();
  const seen = [await tag()];
  assert.match(seen[0] ?? '', /^"[\w-]{22}"$/);
  assert.equal(await tag(), seen[0]);
  await ann.revise(documentId, 'a.txt', 'second');
  seen.push(await tag());
  const renamed = await rename('b.txt', {});
  seen.push(tagOf(renamed));
  assert.equal(await tag(), seen.at(-1), 'The answer to PATCH carries the new ETag.');
  const FolderId = await ann.folder(ann.libraryId, 'Elsewhere');
  seen.push(tagOf(await ann.api('PATCH', path, { FolderId })));
  assert.equal(await tag(), seen.at(-1));
  assert.equal(new Set(seen).size, 4);
  await ann.api('DELETE', path);
  const restored = await ann.api('PATCH', `${path}/restore`, undefined, { 'if-match': seen.at(-1) ?? '' });
  assert.deepEqual([restored.status, tagOf(restored)], [200, seen.at(-1)], 'Trash and restore leave it as it was.');
});

test('GET and HEAD of a document with the current ETag return 304 and no body', async () => {
  const { ann, path, tag } = await makeDocument();
  const etag = await tag();
  for (const method of ['GET', 'HEAD'])
    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, text, headers } = await ann.api(method, path, undefined, { 'if-none-match': value });
      assert.deepEqual([status, text, headers.get('etag')], [304, '', etag], `${method} ${value}`);
      assert.equal(headers.get('cache-control'), 'private, no-cache');
    }
  const other = await ann.api('GET', path, undefined, { 'if-none-match': '"other"' });
  assert.deepEqual([other.status, tagOf(other)], [200, etag]);
  assert.equal((await ann.api('GET', path, undefined, { 'if-match': '"other"' })).status, 412);
});

test('of two writers with the same If-Match one succeeds and the other gets 412 with the new ETag', async () => {
  const { documentId, path, tag, rename, ann } = await makeDocument();
  const headers = { 'if-match': await tag() };
  const answers = await Promise.all([rename('b.txt', headers), rename('c.txt', headers)]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 412],
  );
  const [won, lost] = answers.toSorted((one, other) => one.status - other.status);
  assert.equal(lost?.body.type, '/precondition_failed');
  assert.equal(lost?.headers.get('etag'), await tag());
  assert.equal((await ann.api('GET', path)).body.DocumentName, won?.body.DocumentName);
  const content = tagOf(await ann.api('GET', `${path}/content`));
  const revise = (text: string) => ann.revise(documentId, 'a.txt', text, { 'if-match': content });
  const revisions = await Promise.all([revise('mine'), revise('theirs')]);
  assert.deepEqual(
    revisions.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 412],
  );
});

test('If-Match takes lists and *, compares strongly, and a value that is no entity tag matches nothing', async () => {
  const { tag, rename } = await makeDocument();
  const etag = await tag();
  for (const value of ['"other"', `W/${etag}`, etag.slice(1, -1), '', 'nonsense', `"other", W/${etag}`])
    assert.equal((await rename('x.txt', { 'if-match': value })).status, 412, value);
  assert.equal((await rename('b.txt', { 'if-match': `"other", ${etag}` })).status, 200);
  assert.equal((await rename('c.txt', { 'if-match': etag })).status, 412);
  assert.equal((await rename('c.txt', { 'if-match': '*' })).status, 200);
});

test('a write with If-None-Match returns 412 for * and for the current ETag, weak or strong', async () => {
  const { tag, rename } = await makeDocument();
  const etag = await tag();
  for (const value of ['*', etag, `W/${etag}`, `"other",${etag}`])
    assert.equal((await rename('x.txt', { 'if-none-match': value })).status, 412, value);
  assert.equal((await rename('b.txt', { 'if-none-match': '"other"' })).status, 200);
});

test('If-Unmodified-Since compares with the last change, and is ignored beside If-Match or if malformed', async () => {
  const { ann, documentId, path, tag, rename } = await makeDocument();
  const read = (await ann.api('GET', path)).headers.get('last-modified') ?? '';
  app.clock.advance(5000);
  assert.equal((await rename('b.txt', { 'if-unmodified-since': read })).status, 200);
  assert.equal((await rename('c.txt', { 'if-unmodified-since': read })).status, 412);
  assert.equal((await ann.revise(documentId, 'a.txt', 'new', { 'if-unmodified-since': read })).status, 412);
  assert.equal((await ann.api('DELETE', path, undefined, { 'if-unmodified-since': read })).status, 412);
  const late = (await ann.api('GET', path)).headers.get('last-modified') ?? '';
  assert.equal(Date.parse(late) - Date.parse(read), 5000);
  assert.equal((await rename('c.txt', { 'if-unmodified-since': read, 'if-match': await tag() })).status, 200);
  assert.equal((await rename('d.txt', { 'if-unmodified-since': 'yesterday' })).status, 200);
});

test('a new revision accepts the ETag of the document and of its content', async () => {
  const { ann, documentId, path, tag, rename } = await makeDocument();
  const content = async () => tagOf(await ann.api('GET', `${path}/content`));
  const stale = await content();
  assert.equal((await ann.revise(documentId, 'a.txt', '2', { 'if-match': await tag() })).status, 201);
  assert.equal((await ann.revise(documentId, 'a.txt', '3', { 'if-match': stale })).status, 412);
  assert.equal((await ann.revise(documentId, 'a.txt', '3', { 'if-match': await content() })).status, 201);
  assert.equal((await rename('b.txt', { 'if-match': await content() })).status, 412, 'Other writes do not.');
});

test('a staged revision checks If-Match when it is finalized, and finalizing again does not', async () => {
  const { ann, documentId, path, tag } = await makeDocument();
  const staged = await ann.api('POST', `${path}/revisions/temp?filename=a.txt`);
  const { Identifier } = staged.body;
  await ann.api('PATCH', `/api/temp/${Identifier}`, 'a portion');
  const finalize = (etag: string) =>
    ann.api('POST', `${path}/revisions`, undefined, {
      'x-carrel-fileref': JSON.stringify({ Identifier }),
      'if-match': etag,
    });
  const stale = await tag();
  await ann.revise(documentId, 'a.txt', 'meanwhile');
  assert.equal((await finalize(stale)).status, 412);
  const current = await tag();
  const first = await finalize(current);
  assert.equal(first.status, 201);
  assert.deepEqual((await finalize(current)).body, first.body, 'Its answer was lost, and it is asked again.');
});

test('a malformed request, a missing right and a missing document come before 412, a conflict after it', async () => {
  const { w, ann, folderId, path, tag, rename } = await makeDocument();
  const stale = { 'if-match': '"stale"' };
  assert.equal((await w.anonymous.api('PATCH', path, { DocumentName: 'b.txt' }, stale)).status, 401);
  assert.equal((await ann.api('PATCH', path, { DocumentName: 5 }, stale)).status, 400);
  assert.equal((await rename('b.txt', stale, w.stranger)).status, 403);
  assert.equal((await ann.api('PATCH', '/api/documents/999999', { DocumentName: 'b.txt' }, stale)).status, 404);
  await ann.document(folderId, 'taken.txt', 'first');
  assert.equal((await rename('taken.txt', stale)).status, 412);
  assert.equal((await rename('taken.txt', { 'if-match': await tag() })).status, 409);
});

test("tags have their own ETag, with which one of two writers succeeds; the document's ETag is accepted too", async () => {
  const { ann, path, tag } = await makeDocument();
  const TagTypeId = await makeTagType(ann, ann.libraryId, 'Color');
  const put = (Value: string, etag: string) =>
    ann.api('PUT', `${path}/systemtags`, [{ TagTypeId, Value }], { 'if-match': etag });
  const seen = tagOf(await ann.api('GET', `${path}/tags`));
  const answers = await Promise.all([put('Red', seen), put('Blue', seen)]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 412],
  );
  const current = tagOf(await ann.api('GET', `${path}/tags`));
  assert.equal(current, tagOf(answers.find(({ status }) => status === 200) as Answer));
  assert.equal((await ann.api('GET', `${path}/tags`, undefined, { 'if-none-match': current })).status, 304);
  assert.equal((await put('Green', await tag())).status, 200);
});
