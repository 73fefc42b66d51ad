import { answered, hasAll, holds, refused } from '../checks.ts';
import { type Page, rule } from '../rule.ts';

export const signIn: Page = {
  page: 'docs/api/sign-in.md',
  rules: [
    rule('identity-providers', 'the sign-in page knows the providers without a credential', async (w) => {
      const answer = answered(await w.anonymous.get('/api/sign-in'), 200);
      hasAll(answer, answer.body, ['PasswordSignIn', 'Providers']);
      for (const provider of answer.body.list('Providers')) {
        hasAll(answer, provider, ['ProviderId', 'Name', 'SignInUri']);
        holds(answer, !provider.has('ClientId'), 'no ClientId');
      }
    }),
    rule('identity-providers', 'they are for site admins, and without secrets', async (w) => {
      refused(await w.owner.get('/api/identity-providers'), 403);
      const answer = answered(await w.admin.get('/api/identity-providers'), 200);
      for (const provider of answer.body.list()) {
        hasAll(answer, provider, ['ProviderId', 'HasClientSecret', 'IsEnabled']);
        holds(answer, !provider.has('ClientSecret'), 'no ClientSecret');
      }
    }),
    rule('identity-providers', 'an issuer that is not an https address is 400', async (w) => {
      const body = { Name: `Conformance ${w.run}`, Issuer: 'nothing', ClientId: 'x' };
      refused(await w.admin.post('/api/identity-providers', body), 400);
    }),
    rule('connected-accounts', "the caller's identities are listed, and tokens connect none", async (w) => {
      const answer = answered(await w.stranger.get('/api/users/me/identities'), 200);
      holds(answer, answer.body.list().length === 0, 'no identity');
    }),
  ],
};
