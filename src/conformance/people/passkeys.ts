import { answered, hasAll, holds, refused } from '../checks.ts';
import { type Page, rule } from '../rule.ts';

export const passkeys: Page = {
  page: 'docs/api/passkeys.md',
  rules: [
    rule('signing-in-with-a-passkey', 'the options are public and depend on no person', async (w) => {
      const answer = answered(await w.anonymous.post('/api/sessions/passkey/options'), 200);
      hasAll(answer, answer.body, ['challenge', 'timeout', 'rpId', 'userVerification']);
      const credentials = answer.body.at('allowCredentials') ?? [];
      holds(answer, Array.isArray(credentials) && credentials.length === 0, 'no passkeys of somebody');
    }),
    rule('challenges', 'each is another one', async (w) => {
      const ask = async () => answered(await w.anonymous.post('/api/sessions/passkey/options'), 200);
      const [one, two] = [await ask(), await ask()];
      holds(two, one.body.string('challenge') !== two.body.string('challenge'), 'another challenge');
    }),
    rule('your-passkeys', 'adding one requires a session', async (w) => {
      refused(await w.stranger.post('/api/users/me/second-factors/passkeys/options'), 403);
    }),
  ],
};
