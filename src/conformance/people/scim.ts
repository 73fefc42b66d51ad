import { answered, hasAll, matches, refused } from '../checks.ts';
import { type Page, rule } from '../rule.ts';

/** No connection is created: it would show people who are not of the run. */
export const scim: Page = {
  page: 'docs/api/scim.md',
  rules: [
    rule('connections', 'they are for site admins, and without tokens', async (w) => {
      refused(await w.owner.get('/api/admin/scim-connections'), 403);
      const answer = answered(await w.admin.get('/api/admin/scim-connections'), 200);
      for (const one of answer.body.list()) hasAll(answer, one, ['ConnectionId', 'Name', 'IsPaused', 'Links.Scim']);
      if (/"Token"/.test(answer.text)) matches(answer, answer.text, /^$/, 'no Token');
    }),
    rule('connections', 'no other credential works below /scim', async (w) => {
      for (const client of [w.anonymous, w.admin]) {
        const answer = answered(await client.get('/scim/v2/Users'), 401);
        matches(answer, answer.headers.get('content-type'), /^application\/scim\+json/, 'Content-Type');
      }
    }),
  ],
};
