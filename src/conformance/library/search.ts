import { answered, follow, hasAll, header, holds, matches, refused, same } from '../checks.ts';
import type { Answer, Client } from '../client.ts';
import { type Page, rule } from '../rule.ts';
import { type World, poll } from '../world.ts';
import { tagType } from './tags-of-documents.ts';

export const search: Page = {
  page: 'docs/api/search.md',
  rules: [
    rule('search-by-tags', 'documents with all values are found, also below the folder', async (w) => {
      const { folderId, documentId, id } = await tagged(w, 'String', 'Acme');
      for (const place of [`folders/${folderId}`, `libraries/${w.libraryId}`]) {
        const path = `/api/${place}/search/systemtags-v2`;
        const answer = answered(await w.reader.post(path, [{ TagTypeId: id, Value: 'ACME' }]), 200);
        same(answer, answer.body.at('TotalCount'), 1, 'TotalCount');
        same(answer, answer.body.each('DocumentId', 'Embedded.Documents'), [documentId], 'the documents');
      }
    }),
    rule('search-by-tags', 'numbers compare as numbers', async (w) => {
      const { folderId, documentId, id } = await tagged(w, 'Numeric', '12.50');
      const path = `/api/folders/${folderId}/search/systemtags-v2`;
      const answer = answered(await w.reader.post(path, [{ TagTypeId: id, Value: '12.5' }]), 200);
      same(answer, answer.body.each('DocumentId', 'Embedded.Documents'), [documentId], 'the documents');
    }),
    rule('search-by-tags', 'a result has its properties and links', async (w) => {
      const { folderId, id } = await tagged(w, 'String', 'Acme');
      const path = `/api/folders/${folderId}/search/systemtags-v2`;
      const answer = answered(await w.reader.post(path, [{ TagTypeId: id, Value: 'acme' }]), 200);
      const [found = answer.body] = answer.body.list('Embedded.Documents');
      const links = ['Self', 'Content', 'DocumentUri', 'FolderUri', 'LibraryUri', 'FolderIconUri'];
      const names = ['DateModified', 'DocumentName', 'FolderId', 'FolderName', 'LibraryName', 'StatusInformation'];
      hasAll(answer, found, [...names, ...links.map((link) => `Links.${link}`)]);
      same(answer, found.at('DocumentAutoName'), 'Acme.txt', 'DocumentAutoName');
      for (const link of links) answered(await w.reader.get(follow(found.string(`Links.${link}`))), 200);
    }),
    rule('search-by-tags', 'a second revision shows as the Status tag Revised', async (w) => {
      const { folderId, documentId, id } = await tagged(w, 'String', 'Acme');
      const form = { fileName: 'document.txt', content: 'second' };
      answered(await w.owner.upload(`/api/documents/${documentId}/revisions`, form), 201);
      const path = `/api/folders/${folderId}/search/systemtags-v2`;
      const answer = answered(await w.reader.post(path, [{ TagTypeId: id, Value: 'acme' }]), 200);
      const [found] = answer.body.list('Embedded.Documents');
      const [status = answer.body] = found?.list('StatusInformation') ?? [];
      same(answer, status.at('TagTypeName'), '&&_Service_Content_Status', 'TagTypeName');
      const values = ['String', 'Numeric', 'Date'].map((type) => status.at(`TagValue${type}`));
      same(answer, [status.at('DataType'), ...values], [0, 'Revised', null, null], 'DataType and values');
    }),
    rule('search-by-tags', 'an empty body is 400, an unknown tag type 404, and it requires Read', async (w) => {
      const path = `/api/folders/${await w.folder()}/search/systemtags-v2`;
      refused(await w.reader.post(path, []), 400);
      refused(await w.reader.post(path, [{ TagTypeId: 9_007_199_254_740_991, Value: 'x' }]), 404);
      const id = await tagType(w, 'String');
      refused(await w.reader.post(path, [{ TagTypeId: id, Value: null }]), 400);
      refused(await w.stranger.post(path, [{ TagTypeId: id, Value: 'x' }]), 403);
    }),
    rule('deprecated-tag-search', 'it has the older shape, and says what replaces it', async (w) => {
      const { folderId, documentId, id } = await tagged(w, 'String', 'Acme');
      const path = `/api/folders/${folderId}/search/systemtags`;
      const answer = answered(await w.reader.post(path, [{ TagTypeId: id, Value: 'acme' }]), 200);
      const [found = answer.body] = answer.body.list('Embedded.Documents');
      hasAll(answer, found, ['DocumentId', 'LibraryId', 'FolderId', 'StatusInformation']);
      const [information = answer.body] = found.list('StatusInformation');
      const inner = ['TagTypeValue.TagValueString', 'TagTypeValue.TagType.TagTypeName', 'Document.IsDeleted'];
      hasAll(answer, information, ['TagValueId', 'TagTypeValueId', 'DocumentId', ...inner]);
      matches(answer, header(answer, 'link'), /successor-version/, 'Link');
      const form = { fileName: 'document.txt', content: 'second' };
      answered(await w.owner.upload(`/api/documents/${documentId}/revisions`, form), 201);
      const refusal = refused(await w.reader.post(path, [{ TagTypeId: id, Value: 'acme' }]), 409);
      holds(refusal, refusal.text.includes('systemtags-v2'), 'a text that names systemtags-v2');
    }),
    rule('search-inside-documents', 'a document is found by the words of its text', async (w) => {
      const word = `elmwood${w.run}`;
      const documentId = await w.document(await w.folder(), 'note.txt', `The foundation of ${word} was poured.`);
      const answer = await searchFor(w.reader, `q=${word}`);
      same(answer, answer.body.each('Embedded.Document.DocumentId'), [documentId], 'the documents');
      same(answer, answer.body.each('MatchedIn'), ['Text'], 'MatchedIn');
      const nothing = answered(await w.stranger.get(`/api/search?q=${word}`), 200);
      same(nothing, nothing.body.value, [], 'what somebody without Read finds');
    }),
    rule('query-language', 'phrases, exclusions, OR and type: select', async (w) => {
      const [one, two] = [`ash${w.run}`, `birch${w.run}`];
      const folderId = await w.folder();
      const ids = [
        await w.document(folderId, 'a.txt', `${one} ${two}`),
        await w.document(folderId, 'b.txt', `${two} ${one} twice`),
      ];
      for (const [query, expected] of [
        [`"${one} ${two}"`, [ids[0]]],
        [`${one} -twice`, [ids[0]]],
        [`${two} twice OR nothing${w.run}`, [ids[1]]],
        [`${one} type:pdf`, []],
        [`${one} type:.txt`, ids],
      ] as const) {
        const path = `q=${encodeURIComponent(query)}&folderId=${folderId}`;
        const answer = await searchFor(w.reader, path, expected.length);
        const got = answer.body.each('Embedded.Document.DocumentId').map(Number);
        same(
          answer,
          got.toSorted((a, b) => a - b),
          expected,
          `the documents for ${query}`,
        );
      }
    }),
    rule('query-language', 'a query of more than 512 characters is 400', async (w) => {
      refused(await w.reader.get(`/api/search?q=${'x'.repeat(513)}`), 400);
    }),
    rule('query-language', 'a filter without a value is 400', async (w) => {
      for (const q of ['type:', 'in:', 'tag:%3D']) refused(await w.reader.get(`/api/search?q=${q}`), 400);
    }),
    rule('search-by-name', 'names with all words are found, in any order and case', async (w) => {
      const [one, two] = [`Cedar${w.run}`, `Maple${w.run}`];
      const documentId = await w.document(await w.folder(), `${one} and ${two}.txt`);
      const query = encodeURIComponent(`${two.toUpperCase()} ${one.toLowerCase()}`);
      const answer = await searchFor(w.reader, `query=${query}&libraryId=${w.libraryId}`);
      same(answer, answer.body.each('Embedded.Document.DocumentId'), [documentId], 'the documents');
      const [item = answer.body] = answer.body.list();
      hasAll(answer, item, ['ItemType', 'ItemName', 'LibraryName', 'Path', 'IsStarred', 'Links.Self']);
    }),
    rule('saved-searches', 'a search is saved, listed, changed and deleted by its owner only', async (w) => {
      const body = { SearchName: w.unique('Search'), Q: 'lease', Alert: false };
      const made = answered(await w.reader.post('/api/users/me/searches', body), 201);
      const path = `/api/users/me/searches/${made.body.number('SavedSearchId')}`;
      refused(await w.owner.get(path), 404);
      refused(await w.reader.post('/api/users/me/searches', body), 409);
      const changed = answered(await w.reader.patch(path, { Q: 'rent' }), 200);
      same(changed, changed.body.at('Q'), 'rent', 'Q');
      answered(await w.reader.remove(path), 204);
      refused(await w.reader.get(path), 404);
    }),
    rule('errors', 'not exactly one of q and query is 400', async (w) => {
      refused(await w.reader.get('/api/search'), 400);
      refused(await w.reader.get('/api/search?q=a&query=b'), 400);
    }),
  ],
};

async function tagged(w: World, type: string, value: string) {
  const [folderId, id] = [await w.folder(), await tagType(w, type)];
  const inner = answered(await w.owner.post(`/api/folders/${folderId}/folders`, { FolderName: 'Inner' }), 201);
  const documentId = await w.document(inner.body.number('FolderId'));
  answered(await w.owner.put(`/api/documents/${documentId}/systemtags`, [{ TagTypeId: id, Value: value }]), 200);
  return { folderId, documentId, id };
}

// A change is in the results within seconds.
async function searchFor(client: Client, query: string, count = 1): Promise<Answer> {
  const ask = () => client.get(`/api/search?${query}`);
  return answered(await poll(ask, ({ status, body }) => status !== 200 || body.list().length >= count), 200);
}
