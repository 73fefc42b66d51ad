/** The text of a content is read once, in parts with pages and positions, and stored with its words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { wordsOf } from '../../platform/values/words.ts';
import { transaction } from '../../platform/db/connection.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { createRenderer } from '../../platform/rendering/renderer.ts';
import { type ExtractionSteps, ensureText } from './extraction.steps.ts';
import { extractTextJob } from './extraction.jobs.ts';
import { textPdf } from './corpus.fixture.ts';
import { addContent, readContent, storedText } from './texts.fixture.ts';

const app = await startApp();
const { ann } = await app.world();

const GERMAN = 'Der Vertrag wird von den Parteien nicht für das Jahr verlängert, und die Miete ist auf der Rechnung. ';

test('a PDF is read page by page, after its metadata; a word that is broken at the end of a line is one word', async () => {
  const text = await readContent(app, ann, textPdf(['The agree-\nment of soft\\255\nware', '', 'The last page']));
  assert.deepEqual(text, {
    method: 'pdf',
    language: 'simple',
    isComplete: true,
    missingPart: null,
    attempts: 1,
    parts: [
      { page: null, firstWord: 1, text: 'Lease of Elmwood\nAnn (Office)\nмир' },
      { page: 1, firstWord: 7, text: 'The agreement of software' },
      { page: 3, firstWord: 11, text: 'The last page' },
    ],
  });
});

for (const [encoding, bytes] of [
  ['UTF-8', Buffer.from('Grüße, мир\r\n東京都\u0001')],
  ['UTF-16', Buffer.from('\uFEFFGrüße, мир\r\n東京都\0', 'utf16le')],
] as const) {
  test(`a text in ${encoding} is stored without control characters`, async () => {
    const { parts } = await readContent(app, ann, bytes);
    assert.deepEqual(parts, [{ page: null, firstWord: 1, text: 'Grüße, мир\n東京都' }]);
  });
}

test('the vector has the words of the language at their positions, with weight D', async () => {
  const content = GERMAN.repeat(1_500);
  const id = await addContent(app, ann, content);
  assert.equal(await ensureText(app.deps, id), true);
  const { language, parts = [] } = (await storedText(app, id)) ?? {};
  assert.deepEqual([language, parts.length > 30], ['german', true]);
  const [found] = await app.sql<{ positions: number[]; weights: string[] }[]>`
    select u.positions, u.weights from content_texts, unnest(vector) u
    where blob_id = ${id.blobId} and u.lexeme = 'vertrag'`;
  assert.deepEqual(new Set(found?.weights), new Set(['D']));
  const expected = parts.flatMap(({ firstWord, text }) =>
    wordsOf(text).flatMap(({ word }, at) => (word === 'vertrag' ? [Math.min(firstWord + at, 16_383)] : [])),
  );
  assert.deepEqual(found?.positions, [...new Set(expected)].slice(0, 255));
});

test('the words of many scripts are those of PostgreSQL, one for one', async () => {
  const text =
    'plan/2026.pdf a-b@c.d 1e5 -7.5 x²y ﬁn Ⅷ Straße İstanbul שָׁלוֹם العَرَبِيَّة हिन्दी தமிழ் ภาษาไทย 東京都 한국어 Ἀθῆναι';
  const id = await addContent(app, ann, text);
  await ensureText(app.deps, id);
  const rows = await app.sql<{ lexeme: string; positions: number[] }[]>`
    select u.lexeme, u.positions from content_texts, unnest(vector) u where blob_id = ${id.blobId}`;
  const words = wordsOf(text).map(({ word }) => word);
  for (const { lexeme, positions } of rows)
    for (const at of positions) assert.ok((words[at - 1] ?? '').startsWith(lexeme.slice(0, 1)), `${lexeme} ${at}`);
  assert.deepEqual(new Set(rows.flatMap(({ positions }) => positions)), new Set(words.map((_, at) => at + 1)));
});

test('a content without text, and one that cannot be read, are attempted once', async () => {
  for (const content of [Buffer.from([0, 1, 2, 3]), Buffer.from('%PDF-1.7\nnothing'), Buffer.from(' \n\t ')]) {
    const text = await readContent(app, ann, content);
    assert.deepEqual(text, {
      method: null,
      language: 'simple',
      isComplete: text.isComplete,
      missingPart: null,
      attempts: 1,
      parts: [],
    });
  }
});

test('a program that is killed is started three times, an hour apart', async () => {
  const hasty = createRenderer({ programFolders: [], hiddenFolders: [], bounds: { timeMs: 1 } });
  const own = await startApp({}, { renderer: hasty });
  const { ann: person } = await own.world();
  const id = await addContent(own, person, 'text');
  // The queue has the time of the database.
  own.clock.now = new Date();
  await transaction(own.sql, (tx) => addJob(tx, extractTextJob, id));
  const attempts = [];
  for (let hour = 0; hour < 4; hour += 1) {
    await own.runJobs({ withThumbnails: true });
    attempts.push((await storedText(own, id))?.attempts);
    own.clock.advance(3_600_000);
    await own.sql`update graphile_worker._private_jobs set run_at = now()`;
  }
  assert.deepEqual(attempts, [1, 2, 3, 3]);
  const left = await own.sql`select from graphile_worker.jobs where task_identifier = 'extract-text'`;
  assert.equal(left.length, 0);
});

test('of two processes one reads the text, and the job of the other runs again later', async () => {
  const id = await addContent(app, ann, 'Only once');
  const read = await Promise.all([ensureText(app.deps, id), ensureText(app.deps, id)]);
  assert.deepEqual(read.toSorted(), [false, true]);
  assert.equal((await storedText(app, id))?.attempts, 1);
  await app.sql`
    insert into thumbnail_claims (deployment_id, blob_id, kind, size, is_annotated, holder, expires_at)
    values (${id.deploymentId}, ${id.blobId}, 'any text', 0, false, gen_random_uuid(), 'infinity')`;
  await app.sql`delete from content_texts where blob_id = ${id.blobId}`;
  const start = app.clock.now;
  app.clock.now = new Date();
  // Indexing the document requests its text too.
  await app.sql`delete from graphile_worker._private_jobs`;
  await transaction(app.sql, (tx) => addJob(tx, extractTextJob, id));
  await app.runJobs({ withThumbnails: true });
  app.clock.now = start;
  const left = await app.sql`
    select attempts, run_at > now() as "isLater" from graphile_worker.jobs where task_identifier = 'extract-text'`;
  assert.deepEqual([...left], [{ attempts: 0, isLater: true }]);
  await app.sql`delete from graphile_worker._private_jobs`;
});

test('steps run in the transaction that stores the text; if one fails, nothing is stored', async () => {
  const id = await addContent(app, ann, 'With a step');
  const seen: unknown[] = [];
  const withStep = (step: ExtractionSteps['textExtraction'][number]) => ({
    ...app.deps,
    steps: { ...app.deps.steps, textExtraction: [step] },
  });
  const failing = withStep(async () => Promise.reject(new Error('no step')));
  await assert.rejects(ensureText(failing, id), /no step/);
  assert.equal(await storedText(app, id), undefined);
  const noting = withStep(async (tx, { blobId }) => {
    seen.push(...(await tx`select count(*)::int as parts from text_parts where blob_id = ${blobId}`));
  });
  await ensureText(noting, id);
  await ensureText(noting, id);
  assert.deepEqual(seen, [{ parts: 1 }]);
});

test('the text is deleted with the last document of the content', async () => {
  const { admin, ann: person } = await app.world();
  await admin.api('PATCH', '/api/settings', { EnablePurging: true });
  const content = `Soon gone ${crypto.randomUUID()}`;
  const [first, last] = [await addContent(app, person, content), await addContent(app, person, content)];
  await ensureText(app.deps, first);
  const rows = async () => {
    const [row] = await app.sql`
      select (select count(*)::int from content_texts where blob_id = ${first.blobId}) as text,
        (select count(*)::int from text_parts where blob_id = ${first.blobId}) as parts`;
    return row;
  };
  for (const [{ documentId }, left] of [
    [first, 1],
    [last, 0],
  ] as const) {
    assert.equal((await person.api('DELETE', `/api/documents/${documentId}?purge=true`)).status, 204);
    await app.runJobs();
    assert.deepEqual(await rows(), { text: left, parts: left });
  }
  // A job that comes too late does nothing.
  assert.equal(await ensureText(app.deps, first), true);
  assert.deepEqual(await rows(), { text: 0, parts: 0 });
});
