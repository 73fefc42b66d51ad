import { answered, header, holds, matches, refused, same } from '../checks.ts';
import type { Answer } from '../client.ts';
import { Mismatch } from '../mismatch.ts';
import { type Page, rule } from '../rule.ts';
import { readZip } from '../zip.ts';
import { tree } from './folders.ts';

export const archives: Page = {
  page: 'docs/api/archives.md',
  rules: [
    rule('operations', 'an archive has headers, and Content-Length is its size', async (w) => {
      const { folderId } = await tree(w);
      const body = { ZipFileName: 'Plans', FolderIds: [folderId] };
      const answer = answered(await w.reader.post('/api/folders/zipcontent', body), 200);
      same(answer, header(answer, 'content-type'), 'application/zip', 'Content-Type');
      same(answer, header(answer, 'content-length'), String(answer.bytes.length), 'Content-Length');
      const value = header(answer, 'content-disposition');
      matches(answer, value, /^attachment; filename="?Plans\.zip"?; size=\d+/, 'Content-Disposition');
      matches(answer, value, new RegExp(`size=${answer.bytes.length}\\b`), 'Content-Disposition');
    }),
    rule('operations', 'the address is the same archive, with ranges and conditions', async (w) => {
      const { folderId, documentId } = await tree(w);
      const path = `/api/folders/zipcontent?folders=${folderId}&documents=${await w.document(await w.folder())}`;
      const whole = answered(await w.reader.get(path), 200);
      const tag = header(whole, 'etag');
      const part = answered(await w.reader.get(path, { range: 'bytes=10-', 'if-range': tag }), 206);
      same(part, part.bytes.equals(whole.bytes.subarray(10)), true, 'the bytes from the tenth on:');
      answered(await w.reader.get(path, { 'if-none-match': tag }), 304);
      const head = answered(await w.reader.send('HEAD', `/api/folders/${folderId}/zip`), 200);
      holds(head, Number(header(head, 'content-length')) > 0, 'a Content-Length');
      answered(await w.reader.get(`/api/folders/zipcontent?documents=${documentId}`), 200);
    }),
    rule('operations', 'the archive of one folder has its name', async (w) => {
      const folderId = await w.folder('Named');
      const answer = answered(await w.reader.get(`/api/folders/${folderId}/zip`), 200);
      matches(answer, header(answer, 'content-disposition'), /Named .*\.zip/, 'Content-Disposition');
    }),
    rule('content-of-an-archive', 'folders keep their tree, and empty folders are included', async (w) => {
      const { folderId } = await tree(w);
      const answer = answered(await w.reader.get(`/api/folders/${folderId}/zip`), 200);
      const names = entriesOf(answer).map(({ name }) => name);
      holds(
        answer,
        names.some((name) => name.endsWith('/document.txt')),
        'the document in its folder',
        names,
      );
      holds(
        answer,
        names.some((name) => name.endsWith('/Inner/')),
        'the empty folder',
        names,
      );
    }),
    rule('content-of-an-archive', 'contents are whole, and their checksums right', async (w) => {
      const folderId = await w.folder();
      await w.document(folderId, 'ü.txt', 'text');
      const answer = answered(await w.reader.get(`/api/folders/${folderId}/zip`), 200);
      const entry = entriesOf(answer).find(({ name }) => name.endsWith('/ü.txt'));
      same(answer, [entry?.bytes.toString(), entry?.isIntact], ['text', true], 'content and checksum');
    }),
    rule('content-of-an-archive', 'equal names get a number', async (w) => {
      const [one, two] = [await w.document(await w.folder()), await w.document(await w.folder())];
      const answer = answered(await w.reader.post('/api/folders/zipcontent', { DocumentIds: [one, two] }), 200);
      const names = entriesOf(answer).map(({ name }) => name);
      same(answer, names.toSorted(), ['document (2).txt', 'document.txt'], 'the names');
    }),
    rule('content-of-an-archive', 'an item that is requested twice is included once', async (w) => {
      const { folderId, documentId } = await tree(w);
      const body = { FolderIds: [folderId], DocumentIds: [documentId, documentId] };
      const answer = answered(await w.reader.post('/api/folders/zipcontent', body), 200);
      const found = entriesOf(answer).filter(({ name }) => name.endsWith('document.txt'));
      same(answer, found.length, 1, 'the number of entries');
    }),
    rule('content-of-an-archive', 'items in the trash and denied items are left out', async (w) => {
      const { folderId, documentId } = await tree(w);
      const denied = await w.document(folderId, 'denied.txt');
      answered(await w.owner.remove(`/api/documents/${documentId}`), 204);
      const deny = [{ UserId: w.reader.userId, Deny: ['Read'] }];
      answered(await w.owner.put(`/api/documents/${denied}/permissions`, deny), 200);
      const answer = answered(await w.reader.get(`/api/folders/${folderId}/zip`), 200);
      same(answer, entriesOf(answer).filter(({ name }) => name.endsWith('.txt')).length, 0, 'the number of documents');
    }),
    rule('content-of-an-archive', 'the same tree gives the same bytes', async (w) => {
      const { folderId } = await tree(w);
      const [one, two] = [
        await w.reader.get(`/api/folders/${folderId}/zip`),
        await w.reader.get(`/api/folders/${folderId}/zip`),
      ];
      same(two, two.bytes.equals(answered(one, 200).bytes), true, 'equal bytes:');
    }),
    rule('name-of-an-archive', 'without a name it is archive.zip', async (w) => {
      const answer = await w.reader.post('/api/folders/zipcontent', { FolderIds: [await w.folder()] });
      matches(answered(answer, 200), header(answer, 'content-disposition'), /filename="?archive\.zip"?/, 'it');
    }),
    rule('errors', 'nothing requested, and a bad name, are 400', async (w) => {
      refused(await w.reader.post('/api/folders/zipcontent', {}), 400);
      refused(
        await w.reader.post('/api/folders/zipcontent', { ZipFileName: 'a/b', FolderIds: [await w.folder()] }),
        400,
      );
    }),
    rule('errors', 'an unknown id is 404, and one without Read 403', async (w) => {
      refused(await w.reader.post('/api/folders/zipcontent', { DocumentIds: [9_007_199_254_740_991] }), 404);
      refused(await w.stranger.post('/api/folders/zipcontent', { FolderIds: [await w.folder()] }), 403);
    }),
    rule('recording', 'each document is recorded as downloaded', async (w) => {
      const { folderId, documentId } = await tree(w);
      answered(await w.reader.get(`/api/folders/${folderId}/zip`), 200);
      const activity = answered(await w.owner.get(`/api/documents/${documentId}/activity`), 200);
      const downloads = activity.body.list().filter((row) => row.at('ActivityType') === 'DocumentDownloaded');
      same(
        activity,
        downloads.map((row) => row.at('UserId')),
        [w.reader.userId],
        'the readers',
      );
    }),
  ],
};

function entriesOf(answer: Answer) {
  const entries = readZip(answer.bytes);
  if (entries === null)
    throw new Mismatch('a ZIP archive with stored entries', `${answer.bytes.length} bytes`, answer.request);
  return entries;
}
