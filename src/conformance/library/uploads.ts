import { answered, follow, header, holds, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';
import { stagedUploads } from './staged-uploads.ts';
import { tus } from './tus.ts';

/** The first size that a form cannot have. */
const FORM_LIMIT = 5_242_880;

export const uploads: Page = {
  page: 'docs/api/uploads.md',
  rules: [
    rule('form-uploads', 'a form is 201 with Location and the document', async (w) => {
      const folderId = await w.folder();
      const form = { fileName: 'lease.txt', content: 'text', name: 'Lease' };
      const made = answered(await w.owner.upload(`/api/folders/${folderId}/documents`, form), 201);
      same(made, made.body.at('DocumentName'), 'Lease.txt', 'DocumentName');
      same(made, made.body.at('FolderId'), folderId, 'FolderId');
      answered(await w.owner.get(follow(header(made, 'location'))), 200);
    }),
    rule('form-uploads', 'the file can come before the metadata', async (w) => {
      const form = { fileName: 'lease.txt', content: 'text', name: 'Lease', isFileFirst: true };
      const made = answered(await w.owner.upload(`/api/folders/${await w.folder()}/documents`, form), 201);
      same(made, made.body.at('DocumentName'), 'Lease.txt', 'DocumentName');
    }),
    rule('form-uploads', 'without metadata the file name is the document name', async (w) => {
      const form = { fileName: 'Übersicht 2026.txt', content: 'text' };
      const made = answered(await w.owner.upload(`/api/folders/${await w.folder()}/documents`, form), 201);
      same(made, made.body.at('DocumentName'), 'Übersicht 2026.txt', 'DocumentName');
    }),
    rule('form-uploads', 'of a path only the last segment counts', async (w) => {
      const path = `/api/folders/${await w.folder()}/documents`;
      for (const [fileName, name] of [
        ['C:\\scans\\a.txt', 'a.txt'],
        ['/scans/2026/b.txt', 'b.txt'],
      ] as const) {
        const made = answered(await w.owner.upload(path, { fileName, content: name }), 201);
        same(made, made.body.at('DocumentName'), name, 'DocumentName');
      }
    }),
    rule('form-uploads', 'a name of 200 characters, or with a slash, is 400', async (w) => {
      const path = `/api/folders/${await w.folder()}/documents`;
      for (const name of ['a/b.txt', 'a\\b.txt', `${'x'.repeat(196)}.txt`]) {
        refused(await w.owner.upload(path, { fileName: 'a.txt', content: 'text', name }), 400);
      }
      const longest = `${'x'.repeat(195)}.txt`;
      answered(await w.owner.upload(path, { fileName: 'a.txt', content: 'text', name: longest }), 201);
    }),
    rule('form-uploads', 'metadata that is not JSON is 400', async (w) => {
      const form = { fileName: 'a.txt', content: 'text', metadata: 'Lease' };
      refused(await w.owner.upload(`/api/folders/${await w.folder()}/documents`, form), 400);
    }),
    rule('form-uploads', 'no file and two files are 400', async (w) => {
      const path = `/api/folders/${await w.folder()}/documents`;
      const [none, two] = [new FormData(), new FormData()];
      none.append('metadata', '{"DocumentName": "a.txt"}');
      for (const text of ['one', 'two']) two.append('file', new Blob([text]), `${text}.txt`);
      for (const body of [none, two]) refused(await w.owner.send('POST', path, { body }), 400);
    }),
    rule('form-uploads', 'a body that is no form is 415', async (w) => {
      const options = { headers: { 'content-type': 'text/plain' }, body: 'text' };
      refused(await w.owner.send('POST', `/api/folders/${await w.folder()}/documents`, options), 415);
    }),
    rule('form-uploads', 'it requires Write', async (w) => {
      const form = { fileName: 'a.txt', content: 'text' };
      refused(await w.reader.upload(`/api/folders/${await w.folder()}/documents`, form), 403);
    }),
    ...stagedUploads,
    ...tus,
    rule('limits', 'a form of 5 242 880 bytes is 413, and one byte less is accepted', async (w) => {
      const path = `/api/folders/${await w.folder()}/documents`;
      const form = { fileName: 'large.zip', content: Buffer.alloc(FORM_LIMIT) };
      const answer = await w.owner.upload(path, form).catch(() => null);
      // The connection can be closed before the response is read.
      if (answer !== null) {
        refused(answer, 413);
        holds(answer, /staged|temp/i.test(answer.text), 'a text that names the staged upload');
      }
      const made = answered(await w.owner.upload(path, { ...form, content: Buffer.alloc(FORM_LIMIT - 1) }), 201);
      same(made, made.body.at('DocumentSize'), FORM_LIMIT - 1, 'DocumentSize');
    }),
    rule('errors', 'an unknown folder is 404', async (w) => {
      const form = { fileName: 'a.txt', content: 'text' };
      refused(await w.owner.upload('/api/folders/9007199254740991/documents', form), 404);
    }),
  ],
};
