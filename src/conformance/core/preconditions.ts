import { answered, differs, header, matches, refused, same } from '../checks.ts';
import { type Rule, rule } from '../rule.ts';
import type { World } from '../world.ts';

/** Rules of docs/api/conventions.md#preconditions. */
export const preconditions: Rule[] = [
  rule('preconditions', 'objects have a strong ETag and Last-Modified', async (w) => {
    const folderId = await w.folder();
    const documentId = await w.document(folderId);
    const objects = [`libraries/${w.libraryId}`, `folders/${folderId}`, `documents/${documentId}`];
    for (const path of [...objects, `folders/${folderId}/permissions`]) {
      const answer = answered(await w.owner.get(`/api/${path}`), 200);
      matches(answer, header(answer, 'etag'), /^"[^"]+"$/, 'ETag');
      matches(answer, header(answer, 'last-modified'), /GMT$/, 'Last-Modified');
    }
  }),
  rule('preconditions', 'If-None-Match with the current tag is 304 without a body', async (w) => {
    const path = `/api/folders/${await w.folder()}`;
    const tag = header(answered(await w.owner.get(path), 200), 'etag');
    const answer = answered(await w.owner.get(path, { 'if-none-match': tag }), 304);
    same(answer, answer.bytes.length, 0, 'the length of the body');
    same(answer, answer.headers.get('etag'), tag, 'ETag');
  }),
  rule('preconditions', 'a write with an outdated If-Match is 412 and changes nothing', async (w) => {
    const { path, tag } = await renamed(w);
    refused(await w.owner.patch(path, { FolderName: w.unique('Lost') }, { 'if-match': tag }), 412);
    const now = answered(await w.owner.get(path), 200);
    matches(now, now.body.at('FolderName'), /^Renamed /, 'FolderName');
  }),
  rule('preconditions', 'a write with the current If-Match succeeds and returns the new tag', async (w) => {
    const path = `/api/folders/${await w.folder()}`;
    const tag = header(answered(await w.owner.get(path), 200), 'etag');
    const written = answered(await w.owner.patch(path, { FolderName: w.unique('New') }, { 'if-match': tag }), 200);
    differs(written, header(written, 'etag'), tag, 'ETag');
    const now = answered(await w.owner.get(path), 200);
    same(now, header(now, 'etag'), header(written, 'etag'), 'ETag');
  }),
  rule('preconditions', 'of two writers with the same If-Match, one gets 412', async (w) => {
    const path = `/api/folders/${await w.folder()}`;
    const tag = header(answered(await w.owner.get(path), 200), 'etag');
    const write = (name: string) => w.owner.patch(path, { FolderName: w.unique(name) }, { 'if-match': tag });
    const [one, two] = await Promise.all([write('One'), write('Two')]);
    same(
      one,
      [one.status, two.status].toSorted((a, b) => a - b),
      [200, 412],
      'the statuses',
    );
  }),
  rule('preconditions', 'a weak tag and a value that is no tag never match', async (w) => {
    const path = `/api/folders/${await w.folder()}`;
    const tag = header(answered(await w.owner.get(path), 200), 'etag');
    for (const value of [`W/${tag}`, 'nonsense']) {
      refused(await w.owner.patch(path, { FolderName: w.unique('New') }, { 'if-match': value }), 412);
    }
  }),
  rule('preconditions', 'If-Match accepts lists and *', async (w) => {
    const path = `/api/folders/${await w.folder()}`;
    const tag = header(answered(await w.owner.get(path), 200), 'etag');
    for (const value of [`"other", ${tag}`, '*']) {
      answered(await w.owner.patch(path, { FolderName: w.unique('New') }, { 'if-match': value }), 200);
    }
  }),
  rule('preconditions', 'If-None-Match: * refuses a write of an existing object', async (w) => {
    const path = `/api/folders/${await w.folder()}`;
    refused(await w.owner.patch(path, { FolderName: w.unique('New') }, { 'if-none-match': '*' }), 412);
  }),
  rule('preconditions', 'a write after If-Unmodified-Since is 412', async (w) => {
    const path = `/api/folders/${await w.folder()}`;
    const headers = { 'if-unmodified-since': 'Thu, 01 Jan 2015 00:00:00 GMT' };
    refused(await w.owner.remove(path, headers), 412);
    answered(await w.owner.remove(path, { 'if-unmodified-since': 'not a date' }), 204);
  }),
  rule('preconditions', 'the tag of a document changes with its revision, name and place', async (w) => {
    const folderId = await w.folder();
    const path = `/api/documents/${await w.document(folderId)}`;
    const tags = [header(answered(await w.owner.get(path), 200), 'etag')];
    const change = async (send: Promise<unknown>) => {
      await send;
      const now = answered(await w.owner.get(path), 200);
      for (const tag of tags) differs(now, header(now, 'etag'), tag, 'ETag');
      tags.push(header(now, 'etag'));
    };
    await change(w.owner.upload(`${path}/revisions`, { fileName: 'document.txt', content: 'second' }));
    await change(w.owner.patch(path, { DocumentName: 'renamed.txt' }));
    await change(w.owner.patch(path, { FolderId: await w.folder() }));
  }),
  rule('preconditions', 'the tag of a folder does not change with its children', async (w) => {
    const folderId = await w.folder();
    const before = answered(await w.owner.get(`/api/folders/${folderId}`), 200);
    await w.document(folderId);
    const after = answered(await w.owner.get(`/api/folders/${folderId}`), 200);
    same(after, header(after, 'etag'), header(before, 'etag'), 'ETag');
  }),
  rule('preconditions', 'moving to the trash and restoring keeps the tag', async (w) => {
    const path = `/api/folders/${await w.folder()}`;
    const tag = header(answered(await w.owner.get(path), 200), 'etag');
    answered(await w.owner.remove(path), 204);
    answered(await w.owner.patch(`${path}/restore`), 200);
    const now = answered(await w.owner.get(path), 200);
    same(now, header(now, 'etag'), tag, 'ETag');
  }),
];

async function renamed(w: World): Promise<{ path: string; tag: string }> {
  const path = `/api/folders/${await w.folder()}`;
  const tag = header(answered(await w.owner.get(path), 200), 'etag');
  answered(await w.owner.patch(path, { FolderName: w.unique('Renamed') }), 200);
  return { path, tag };
}
