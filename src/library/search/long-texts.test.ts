/** Texts with more words than PostgreSQL keeps positions of (decision 0140). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Person, World } from '../../../test/world.ts';
import { ensureText } from '../../content/extraction/extraction.steps.ts';
import { divideTextsJob } from '../../content/extraction/sections.jobs.ts';
import { addText, namesOf } from './search.fixture.ts';

const app = await startApp({}, { own: 'a job looks for texts in the whole database' });

/** Pages of 400 words, in which each word is used once in 5 pages; the named pages end with a text. */
const pagesOf = (count: number, ends: Record<number, string>): string[] =>
  Array.from({ length: count }, (_, at) => {
    const words = Array.from({ length: 400 }, (_unused, n) => `w${(at * 400 + n) % 2000}`);
    return [...words, ends[at + 1] ?? ''].join(' ').trim();
  });

async function firstOf(person: Person, q: string) {
  const { body } = await person.api('GET', `/api/search?q=${encodeURIComponent(q)}`);
  assert.equal(body.length, 1, `${q} finds ${body.length}`);
  const { Page: page, Snippet: snippets } = body[0];
  const [{ Text: text, Marks: marks }] = snippets as [{ Text: string; Marks: [number, number][] }];
  return { page, marked: marks.map(([start, end]) => text.slice(start, end)) };
}

async function addLong(w: World, ends: Record<number, string>, name = 'long.pdf'): Promise<number> {
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, name), name, `content of ${name}`);
  await addText(app, w.ann, documentId, pagesOf(200, ends), 'english');
  return documentId;
}

const sectionsOf = async (documentId: number): Promise<number> =>
  (
    await app.sql`select from text_sections s join documents d using (deployment_id, blob_id) where d.document_id = ${documentId}`
  ).length;

test('words and phrases are found on each page of a long text, with their page', async () => {
  const w = await app.world();
  const documentId = await addLong(w, {
    30: 'the harbor and a bridge',
    120: 'the harbor bridge was opened',
    199: 'a lighthouse',
  });
  await divideTextsJob.run(app.deps, {});
  assert.equal(await sectionsOf(documentId), 20);
  assert.deepEqual(await firstOf(w.ann, 'lighthouse'), { page: 199, marked: ['lighthouse'] });
  assert.deepEqual(await firstOf(w.ann, '"harbor bridge"'), { page: 120, marked: ['harbor', 'bridge'] });
  // Page 5 ends with w1999, where page 6 begins with w0.
  assert.deepEqual(await firstOf(w.ann, '"w1999 w0"'), { page: 5, marked: ['w1999'] });
  assert.deepEqual(await namesOf(w.ann, '"bridge harbor"'), []);
  assert.deepEqual(await namesOf(w.ann, 'lighthouse -"harbor bridge"'), []);
  assert.deepEqual(await namesOf(w.ann, 'lighthouse -"bridge harbor"'), ['long.pdf']);
  assert.deepEqual(await firstOf(w.ann, 'lightho*'), { page: 199, marked: ['lighthouse'] });
});

test('a phrase is found wherever it begins in a long text', async () => {
  const w = await app.world();
  const words = Array.from({ length: 20_000 }, (_, at) => `n${at}`);
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'F'), 'numbers.txt', words.join(' '));
  const [row] = await app.sql<
    { blobId: number }[]
  >`select blob_id as "blobId" from documents where document_id = ${documentId}`;
  await ensureText(app.deps, { deploymentId: w.deploymentId, blobId: row?.blobId ?? 0 });
  await app.runJobs();
  // Sections begin each 4 032 words.
  for (const start of [0, 4000, 4020, 4031, 4032, 4090, 4095, 9000, 17_900, 19_960]) {
    const phrase = words.slice(start, start + 20).join(' ');
    assert.deepEqual(await namesOf(w.ann, `"${phrase}"`), ['numbers.txt'], String(start));
  }
  assert.deepEqual(await namesOf(w.ann, '"n17900 n17902"'), []);
});

test('texts that an older release stored get sections if they are long', async () => {
  const w = await app.world();
  const documentId = await addLong(w, { 150: 'harbor bridge' });
  const short = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'Short'), 'short.txt', 'short');
  await addText(app, w.ann, short, 'harbor bridge');
  await divideTextsJob.run(app.deps, {});
  assert.deepEqual([(await sectionsOf(documentId)) > 0, await sectionsOf(short)], [true, 0]);
  assert.deepEqual((await namesOf(w.ann, '"harbor bridge"')).toSorted(), ['long.pdf', 'short.txt']);
});

test('of a phrase, the place with its words in their order is shown', async () => {
  const w = await app.world();
  await addLong(w, { 3: 'bridge harbor', 4: 'harbor', 180: 'harbor bridge' });
  await divideTextsJob.run(app.deps, {});
  assert.deepEqual(await firstOf(w.ann, '"harbor bridge"'), { page: 180, marked: ['harbor', 'bridge'] });
  const short = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'S'), 'short.pdf', 'short');
  await addText(app, w.ann, short, ['lamp post', 'a post lamp']);
  assert.deepEqual(await firstOf(w.ann, '"post lamp"'), { page: 2, marked: ['post', 'lamp'] });
});

test('a text that an older release reads again is searched by its new words, and divided again', async () => {
  const w = await app.world();
  const documentId = await addLong(w, { 150: 'harbor bridge' });
  await divideTextsJob.run(app.deps, {});
  // It stores the vector and knows no sections.
  await addText(app, w.ann, documentId, pagesOf(200, { 2: 'signal lamp', 160: 'harbor light' }), 'english');
  for (const runs of [0, 1]) {
    if (runs > 0) await divideTextsJob.run(app.deps, {});
    assert.deepEqual(await namesOf(w.ann, '"signal lamp"'), ['long.pdf']);
  }
  assert.deepEqual(await firstOf(w.ann, '"harbor light"'), { page: 160, marked: ['harbor', 'light'] });
  assert.deepEqual(await namesOf(w.ann, '"harbor bridge"'), []);
});

test('a table of one number has few and small sections', async () => {
  const w = await app.world();
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'T'), 'zeros.csv', 'zeros');
  await addText(app, w.ann, documentId, '0,'.repeat(200_000));
  await divideTextsJob.run(app.deps, {});
  const [row] = await app.sql<{ bytes: number }[]>`
    select section_bytes as bytes from content_texts join documents using (deployment_id, blob_id) where document_id = ${documentId}`;
  assert.equal(await sectionsOf(documentId), 50);
  assert.ok((row?.bytes ?? 0) < 60_000, String(row?.bytes));
});

test('a text that gets sections is not indexed again, and a purge deletes them', async () => {
  const w = await app.world();
  const documentId = await addLong(w, {});
  await divideTextsJob.run(app.deps, {});
  assert.deepEqual([...(await app.sql`select from search_changes where deployment_id = ${w.deploymentId}`)], []);
  assert.equal((await w.ann.api('DELETE', `/api/documents/${documentId}?purge=true`)).status, 204);
  await app.runJobs();
  assert.deepEqual([...(await app.sql`select from text_sections where deployment_id = ${w.deploymentId}`)], []);
});
