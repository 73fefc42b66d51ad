/** Revisions in other forms, through HTTP. */
import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { numberedPdf } from '../../platform/rendering/pages.fixture.ts';
import { whenReady } from './ready.fixture.ts';

const app = await startApp({ programFolders: (process.env['PATH'] ?? '').split(delimiter) });

/** The paths of two revisions of a document, the older one first. */
async function twoRevisions(person: Person, name: string, contents: [string | Buffer, string | Buffer]) {
  const documentId = await person.document(await person.folder(person.libraryId, 'versions'), name, contents[0]);
  await person.revise(documentId, name, contents[1]);
  const { body } = await person.api('GET', `/api/documents/${documentId}/revisions`);
  const [newer, older] = body.map(
    ({ RevisionId }: { RevisionId: number }) => `/api/documents/${documentId}/revisions/${RevisionId}`,
  );
  return [older, newer] as const;
}

test('each revision of a PDF has its own pages, rendition and text', async () => {
  const { ann, deploymentId } = await app.world();
  const [older, newer] = await twoRevisions(ann, 'a.pdf', [numberedPdf(2), numberedPdf(3)]);
  for (const [path, count] of [
    [older, 2],
    [newer, 3],
  ] as const) {
    assert.equal((await whenReady(() => ann.api('GET', `${path}/pages`))).body.PageCount, count);
    assert.equal((await whenReady(() => ann.api('GET', `${path}/pages/${count}/image`))).status, 200);
    assert.equal((await ann.api('GET', `${path}/pages/${count + 1}/image`)).status, 404);
    assert.deepEqual((await ann.api('GET', `${path}/rendition?type=pdf`)).bytes, numberedPdf(count));
    const { body } = await whenReady(() => ann.api('GET', `${path}/text`));
    const Pages = Array.from({ length: count }, (_, at) => ({ Page: at + 1, Text: `Page ${at + 1}` }));
    assert.deepEqual(body, { Pages, IsComplete: true });
  }
  const reads = await app.sql<{ revisionId: number }[]>`
    select distinct (details ->> 'revisionId')::int as "revisionId" from activity
    where deployment_id = ${deploymentId} and activity_type = 'DocumentViewed' order by 1`;
  const ids = [older, newer].map((path) => Number(path?.split('/').at(-1)));
  assert.deepEqual(
    reads.map(({ revisionId }) => revisionId),
    ids,
  );
});

test('a revision without text is 422, and an empty one has no pages', async () => {
  const { ann } = await app.world();
  const [older, newer] = await twoRevisions(ann, 'a.bin', [Buffer.from([0, 1, 2, 3]), '']);
  const { status, body } = await whenReady(() => ann.api('GET', `${older}/text`));
  assert.deepEqual([status, body.title], [422, 'The document has no text that can be read.']);
  assert.deepEqual((await ann.api('GET', `${newer}/text`)).body, { Pages: [], IsComplete: true });
});

test('a long text comes in its order, once', async () => {
  const { ann } = await app.world();
  const lines = Array.from({ length: 2000 }, (_, at) => `Line ${at + 1} of the text.`);
  const [older] = await twoRevisions(ann, 'a.txt', [lines.join('\n'), 'short']);
  const { body } = await whenReady(() => ann.api('GET', `${older}/text`));
  assert.deepEqual(body.Pages, [{ Page: null, Text: lines.join('\n') }]);
});
