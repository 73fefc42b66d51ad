/** Texts are completed when a program that was missing is there, one after the other. */
import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { without } from '../../../test/parts.ts';
import { transaction } from '../../platform/db/connection.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { findPrograms } from '../../platform/rendering/programs.ts';
import { createRenderer } from '../../platform/rendering/renderer.ts';
import { COMMENTED, scan, scannedPdf, textPdf } from './corpus.fixture.ts';
import { completeTextsJob, extractTextJob } from './extraction.jobs.ts';
import { completeText, ensureText } from './extraction.steps.ts';
import { addContent, storedText } from './texts.fixture.ts';

const app = await startApp({ programFolders: [] });
const { ann } = await app.world();
const installed = findPrograms((process.env['PATH'] ?? '').split(delimiter));
const SCANNED = ['Delivery of seventeen chairs', 'confirmed by the harbor office'];

test(
  'scans are read when Tesseract was installed, after their other pages',
  { skip: without('tesseract') },
  async () => {
    const ids = [
      await addContent(app, ann, await scan(SCANNED)),
      await addContent(app, ann, scannedPdf('An agreement about the delivery of office chairs', await scan(SCANNED))),
    ];
    // The queue has the time of the database.
    app.clock.now = new Date();
    await app.sql`delete from graphile_worker._private_jobs`;
    for (const id of ids) await transaction(app.sql, (tx) => addJob(tx, extractTextJob, id));
    await app.runJobs({ withThumbnails: true });
    const look = async () =>
      (await Promise.all(ids.map((id) => storedText(app, id)))).map((text) => [
        text?.method,
        text?.missingPart,
        text?.parts.length,
      ]);
    assert.deepEqual(await look(), [
      [null, 'tesseract', 0],
      ['pdf', 'tesseract', 1],
    ]);
    Object.assign(app.deps.renderer.programs, { tesseract: installed.tesseract });
    await transaction(app.sql, (tx) => addJob(tx, completeTextsJob, {}));
    await app.runJobs({ withThumbnails: true });
    assert.deepEqual(await look(), [
      ['ocr', null, 1],
      ['ocr', null, 2],
    ]);
    assert.equal((await app.sql`select from graphile_worker.jobs`).length, 0);
  },
);

test('a failure in a scan keeps the text that was read before', async () => {
  const hasty = createRenderer({ programFolders: [], hiddenFolders: [], bounds: { timeMs: 1, longTimeMs: 1 } });
  const id = await addContent(app, ann, scannedPdf('An agreement about more office chairs', await scan(SCANNED)));
  await ensureText(app.deps, id);
  const before = await storedText(app, id);
  await app.sql`update content_texts set missing_part = 'tesseract' where blob_id = ${id.blobId}`;
  Object.assign(hasty.programs, { tesseract: '/bin/false' });
  for (const [attempts, missingPart] of [
    [2, 'tesseract'],
    [3, null],
  ] as const) {
    assert.equal(await completeText({ ...app.deps, renderer: hasty }, id), true);
    assert.deepEqual(await storedText(app, id), { ...before, isComplete: false, attempts, missingPart });
  }
  hasty.close();
});

test('pages of an office document are read from its PDF if it is stored, and comments from the document', async () => {
  const id = await addContent(app, ann, COMMENTED);
  const pdf = textPdf(['The first page', 'The second page']);
  const stored = await app.deps.blobs.put(
    (async function* pieces() {
      yield pdf;
    })(),
    { maxBytes: pdf.length },
  );
  await app.sql`
    insert into thumbnails (deployment_id, blob_id, kind, size, is_annotated, storage_key, bytes, sha256, attempts, created_at)
    values (${id.deploymentId}, ${id.blobId}, 'word pdf', 0, false, ${stored.key}, ${stored.size}, ${stored.sha256}, 1, now())`;
  await ensureText(app.deps, id);
  const { parts = [] } = (await storedText(app, id)) ?? {};
  assert.deepEqual(
    parts.map(({ page, text }) => [page, text]),
    [
      [null, 'Is this marginal?'],
      [null, 'Lease of Elmwood\nAnn (Office)\nмир'],
      [1, 'The first page'],
      [2, 'The second page'],
    ],
  );
});
