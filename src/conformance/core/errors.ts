import { answered, hasAll, header, holds, matches, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';

export const errors: Page = {
  page: 'docs/errors.md',
  rules: [
    rule('errors', 'an error has every member, and its id is in a header', async (w) => {
      const path = `/api/libraries/${w.libraryId}/folders`;
      const answer = refused(await w.owner.post(path, { FolderName: ' ' }), 400);
      hasAll(answer, answer.body, ['status', 'type', 'title', 'detail', 'instance', 'errors']);
      header(answer, 'x-request-id');
    }),
    rule('errors', 'every wrong parameter is named', async (w) => {
      const body = { AllowView: 'perhaps', ExpireStyle: 'someday' };
      const answer = refused(await w.owner.post(`/api/folders/${await w.folder()}/share`, body), 400);
      const named = new Set(answer.body.each('instance', 'errors'));
      for (const name of ['AllowView', 'ExpireStyle']) holds(answer, named.has(name), `an entry for ${name}`);
      for (const entry of answer.body.list('errors')) hasAll(answer, entry, ['type', 'title', 'instance', 'detail']);
    }),
    rule('entry-types', 'a missing and an invalid parameter have types of their own', async (w) => {
      const missing = refused(await w.admin.post('/api/libraries', {}), 400);
      same(missing, missing.body.each('type', 'errors'), ['/missing_parameter'], 'the types of errors');
      const invalid = refused(await w.admin.post('/api/libraries', { LibraryName: 'a/b' }), 400);
      same(invalid, invalid.body.each('type', 'errors'), ['/invalid_parameter'], 'the types of errors');
    }),
    rule('problem-types', 'the address of a type explains it', async (w) => {
      for (const type of ['validation_error', 'not_found', 'conflict', 'precondition_failed']) {
        const answer = answered(await w.anonymous.get(`/${type}`), 200);
        matches(answer, answer.text, /Remedy/, 'the explanation');
      }
    }),
    rule('not_found', 'an address that does not exist is 404', async (w) => {
      refused(await w.owner.get('/api/nothing-of-this-name'), 404);
    }),
    rule('internal_error', 'a hostile request is no error of the server', async (w) => {
      const hostile = ["'; drop table users; --", '\u0000', '%00', '../../etc/passwd', '{{7*7}}', '😀'.repeat(50)];
      for (const text of hostile) {
        const answer = await w.owner.get(`/api/search?query=${encodeURIComponent(text)}`);
        holds(answer, answer.status < 500, 'a status below 500', answer.status);
        const made = await w.owner.post(`/api/folders/${await w.folder()}/folders`, { FolderName: text });
        holds(made, made.status < 500, 'a status below 500', made.status);
      }
    }),
  ],
};
