import { answered, differs, header, holds, isTime, matches, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';
import { idempotency } from './idempotency.ts';
import { preconditions } from './preconditions.ts';

const FAR = 9_007_199_254_740_991;

export const conventions: Page = {
  page: 'docs/api/conventions.md',
  rules: [
    rule('requests', 'a trailing slash is ignored', async (w) => {
      const plain = answered(await w.owner.get('/api/libraries'), 200);
      const slashed = answered(await w.owner.get('/api/libraries/'), 200);
      same(slashed, slashed.body.each('LibraryId'), plain.body.each('LibraryId'), 'LibraryId');
    }),
    rule('requests', 'repeated slashes count as one', async (w) => {
      answered(await w.owner.get(`/api//libraries//${w.libraryId}`), 200);
    }),
    rule('requests', 'a method that a path does not have is 405 with Allow', async (w) => {
      const answer = refused(await w.owner.send('PUT', '/api/libraries'), 405);
      matches(answer, header(answer, 'allow'), /\bGET\b.*\bPOST\b|\bPOST\b.*\bGET\b/, 'Allow');
    }),
    rule('requests', 'every response has its own request id', async (w) => {
      const [one, two] = [await w.owner.get('/api/libraries'), await w.owner.get('/api/folders/x')];
      differs(two, header(two, 'x-request-id'), header(one, 'x-request-id'), 'X-Request-Id');
    }),
    rule('requests', 'names of query parameters ignore case', async (w) => {
      const folderId = await w.folder();
      await w.document(folderId);
      const { body, ...answer } = answered(await w.owner.get(`/api/folders/${folderId}?EMBED=D`), 200);
      same({ body, ...answer }, body.list('Embedded.Documents').length, 1, 'the number of embedded documents');
    }),
    rule('requests', 'unknown query parameters are ignored', async (w) => {
      answered(await w.owner.get(`/api/libraries/${w.libraryId}?nothing=of-this`), 200);
    }),
    rule('requests', 'a list in a query is repeated or separated by commas', async (w) => {
      const folderId = await w.folder();
      await w.document(folderId);
      await w.owner.post(`/api/folders/${folderId}/folders`, { FolderName: 'Inner' });
      for (const query of ['embed=f&embed=d', 'embed=f,d', 'embed=d,f']) {
        const answer = answered(await w.owner.get(`/api/folders/${folderId}?${query}`), 200);
        same(answer, answer.body.list('Embedded.Folders').length, 1, 'the number of embedded folders');
        same(answer, answer.body.list('Embedded.Documents').length, 1, 'the number of embedded documents');
      }
    }),
    rule('order-of-checks', 'the credential is checked before everything else', async (w) => {
      refused(await w.anonymous.post('/api/libraries', { LibraryName: '' }), 401);
    }),
    rule('order-of-checks', 'the role is checked before the form of the body', async (w) => {
      refused(await w.owner.post('/api/libraries', { LibraryName: '' }), 403);
    }),
    rule('order-of-checks', 'the form of the body is checked before existence', async (w) => {
      refused(await w.owner.patch(`/api/folders/${FAR}`, { FolderName: 'a/b' }), 400);
    }),
    rule('order-of-checks', 'the right is checked before a precondition', async (w) => {
      const folderId = await w.folder();
      const change = { FolderName: w.unique('Renamed') };
      refused(await w.reader.patch(`/api/folders/${folderId}`, change, { 'if-match': '"other"' }), 403);
    }),
    rule('methods', 'a DELETE with an empty JSON body is accepted', async (w) => {
      const folderId = await w.folder();
      const options = { headers: { 'content-type': 'application/json' }, body: '' };
      answered(await w.owner.send('DELETE', `/api/folders/${folderId}`, options), 204);
    }),
    rule('methods', 'a GET with a Content-Type is accepted', async (w) => {
      answered(await w.owner.get('/api/libraries', { 'content-type': 'application/json' }), 200);
    }),
    rule('methods', 'HEAD answers like GET without a body', async (w) => {
      const answer = answered(await w.owner.send('HEAD', `/api/libraries/${w.libraryId}`), 200);
      same(answer, answer.bytes.length, 0, 'the length of the body');
    }),
    rule('identifiers', 'an id that is none is 404 in a path', async (w) => {
      for (const id of ['abc', '-1', '1.5', '0', '9223372036854775808']) {
        refused(await w.owner.get(`/api/documents/${id}`), 404);
      }
    }),
    rule('identifiers', 'an id that is none is 400 in a body', async (w) => {
      const id = await w.document(await w.folder());
      for (const wrong of ['abc', -1, 1.5]) {
        refused(await w.owner.post(`/api/documents/${id}/copy`, { FolderId: wrong }), 400);
      }
    }),
    rule('bodies', 'a byte order mark before JSON is accepted', async (w) => {
      const body = `\uFEFF${JSON.stringify({ FolderName: w.unique('Mark') })}`;
      const headers = { 'content-type': 'application/json' };
      answered(await w.owner.send('POST', `/api/libraries/${w.libraryId}/folders`, { headers, body }), 201);
    }),
    rule('bodies', 'a body that is not JSON is 400', async (w) => {
      const headers = { 'content-type': 'application/json' };
      refused(await w.owner.send('POST', `/api/libraries/${w.libraryId}/folders`, { headers, body: '{"Fol' }), 400);
    }),
    rule('bodies', 'a body of another media type is 415', async (w) => {
      const options = { headers: { 'content-type': 'text/plain' }, body: '{"FolderName": "x"}' };
      refused(await w.owner.send('POST', `/api/libraries/${w.libraryId}/folders`, options), 415);
    }),
    rule('bodies', 'a body with a Content-Encoding is 415', async (w) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      const body = '{"FolderName": "x"}';
      refused(await w.owner.send('POST', `/api/libraries/${w.libraryId}/folders`, { headers, body }), 415);
    }),
    rule('bodies', 'null and empty text mean absent', async (w) => {
      const body = { FolderName: w.unique('Folder'), FolderPath: null, AutoGenerateName: false };
      answered(await w.owner.post(`/api/libraries/${w.libraryId}/folders`, body), 201);
      const path = { FolderName: '', FolderPath: w.unique('Path') };
      answered(await w.owner.post(`/api/libraries/${w.libraryId}/folders`, path), 201);
    }),
    rule('bodies', 'property names ignore case', async (w) => {
      const name = w.unique('Case');
      const made = answered(await w.owner.post(`/api/libraries/${w.libraryId}/folders`, { foldername: name }), 201);
      same(made, made.body.at('FolderName'), name, 'FolderName');
    }),
    rule('bodies', 'two properties that differ only in case are 400', async (w) => {
      const body = { FolderName: w.unique('One'), foldername: w.unique('Two') };
      refused(await w.owner.post(`/api/libraries/${w.libraryId}/folders`, body), 400);
    }),
    rule('unknown-properties', 'they are ignored where nothing depends on their spelling', async (w) => {
      const body = { FolderName: w.unique('Folder'), Colour: 'blue' };
      answered(await w.owner.post(`/api/libraries/${w.libraryId}/folders`, body), 201);
    }),
    rule('unknown-properties', 'they are 400 and named in a share', async (w) => {
      const body = { AllowView: true, ExpireStyle: 'hours', ExpirationValue: 1, Passwort: 'secret' };
      const answer = refused(await w.owner.post(`/api/folders/${await w.folder()}/share`, body), 400);
      same(answer, answer.body.each('instance', 'errors'), ['Passwort'], 'the named parameters');
    }),
    rule('times', 'responses are in UTC with milliseconds', async (w) => {
      const answer = answered(await w.owner.get(`/api/documents/${await w.document(await w.folder())}`), 200);
      isTime(answer, answer.body.at('DateModified'), 'DateModified');
    }),
    rule('times', 'a bare date ends at the end of its day', async (w) => {
      const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      const body = { AllowView: true, ExpireStyle: 'date', ExpiresOn: day };
      const answer = answered(await w.owner.post(`/api/folders/${await w.folder()}/share`, body), 200);
      matches(answer, answer.body.at('ExpiresOn'), new RegExp(`^${day}T23:59:59`), 'ExpiresOn');
    }),
    rule('times', 'a time without a zone is UTC', async (w) => {
      const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      const body = { AllowView: true, ExpireStyle: 'date', ExpiresOn: `${day} 10:30` };
      const answer = answered(await w.owner.post(`/api/folders/${await w.folder()}/share`, body), 200);
      same(answer, answer.body.at('ExpiresOn'), `${day}T10:30:00.000Z`, 'ExpiresOn');
    }),
    rule('names', 'names of folders are trimmed and normalized', async (w) => {
      const name = w.unique('Cafe\u0301');
      const made = answered(
        await w.owner.post(`/api/libraries/${w.libraryId}/folders`, { FolderName: ` ${name} ` }),
        201,
      );
      same(made, made.body.at('FolderName'), name.normalize('NFC'), 'FolderName');
    }),
    rule('names', 'names of folders are compared without regard to case', async (w) => {
      const name = w.unique('Stra\u00DFe');
      const path = `/api/libraries/${w.libraryId}/folders`;
      const made = answered(await w.owner.post(path, { FolderName: name }), 201);
      const again = answered(await w.owner.post(path, { FolderName: name.toUpperCase() }), 200);
      same(again, again.body.at('FolderId'), made.body.at('FolderId'), 'FolderId');
      same(again, again.body.at('FolderName'), name, 'FolderName');
    }),
    rule('names', 'a name that breaks a rule is 400', async (w) => {
      for (const name of [' ', '.', '..', 'a/b', 'a\\b', 'a\u0007b', 'x'.repeat(200)]) {
        refused(await w.owner.post(`/api/folders/${await w.folder()}/folders`, { FolderName: name }), 400);
      }
    }),
    rule('lists', 'pages together are the complete list', async (w) => {
      const folderId = await w.folder();
      for (const name of ['a.txt', 'b.txt', 'c.txt']) await w.document(folderId, name);
      const all = answered(await w.owner.get(`/api/folders/${folderId}/documents`), 200);
      const found: unknown[] = [];
      for (let path = `/api/folders/${folderId}/documents?top=2`; path !== '';) {
        const page = answered(await w.owner.get(path), 200);
        holds(page, page.body.list().length <= 2, 'at most 2 items on a page');
        found.push(...page.body.each('DocumentId'));
        path = next(page.headers.get('link'));
      }
      same(all, found, all.body.each('DocumentId'), 'the ids on all pages');
      same(all, all.headers.get('link'), null, 'Link of the complete list');
    }),
    rule('lists', 'top and after outside their range are 400', async (w) => {
      for (const query of ['top=0', 'top=1001', 'top=x', 'after=nonsense']) {
        refused(await w.owner.get(`/api/folders/${await w.folder()}/documents?${query}`), 400);
      }
    }),
    rule('links-and-embedded-objects', 'links are absolute, and DELETE on Links.Self deletes', async (w) => {
      const folderId = await w.folder();
      const answer = answered(await w.owner.get(`/api/folders/${folderId}`), 200);
      const self = answer.body.string('Links.Self');
      matches(answer, self, new RegExp(`^https?://.*/api/folders/${folderId}$`), 'Links.Self');
      answered(await w.owner.remove(new URL(self).pathname), 204);
      refused(await w.owner.get(`/api/folders/${folderId}`), 404);
    }),
    ...preconditions,
    ...idempotency,
    rule('versioning', 'a deprecated operation names its successor', async (w) => {
      const answer = await w.owner.post(`/api/libraries/${w.libraryId}/search/systemtags`, []);
      holds(answer, answer.headers.has('deprecation'), 'the header Deprecation');
      matches(answer, header(answer, 'link'), /rel="?successor-version"?/, 'Link');
    }),
  ],
};

// The address of the next page; '' if there is none.
function next(link: string | null): string {
  const [, url] = /<([^>]*)>; *rel="?next"?/.exec(link ?? '') ?? [];
  return url === undefined ? '' : url.replace(/^https?:\/\/[^/]*/, '');
}
