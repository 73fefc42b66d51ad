import { answered, hasAll, header, holds, matches, refused, same } from '../checks.ts';
import { connect } from '../client.ts';
import { NotApplicable } from '../mismatch.ts';
import { type Page, rule } from '../rule.ts';
import { type World, basic, newPassword, requireSetting } from '../world.ts';
import { sessions } from './sessions.ts';

export const authentication: Page = {
  page: 'docs/api/authentication.md',
  rules: [
    rule('credentials', 'none, and one that is not valid, are 401 with WWW-Authenticate', async (w) => {
      for (const client of [w.anonymous, connect(w.target, 'Bearer carrel_nothing')]) {
        const answer = refused(await client.get('/api/libraries'), 401);
        matches(answer, header(answer, 'www-authenticate'), /^Bearer\b/, 'WWW-Authenticate');
      }
    }),
    rule('credentials', 'any word before -TOKEN is a scheme, in any case', async (w) => {
      for (const scheme of ['BEARER', 'bearer', 'SERVICE-TOKEN', 'Other-Token']) {
        answered(await connect(w.target, `${scheme} ${w.owner.token}`).get('/api/users/me'), 200);
      }
      refused(await connect(w.target, `Basic2-KEY ${w.owner.token}`).get('/api/users/me'), 401);
    }),
    rule('api-tokens', 'a token is shown once', async (w) => {
      const path = `/api/users/${w.owner.userId}/tokens`;
      const made = answered(await w.owner.post(path, { Name: 'Shown once' }), 201);
      hasAll(made, made.body, ['TokenId', 'Name', 'Token', 'DateCreated', 'IsSync', 'Scopes', 'ExpiresOn']);
      const list = answered(await w.owner.get(path), 200);
      const one = list.body.list().find((token) => token.at('TokenId') === made.body.at('TokenId'));
      same(list, one?.at('Name'), 'Shown once', 'Name');
      holds(list, !list.text.includes(made.body.string('Token')), 'no secret in the list');
    }),
    rule('api-tokens', 'a revoked token is 401, and so are those that it made', async (w) => {
      const path = `/api/users/${w.owner.userId}/tokens`;
      const parent = answered(await w.owner.post(path, { Name: 'Parent' }), 201);
      const asParent = connect(w.target, `Bearer ${parent.body.string('Token')}`);
      const child = answered(await asParent.post(path, { Name: 'Child' }), 201);
      const asChild = connect(w.target, `Bearer ${child.body.string('Token')}`);
      answered(await asChild.get('/api/libraries'), 200);
      answered(await w.owner.remove(`${path}/${parent.body.number('TokenId')}`), 204);
      for (const client of [asParent, asChild]) refused(await client.get('/api/libraries'), 401);
    }),
    rule('api-tokens', "somebody else's tokens are for site admins", async (w) => {
      refused(await w.reader.get(`/api/users/${w.owner.userId}/tokens`), 403);
      refused(await w.reader.get('/api/admin/tokens'), 403);
      answered(await w.admin.get(`/api/admin/tokens?userId=${w.owner.userId}`), 200);
    }),
    rule('api-tokens', 'an end in the past, and an unknown property, are 400', async (w) => {
      const path = `/api/users/${w.owner.userId}/tokens`;
      refused(await w.owner.post(path, { Name: 'x', ExpiresOn: '2015-01-01' }), 400);
      refused(await w.owner.post(path, { Name: 'x', Scope: ['tasks'] }), 400);
      refused(await w.owner.post(path, {}), 400);
    }),
    rule('basic-credentials', 'address and password give a token that ends after 12 hours', async (w) => {
      requireSetting(w, 'PasswordSignIn', true);
      const answer = await connect(w.target, basic(w.reader.email, w.reader.password)).get('/api/authenticate');
      if (answer.status === 401) throw new NotApplicable('accounts need more than a password');
      hasAll(answered(answer, 200), answer.body, ['Token', 'UserName', 'UserId', 'ExpirationDate']);
      same(
        answer,
        [answer.body.at('UserName'), answer.body.at('UserId')],
        [w.reader.email, w.reader.userId],
        'the user',
      );
      const left = Date.parse(answer.body.string('ExpirationDate')) - Date.parse(header(answer, 'date'));
      holds(answer, Math.abs(left - 12 * 3_600_000) < 60_000, 'an end in 12 hours', left);
      const client = connect(w.target, `SERVICE-TOKEN ${answer.body.string('Token')}`);
      answered(await client.get('/api/libraries'), 200);
    }),
    rule('basic-credentials', 'a wrong password is 401', async (w) => {
      refused(await connect(w.target, basic(w.reader.email, newPassword())).get('/api/authenticate'), 401);
      refused(await w.anonymous.get('/api/authenticate'), 401);
    }),
    rule('scopes', 'a token with scopes does only what they name', async (w) => {
      const { client } = await limited(w, ['documents:read']);
      answered(await client.get(`/api/libraries/${w.libraryId}`), 200);
      const body = { FolderName: w.unique('No') };
      const answer = refused(await client.post(`/api/libraries/${w.libraryId}/folders`, body), 403);
      same(answer, answer.body.at('MissingScopes'), ['documents:write'], 'MissingScopes');
      const challenge = /^Bearer\b.*error="insufficient_scope".*scope="documents:write"/;
      matches(answer, header(answer, 'www-authenticate'), challenge, 'WWW-Authenticate');
    }),
    rule('scopes', 'a token passes on no more than it has', async (w) => {
      const { client } = await limited(w, ['documents:read']);
      const path = `/api/users/${w.owner.userId}/tokens`;
      refused(await client.post(path, { Name: 'More', Scopes: ['documents:write'] }), 403);
      const made = answered(await client.post(path, { Name: 'Same' }), 201);
      same(made, made.body.at('Scopes'), ['documents:read'], 'Scopes');
    }),
    rule('scopes', 'an unknown scope is 400', async (w) => {
      refused(await w.owner.post(`/api/users/${w.owner.userId}/tokens`, { Name: 'x', Scopes: ['everything'] }), 400);
    }),
    rule('rotation', 'a new secret replaces the old one', async (w) => {
      const { client, id } = await limited(w, ['documents:read']);
      const rotated = answered(await w.owner.post(`/api/tokens/${id}/rotate`, {}), 201);
      same(rotated, rotated.body.at('TokenId'), id, 'TokenId');
      refused(await client.get('/api/libraries'), 401);
      answered(await connect(w.target, `Bearer ${rotated.body.string('Token')}`).get('/api/libraries'), 200);
    }),
    rule('rotation', 'with OverlapHours the old secret stays valid', async (w) => {
      const { client, id } = await limited(w, ['documents:read']);
      answered(await w.owner.post(`/api/tokens/${id}/rotate`, { OverlapHours: 1 }), 201);
      answered(await client.get('/api/libraries'), 200);
      refused(await w.owner.post(`/api/tokens/${id}/rotate`, { OverlapHours: 169 }), 400);
    }),
    ...sessions,
    rule('password-resets', 'an unknown address is 202 like a known one', async (w) => {
      const answer = await w.anonymous.post('/api/password-resets', { Email: `nobody-${w.run}@carrel.invalid` });
      if (answer.status === 429) throw new NotApplicable('too many requests for resets came from this address');
      answered(answer, 202);
    }),
    rule('password-resets', 'an unknown link is 410', async (w) => {
      const body = { Token: 'A'.repeat(43), NewPassword: newPassword() };
      refused(await w.anonymous.post('/api/password-resets/complete', body), 410);
    }),
    rule('invitations', 'an unknown link is 410', async (w) => {
      const body = { Token: 'A'.repeat(43), NewPassword: newPassword() };
      refused(await w.anonymous.post('/api/invitations/accept', body), 410);
    }),
  ],
};

async function limited(w: World, Scopes: string[]) {
  const body = { Name: w.unique('Limited'), Scopes };
  const made = answered(await w.owner.post(`/api/users/${w.owner.userId}/tokens`, body), 201);
  return { client: connect(w.target, `Bearer ${made.body.string('Token')}`), id: made.body.number('TokenId') };
}
