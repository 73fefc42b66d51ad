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
  'the thumbnail of a new upload comes before the PDFs that wait, and texts are read from the PDFs',
  { skip: without('soffice') },
  async () => {
    const folderId = await ann.folder(ann.libraryId, 'Reports');
    const upload = (name: string) => ann.document(folderId, name, docx([`The report ${name}`]));
    uploadMore = () => upload('c.docx');
    for (const name of ['a.docx', 'b.docx']) await upload(name);
    await app.runJobs({ withThumbnails: true });
    const made = rendered.filter((form) => form !== 'text');
    assert.deepEqual(made, ['thumbnail', 'thumbnail', 'pdf', 'thumbnail', 'pdf', 'pdf']);
    const extracted = await app.sql<{ method: string }[]>`select method from content_texts where method is not null`;
    assert.deepEqual(
      extracted.map(({ method }) => method),
      ['pdf', 'pdf', 'pdf'],
    );
  },
);
