/** The order of renderings after uploads of office documents. */
import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { without } from '../../../test/parts.ts';
import { type Renderer, createRenderer } from '../../platform/rendering/renderer.ts';
import { docx } from '../../platform/rendering/samples.fixture.ts';

const real = createRenderer({ programFolders: (process.env['PATH'] ?? '').split(delimiter), hiddenFolders: [] });
/** The form of each rendering. */
const rendered: string[] = [];
let uploadMore = async (): Promise<unknown> => undefined;
const renderer: Renderer = {
  ...real,
  inTurn: (work, options) =>
    real.inTurn(
      (render) =>
        work(async (request) => {
          const form = request.form?.type ?? 'thumbnail';
          if (form === 'pdf' && !rendered.includes('pdf')) await uploadMore();
          rendered.push(form);
          return render(request);
        }),
      options,
    ),
};
const app = await startApp({}, { renderer });
const { ann } = await app.world();

test(
  'thumbnails of new uploads come before PDFs, texts are read from these, and none waits for all PDFs',
  { skip: without('soffice') },
  async () => {
    const folderId = await ann.folder(ann.libraryId, 'Reports');
    const upload = (name: string) => ann.document(folderId, name, docx([`The report ${name}`]));
    uploadMore = () => upload('c.docx');
    for (const name of ['a.docx', 'b.docx']) await upload(name);
    await app.runJobs({ withThumbnails: true });
    assert.ok(rendered.indexOf('text') < rendered.lastIndexOf('pdf'), rendered.join(' '));
    const made = rendered.filter((form) => form !== 'text');
    assert.deepEqual(made, ['thumbnail', 'thumbnail', 'pdf', 'thumbnail', 'pdf', 'pdf']);
    const extracted = await app.sql<{ method: string }[]>`select method from content_texts where method is not null`;
    assert.deepEqual(
      extracted.map(({ method }) => method),
      ['pdf', 'pdf', 'pdf'],
    );
  },
);

test('a text that needs no conversion is read in turn with thumbnails, others after them', async () => {
  const folderId = await ann.folder(ann.libraryId, 'Notes');
  const ids = [
    await ann.document(folderId, 'a.txt', 'Notes'),
    await ann.document(folderId, 'b.docx', docx(['A report'])),
  ];
  await app.runJobs();
  const waiting = await app.sql<{ job: string; priority: number }[]>`
    select j.task_identifier as job, j.priority from documents d
    join graphile_worker._private_jobs p on (p.payload ->> 'blobId')::bigint = d.blob_id join graphile_worker.jobs j on j.id = p.id
    where d.document_id = any (${ids}::bigint[]) order by d.document_id, j.task_identifier desc`;
  const [ofText, text, ofReport, report] = waiting.map(({ priority }) => priority);
  assert.deepEqual(
    waiting.map(({ job }) => job),
    ['thumbnail', 'extract-text', 'thumbnail', 'extract-text'],
  );
  assert.equal(text, ofText);
  assert.ok((report ?? 0) > (ofReport ?? 0));
});
