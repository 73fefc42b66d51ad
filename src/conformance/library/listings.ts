import { answered, hasAll, header, matches, refused, same } from '../checks.ts';
import { type Rule, rule } from '../rule.ts';
import type { World } from '../world.ts';

/** Rules of docs/api/folders.md#listings. */
export const listings: Rule[] = [
  rule('listings', 'only direct children are listed, documents in their detail shape', async (w) => {
    const folderId = await folderWith(w, { 'a.txt': 'a' });
    const inner = answered(await w.owner.post(`/api/folders/${folderId}/folders`, { FolderName: 'Inner' }), 201);
    await w.document(inner.body.number('FolderId'), 'deep.txt');
    const answer = answered(await w.owner.get(`/api/folders/${folderId}/documents`), 200);
    same(answer, answer.body.each('DocumentName'), ['a.txt'], 'the documents');
    for (const one of answer.body.list()) hasAll(answer, one, ['DocumentSize', 'FolderId', 'Hash', 'DateModified']);
  }),
  rule('listings', 'a child that is denied to the caller is left out', async (w) => {
    const folderId = await folderWith(w, { 'a.txt': 'a' });
    const hidden = await w.document(folderId, 'hidden.txt');
    const deny = [{ UserId: w.reader.userId, Deny: ['Read'] }];
    answered(await w.owner.put(`/api/documents/${hidden}/permissions`, deny), 200);
    const answer = answered(await w.reader.get(`/api/folders/${folderId}/documents`), 200);
    same(answer, answer.body.each('DocumentName'), ['a.txt'], 'the documents');
    refused(await w.reader.get(`/api/documents/${hidden}`), 403);
  }),
  rule('listings', 'orderBy sorts by name, date or size, also descending', async (w) => {
    const folderId = await folderWith(w, { 'b.txt': 'xxx', 'a.txt': 'x', 'c.txt': 'xx' });
    for (const [orderBy, expected] of [
      ['name', 'abc'],
      ['name desc', 'cba'],
      ['size', 'acb'],
      ['size desc', 'bca'],
      ['date', 'bac'],
      ['date desc', 'cab'],
    ] as const) {
      const path = `/api/folders/${folderId}/documents?orderBy=${encodeURIComponent(orderBy)}`;
      const answer = answered(await w.owner.get(path), 200);
      const names = answer.body.each('DocumentName').map((name) => String(name).slice(0, 1));
      same(answer, names.join(''), expected, 'the order');
    }
    refused(await w.owner.get(`/api/folders/${folderId}/documents?orderBy=color`), 400);
  }),
  rule('listings', 'filter, name and skip select, and X-Total-Count counts all matches', async (w) => {
    const folderId = await folderWith(w, { 'plan one.txt': '1', 'plan two.txt': '2', 'other.txt': '3' });
    for (const [query, names, total] of [
      ['filter=PLAN', ['plan one.txt', 'plan two.txt'], '2'],
      ['name=Other.TXT', ['other.txt'], '1'],
      ['filter=plan&skip=1', ['plan two.txt'], '2'],
      ['filter=plan&top=1', ['plan one.txt'], '2'],
    ] as const) {
      const answer = answered(await w.owner.get(`/api/folders/${folderId}/documents?${query}`), 200);
      same(answer, answer.body.each('DocumentName'), names, 'the documents');
      same(answer, header(answer, 'x-total-count'), total, 'X-Total-Count');
    }
  }),
  rule('listings', 'X-List-Version grows with each change of the list', async (w) => {
    const folderId = await folderWith(w, { 'a.txt': 'a' });
    const version = async () => {
      const answer = answered(await w.owner.get(`/api/folders/${folderId}/documents?top=10`), 200);
      matches(answer, header(answer, 'x-list-version'), /^\d+$/, 'X-List-Version');
      return [answer, Number(header(answer, 'x-list-version'))] as const;
    };
    const [, before] = await version();
    await w.document(folderId, 'b.txt');
    const [answer, after] = await version();
    same(answer, after > before, true, 'a higher X-List-Version:');
  }),
  rule('filters', 'kind keeps items of one kind', async (w) => {
    const folderId = await folderWith(w, { 'a.txt': 'a', 'b.zip': 'b' });
    const answer = answered(await w.owner.get(`/api/folders/${folderId}/documents?kind=archive`), 200);
    same(answer, answer.body.each('DocumentName'), ['b.zip'], 'the documents');
    refused(await w.owner.get(`/api/folders/${folderId}/documents?kind=sculpture`), 400);
  }),
  rule('filters', 'a reversed range, and a tag type without a value, are 400', async (w) => {
    const folderId = await w.folder();
    for (const query of ['fromDate=2026-02-01&toDate=2026-01-01', 'tagTypeId=1']) {
      refused(await w.owner.get(`/api/folders/${folderId}/documents?${query}`), 400);
    }
  }),
  rule('filters', 'modifiedBy keeps what one person stored', async (w) => {
    const folderId = await folderWith(w, { 'a.txt': 'a' });
    for (const [who, names] of [
      [w.owner, ['a.txt']],
      [w.reader, []],
    ] as const) {
      const answer = answered(await w.owner.get(`/api/folders/${folderId}/documents?modifiedBy=${who.userId}`), 200);
      same(answer, answer.body.each('DocumentName'), names, 'the documents');
    }
  }),
  rule('additional-properties', 'expand adds who modified it, whether it is shared, and its tags', async (w) => {
    const folderId = await folderWith(w, { 'a.txt': 'a' });
    const plain = answered(await w.owner.get(`/api/folders/${folderId}/documents`), 200);
    same(plain, plain.body.each('IsShared'), [undefined], 'IsShared without expand');
    const answer = answered(await w.owner.get(`/api/folders/${folderId}/documents?expand=modifiedBy,shared,tags`), 200);
    same(answer, answer.body.each('IsShared'), [false], 'IsShared');
    same(answer, answer.body.each('ModifiedBy.UserId'), [w.owner.userId], 'ModifiedBy.UserId');
    same(answer, answer.body.each('Tags'), [[]], 'Tags');
    refused(await w.owner.get(`/api/folders/${folderId}/documents?expand=everything`), 400);
  }),
];

async function folderWith(w: World, documents: Record<string, string>): Promise<number> {
  const folderId = await w.folder();
  for (const [name, content] of Object.entries(documents)) await w.document(folderId, name, content);
  return folderId;
}
