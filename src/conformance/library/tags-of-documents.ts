import { answered, header, refused, same } from '../checks.ts';
import { type Rule, rule } from '../rule.ts';
import type { World } from '../world.ts';

/** Rules of docs/api/tags.md about the values of documents. */
export const tagsOfDocuments: Rule[] = [
  rule('tags-of-a-document', 'PUT sets values and clears all others', async (w) => {
    const { path, ids } = await taggable(w);
    const set = answered(await w.owner.put(`${path}/systemtags`, values(ids, ['one', 'two'])), 200);
    same(set, set.body.each('Tags'), [['one'], ['two']], 'Tags');
    answered(await w.owner.put(`${path}/systemtags`, values(ids, ['three'])), 200);
    const now = answered(await w.reader.get(`${path}/tags`), 200);
    same(now, now.body.each('TagTypeId'), [ids[0]], 'TagTypeId');
    same(now, now.body.each('Tags'), [['three']], 'Tags');
  }),
  rule('tags-of-a-document', 'PATCH keeps the others', async (w) => {
    const { path, ids } = await taggable(w);
    answered(await w.owner.put(`${path}/systemtags`, values(ids, ['one', 'two'])), 200);
    const now = answered(await w.owner.patch(`${path}/systemtags`, values(ids, ['three'])), 200);
    same(now, now.body.each('Tags'), [['three'], ['two']], 'Tags');
  }),
  rule('tags-of-a-document', 'null and blank text clear a value', async (w) => {
    const { path, ids } = await taggable(w);
    for (const empty of [null, '', ' ']) {
      answered(await w.owner.put(`${path}/systemtags`, values(ids, ['one'])), 200);
      const now = answered(await w.owner.patch(`${path}/systemtags`, values(ids, [empty])), 200);
      same(now, now.body.value, [], 'the tags');
    }
  }),
  rule('tags-of-a-document', 'a value that does not fit is 400', async (w) => {
    const { path } = await taggable(w);
    for (const [type, value] of [
      ['Numeric', 'three'],
      ['Date', '02302026'],
      ['Date', '2026-01-01'],
    ] as const) {
      const id = await tagType(w, type);
      refused(await w.owner.put(`${path}/systemtags`, [{ TagTypeId: id, Value: value }]), 400);
    }
  }),
  rule('tags-of-a-document', 'a number is kept as it was written', async (w) => {
    const { path } = await taggable(w);
    const id = await tagType(w, 'Numeric');
    const set = answered(await w.owner.put(`${path}/systemtags`, [{ TagTypeId: id, Value: '12.50' }]), 200);
    same(set, set.body.each('Tags'), [['12.50']], 'Tags');
  }),
  rule('tags-of-a-document', 'the same type twice is 400, and one of another library 404', async (w) => {
    const { path, ids } = await taggable(w);
    refused(await w.owner.put(`${path}/systemtags`, values([ids[0] ?? 0, ids[0] ?? 0], ['a', 'b'])), 400);
    const own = `/api/libraries/${w.owner.personalLibraryId}/tagtypes`;
    const other = answered(await w.owner.post(own, { TagTypeName: w.unique('Tag'), DataType: 'String' }), 201);
    refused(await w.owner.put(`${path}/systemtags`, values([other.body.number('TagTypeId')], ['a'])), 404);
  }),
  rule('tags-of-a-document', 'it requires Write', async (w) => {
    const { path, ids } = await taggable(w);
    refused(await w.reader.put(`${path}/systemtags`, values(ids, ['one'])), 403);
  }),
  rule('values-in-use', 'they are distinct and ordered by their data type', async (w) => {
    const [folderId, id] = [await w.folder(), await tagType(w, 'Numeric')];
    for (const [at, value] of ['10', '9', '9.0', '100'].entries()) {
      const path = `/api/documents/${await w.document(folderId, `${at}.txt`)}/systemtags`;
      answered(await w.owner.put(path, [{ TagTypeId: id, Value: value }]), 200);
    }
    const answer = answered(await w.reader.get(`/api/tagtypes/${id}/values`), 200);
    same(answer, answer.body.value, ['9', '10', '100'], 'the values');
    refused(await w.stranger.get(`/api/tagtypes/${id}/values`), 403);
  }),
  rule('values-that-move', 'a move within the library keeps values, to another library drops them', async (w) => {
    const { path, ids } = await taggable(w);
    answered(await w.owner.put(`${path}/systemtags`, values(ids, ['one'])), 200);
    answered(await w.owner.patch(path, { FolderId: await w.folder() }), 200);
    const kept = answered(await w.owner.get(`${path}/tags`), 200);
    same(kept, kept.body.each('Tags'), [['one']], 'Tags');
    const own = `/api/libraries/${w.owner.personalLibraryId}/folders`;
    const target = answered(await w.owner.post(own, { FolderName: w.unique('Own') }), 201);
    answered(await w.owner.patch(path, { FolderId: target.body.number('FolderId') }), 200);
    const dropped = answered(await w.owner.get(`${path}/tags`), 200);
    same(dropped, dropped.body.value, [], 'the tags');
  }),
  rule('errors', 'an outdated tag of the tags is 412', async (w) => {
    const { path, ids } = await taggable(w);
    const tag = header(answered(await w.owner.get(`${path}/tags`), 200), 'etag');
    answered(await w.owner.put(`${path}/systemtags`, values(ids, ['one']), { 'if-match': tag }), 200);
    refused(await w.owner.put(`${path}/systemtags`, values(ids, ['two']), { 'if-match': tag }), 412);
  }),
];

/** A new tag type of the library of the run. */
export async function tagType(w: World, DataType: string): Promise<number> {
  const body = { TagTypeName: w.unique('Tag'), DataType };
  return answered(await w.owner.post(`/api/libraries/${w.libraryId}/tagtypes`, body), 201).body.number('TagTypeId');
}

// A document, and two tag types of text.
async function taggable(w: World): Promise<{ path: string; ids: number[] }> {
  const path = `/api/documents/${await w.document(await w.folder())}`;
  return { path, ids: [await tagType(w, 'String'), await tagType(w, 'String')] };
}

function values(ids: number[], given: (string | null)[]): object[] {
  return given.map((Value, at) => ({ TagTypeId: ids[at], Value }));
}
