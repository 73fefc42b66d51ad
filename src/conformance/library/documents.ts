import { createHash } from 'node:crypto';
import { answered, follow, hasAll, header, holds, matches, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';

const SUMMARY = ['DocumentId', 'DocumentName', 'DateModified', 'Links.Self', 'Links.Content', 'Links.Revisions'];

export const documents: Page = {
  page: 'docs/api/documents.md',
  rules: [
    rule('document-object', 'a document has its properties and working links', async (w) => {
      const content = w.unique('content');
      const folderId = await w.folder();
      const documentId = await w.document(folderId, 'a.txt', content);
      const answer = answered(await w.reader.get(`/api/documents/${documentId}`), 200);
      hasAll(answer, answer.body, [...SUMMARY, 'DocumentSize', 'FolderId', 'Hash']);
      same(answer, answer.body.at('DocumentSize'), Buffer.byteLength(content), 'DocumentSize');
      same(answer, answer.body.at('FolderId'), folderId, 'FolderId');
      same(answer, answer.body.at('Hash'), createHash('sha256').update(content).digest('hex'), 'Hash');
      for (const link of ['Self', 'Content', 'Revisions']) {
        answered(await w.reader.get(follow(answer.body.string(`Links.${link}`))), 200);
      }
    }),
    rule('document-object', 'a document that is embedded in a folder is the summary', async (w) => {
      const folderId = await w.folder();
      await w.document(folderId);
      const answer = answered(await w.reader.get(`/api/folders/${folderId}?embed=d`), 200);
      for (const one of answer.body.list('Embedded.Documents')) {
        hasAll(answer, one, SUMMARY);
        holds(answer, !one.has('Hash') && !one.has('DocumentSize'), 'neither Hash nor DocumentSize');
      }
    }),
    rule('operations', 'reading requires Read, changing Write, deleting Delete', async (w) => {
      const path = `/api/documents/${await w.document(await w.folder())}`;
      refused(await w.stranger.get(path), 403);
      refused(await w.reader.patch(path, { DocumentName: 'b.txt' }), 403);
      refused(await w.reader.remove(path), 403);
    }),
    rule('renaming-and-moving', 'one request renames and moves, and keeps the extension', async (w) => {
      const path = `/api/documents/${await w.document(await w.folder())}`;
      const target = await w.folder();
      const answer = answered(await w.owner.patch(path, { DocumentName: 'Lease 2027', FolderId: target }), 200);
      same(answer, answer.body.at('DocumentName'), 'Lease 2027.txt', 'DocumentName');
      same(answer, answer.body.at('FolderId'), target, 'FolderId');
    }),
    rule('renaming-and-moving', 'nothing to change is 400', async (w) => {
      refused(await w.owner.patch(`/api/documents/${await w.document(await w.folder())}`, {}), 400);
    }),
    rule('renaming-and-moving', 'moving requires Write at the target', async (w) => {
      const documentId = await w.document(await w.folder());
      const made = await w.reader.post(`/api/libraries/${w.reader.personalLibraryId}/folders`, { FolderName: 'Own' });
      const target = answered(made, 200, 201).body.number('FolderId');
      refused(await w.owner.patch(`/api/documents/${documentId}`, { FolderId: target }), 403);
    }),
    rule('renaming-and-moving', 'a name that file systems cannot store is 400', async (w) => {
      const path = `/api/documents/${await w.document(await w.folder())}`;
      for (const name of [
        'a/b.txt',
        'a:b.txt',
        'a?.txt',
        'a*.txt',
        '"a".txt',
        '<a>.txt',
        'a|b.txt',
        ' a.txt',
        'con.txt',
      ]) {
        refused(await w.owner.patch(path, { DocumentName: name }), 400);
      }
    }),
    rule('copying', 'a copy has one revision, the current content and another id', async (w) => {
      const folderId = await w.folder();
      const documentId = await w.document(folderId);
      answered(
        await w.owner.upload(`/api/documents/${documentId}/revisions`, { fileName: 'b.txt', content: 'new' }),
        201,
      );
      const body = { FolderId: await w.folder(), DocumentName: 'Copy.txt' };
      const copy = answered(await w.owner.post(`/api/documents/${documentId}/copy`, body), 201);
      const path = follow(header(copy, 'location'));
      holds(copy, copy.body.number('DocumentId') !== documentId, 'another DocumentId');
      const revisions = answered(await w.owner.get(`${path}/revisions`), 200);
      same(revisions, revisions.body.each('RevisionNumber'), [1], 'the revisions');
      same(revisions, (await w.owner.get(`${path}/content`)).text, 'new', 'the content');
    }),
    rule('duplicates', 'the same name and content in one folder is 409', async (w) => {
      const folderId = await w.folder();
      await w.document(folderId, 'a.txt', 'same');
      const path = `/api/folders/${folderId}/documents`;
      refused(await w.owner.upload(path, { fileName: 'A.TXT', content: 'same' }), 409);
      answered(await w.owner.upload(path, { fileName: 'a.txt', content: 'other' }), 201);
    }),
    rule('duplicates', 'a move, a rename and a copy that would make one are 409', async (w) => {
      const [folderId, other] = [await w.folder(), await w.folder()];
      await w.document(folderId, 'a.txt', 'same');
      const named = await w.document(folderId, 'b.txt', 'same');
      const moved = await w.document(other, 'a.txt', 'same');
      refused(await w.owner.patch(`/api/documents/${named}`, { DocumentName: 'a.txt' }), 409);
      refused(await w.owner.patch(`/api/documents/${moved}`, { FolderId: folderId }), 409);
      refused(await w.owner.post(`/api/documents/${moved}/copy`, { FolderId: folderId }), 409);
    }),
    rule('duplicates', 'a document that the caller cannot read is not revealed', async (w) => {
      const folderId = await w.folder();
      const hidden = await w.document(folderId, 'a.txt', 'same');
      const entries = [{ UserId: w.reader.userId, Allow: ['Write'] }];
      answered(await w.owner.put(`/api/folders/${folderId}/permissions`, entries), 200);
      const deny = [{ UserId: w.reader.userId, Deny: ['Read'] }];
      answered(await w.owner.put(`/api/documents/${hidden}/permissions`, deny), 200);
      const form = { fileName: 'a.txt', content: 'same' };
      const made = answered(await w.reader.upload(`/api/folders/${folderId}/documents`, form), 201);
      same(made, made.body.at('DocumentName'), 'a (2).txt', 'DocumentName');
    }),
    rule('kinds-of-previews', 'the place of a document states its kind', async (w) => {
      const folderId = await w.folder();
      for (const [name, kind] of [
        ['a.txt', 'text'],
        ['a.png', 'image'],
        ['a.zip', 'archive'],
      ] as const) {
        const answer = answered(await w.reader.get(`/api/documents/${await w.document(folderId, name)}/place`), 200);
        same(answer, answer.body.at('CanPreview'), kind, `CanPreview of ${name}`);
      }
    }),
    rule('errors', 'an unknown document, and one in the trash, are 404', async (w) => {
      refused(await w.owner.get('/api/documents/9007199254740991'), 404);
      const path = `/api/documents/${await w.document(await w.folder())}`;
      answered(await w.owner.remove(path), 204);
      for (const part of ['', '/content', '/revisions', '/tags']) refused(await w.owner.get(`${path}${part}`), 404);
    }),
    rule('concurrency', 'an outdated If-Match is 412', async (w) => {
      const path = `/api/documents/${await w.document(await w.folder())}`;
      refused(await w.owner.patch(path, { DocumentName: 'b.txt' }, { 'if-match': '"old"' }), 412);
      const now = answered(await w.owner.get(path), 200);
      matches(now, now.body.at('DocumentName'), /^document\.txt$/, 'DocumentName');
    }),
  ],
};
