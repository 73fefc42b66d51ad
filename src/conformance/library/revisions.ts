import { answered, differs, follow, hasAll, header, isTime, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';
import type { World } from '../world.ts';

export const revisions: Page = {
  page: 'docs/api/revisions.md',
  rules: [
    rule('revision-object', 'a revision has its properties and working links', async (w) => {
      const documentId = await w.document(await w.folder(), 'first.txt', 'first');
      const list = answered(await w.reader.get(`/api/documents/${documentId}/revisions`), 200);
      const [one] = list.body.list();
      const answer = answered(await w.reader.get(follow(one?.string('Links.Self') ?? '')), 200);
      const names = ['RevisionId', 'RevisionNumber', 'RevisionName', 'DocumentId', 'DocumentSize', 'Hash', 'IsCurrent'];
      hasAll(answer, answer.body, names);
      same(answer, answer.body.at('RevisionNumber'), 1, 'RevisionNumber');
      same(answer, answer.body.at('RevisionName'), 'first.txt', 'RevisionName');
      same(answer, answer.body.at('CreatedBy'), w.owner.email, 'CreatedBy');
      same(answer, answer.body.at('IsCurrent'), true, 'IsCurrent');
      isTime(answer, answer.body.at('DateCreated'), 'DateCreated');
      same(answer, (await w.reader.get(follow(answer.body.string('Links.Content')))).text, 'first', 'the content');
      answered(await w.reader.get(follow(answer.body.string('Links.Document'))), 200);
    }),
    rule('operations', 'the list is newest first, and old contents stay', async (w) => {
      const documentId = await revised(w);
      const list = answered(await w.reader.get(`/api/documents/${documentId}/revisions`), 200);
      same(list, list.body.each('RevisionNumber'), [2, 1], 'RevisionNumber');
      same(list, list.body.each('IsCurrent'), [true, false], 'IsCurrent');
      const contents = [];
      for (const one of list.body.list()) {
        contents.push((await w.reader.get(follow(one.string('Links.Content')))).text);
      }
      same(list, contents, ['second', 'first'], 'the contents');
    }),
    rule('adding-a-revision', 'it is 201 with Location, and the document keeps its name', async (w) => {
      const documentId = await w.document(await w.folder(), 'first.txt', 'first');
      const form = { fileName: 'second.txt', content: 'second' };
      const made = answered(await w.owner.upload(`/api/documents/${documentId}/revisions`, form), 201);
      same(made, made.body.at('RevisionName'), 'second.txt', 'RevisionName');
      answered(await w.reader.get(follow(header(made, 'location'))), 200);
      const now = answered(await w.reader.get(`/api/documents/${documentId}`), 200);
      same(now, now.body.at('DocumentName'), 'first.txt', 'DocumentName');
      same(now, now.body.at('DocumentSize'), 6, 'DocumentSize');
    }),
    rule('adding-a-revision', 'another extension is 409', async (w) => {
      const documentId = await w.document(await w.folder(), 'first.txt', 'first');
      const form = { fileName: 'second.png', content: 'second' };
      refused(await w.owner.upload(`/api/documents/${documentId}/revisions`, form), 409);
    }),
    rule('adding-a-revision', 'the name and content of the current one is 200 and changes nothing', async (w) => {
      const documentId = await revised(w);
      const form = { fileName: 'first.txt', content: 'second' };
      const again = answered(await w.owner.upload(`/api/documents/${documentId}/revisions`, form), 200);
      same(again, again.body.at('RevisionNumber'), 2, 'RevisionNumber');
    }),
    rule('adding-a-revision', 'it requires Write', async (w) => {
      const documentId = await w.document(await w.folder());
      const form = { fileName: 'document.txt', content: 'new' };
      refused(await w.reader.upload(`/api/documents/${documentId}/revisions`, form), 403);
    }),
    rule('restoring-a-revision', 'a copy of the old one becomes the newest', async (w) => {
      const documentId = await revised(w);
      const list = answered(await w.owner.get(`/api/documents/${documentId}/revisions`), 200);
      const old = list.body.list().at(-1)?.number('RevisionId') ?? 0;
      const made = answered(await w.owner.post(`/api/documents/${documentId}/revisions/${old}/restore`), 201);
      same(made, made.body.at('RevisionNumber'), 3, 'RevisionNumber');
      differs(made, made.body.at('RevisionId'), old, 'RevisionId');
      answered(await w.owner.get(follow(header(made, 'location'))), 200);
      same(made, (await w.owner.get(`/api/documents/${documentId}/content`)).text, 'first', 'the content');
    }),
    rule('errors', 'a revision of another document is 404', async (w) => {
      const [one, two] = [await w.document(await w.folder()), await w.document(await w.folder())];
      const list = answered(await w.owner.get(`/api/documents/${one}/revisions`), 200);
      const [revision = list.body] = list.body.list();
      refused(await w.owner.get(`/api/documents/${two}/revisions/${revision.number('RevisionId')}`), 404);
    }),
    rule('concurrency', 'If-Match takes the tag of the document or of its content', async (w) => {
      const documentId = await w.document(await w.folder(), 'first.txt', 'first');
      const path = `/api/documents/${documentId}`;
      const send = (content: string, tag: string) =>
        w.owner.upload(`${path}/revisions`, { fileName: 'first.txt', content, headers: { 'if-match': tag } });
      const outdated = header(answered(await w.owner.get(`${path}/content`), 200), 'etag');
      answered(await send('second', outdated), 201);
      refused(await send('third', outdated), 412);
      answered(await send('third', header(answered(await w.owner.get(path), 200), 'etag')), 201);
    }),
  ],
};

async function revised(w: World): Promise<number> {
  const documentId = await w.document(await w.folder(), 'first.txt', 'first');
  const form = { fileName: 'first.txt', content: 'second' };
  answered(await w.owner.upload(`/api/documents/${documentId}/revisions`, form), 201);
  return documentId;
}
