import { answered, hasAll, matches, refused, same } from '../checks.ts';
import type { Answer } from '../client.ts';
import { NotApplicable } from '../mismatch.ts';
import { type Rule, rule } from '../rule.ts';
import { type World, newPassword, requireSetting } from '../world.ts';

/** Rules of docs/api/authentication.md about browsers and passwords. */
export const sessions: Rule[] = [
  rule('sessions', 'signing in is 201 with a cookie that scripts cannot read', async (w) => {
    const { answer, cookie } = await signIn(w);
    hasAll(answer, answer.body, ['SessionId', 'UserId', 'Email', 'Name', 'IsSiteAdmin']);
    const header = answer.headers.getSetCookie().find((one) => one.includes('carrel_session='));
    for (const part of [/HttpOnly/i, /SameSite=Lax/i]) matches(answer, header, part, 'Set-Cookie');
    answered(await w.anonymous.get('/api/users/me', { cookie }), 200);
  }),
  rule('sessions', 'a wrong address and a wrong password are the same 401', async (w) => {
    requireSetting(w, 'PasswordSignIn', true);
    const send = (Email: string) => w.anonymous.post('/api/sessions', { Email, Password: newPassword() });
    const unknown = refused(await send(`nobody-${w.run}@carrel.invalid`), 401);
    const wrong = refused(await send(w.stranger.email), 401);
    same(wrong, wrong.body.at('title'), unknown.body.at('title'), 'title');
  }),
  rule('credentials', 'a change with a cookie must come from a page of the service', async (w) => {
    const { cookie } = await signIn(w);
    const headers = { cookie, origin: 'https://other.carrel.invalid' };
    refused(await w.anonymous.patch('/api/users/me', { TimeZone: 'Europe/Lisbon' }, headers), 403);
    refused(await w.anonymous.patch('/api/users/me', { TimeZone: 'Europe/Lisbon' }, { cookie }), 403);
  }),
  rule('sessions', 'signing out ends the session at once', async (w) => {
    const { cookie, origin } = await signIn(w);
    answered(await w.anonymous.get('/api/sessions/current', { cookie }), 200);
    answered(await w.anonymous.remove('/api/sessions/current', { cookie, origin }), 204);
    refused(await w.anonymous.get('/api/users/me', { cookie }), 401);
  }),
  rule('session-object', "the caller's sessions are listed, and ended one by one", async (w) => {
    const [one, two] = [await signIn(w), await signIn(w)];
    const list = answered(await w.stranger.get('/api/users/me/sessions'), 200);
    for (const session of list.body.list()) hasAll(list, session, ['Device', 'DateCreated', 'Methods', 'ExpiresOn']);
    answered(await w.stranger.remove(`/api/users/me/sessions/${one.answer.body.number('SessionId')}`), 204);
    refused(await w.anonymous.get('/api/users/me', { cookie: one.cookie }), 401);
    answered(await w.anonymous.get('/api/users/me', { cookie: two.cookie }), 200);
  }),
  rule('sessions', 'site admins sign a person out everywhere, tokens stay', async (w) => {
    const { cookie } = await signIn(w);
    refused(await w.reader.remove(`/api/users/${w.stranger.userId}/sessions`), 403);
    answered(await w.admin.remove(`/api/users/${w.stranger.userId}/sessions`), 204);
    refused(await w.anonymous.get('/api/users/me', { cookie }), 401);
    answered(await w.stranger.get('/api/users/me'), 200);
  }),
  rule('changing-a-password', 'a wrong current password is 403, an easy new one 400', async (w) => {
    const put = (CurrentPassword: string, NewPassword: string) =>
      w.stranger.put('/api/users/me/password', { CurrentPassword, NewPassword });
    refused(await put(newPassword(), newPassword()), 403);
    refused(await put(w.stranger.password, 'password1'), 400);
    refused(await put(w.stranger.password, w.stranger.email), 400);
  }),
  rule('second-factors', 'API tokens cannot change second factors', async (w) => {
    answered(await w.stranger.get('/api/users/me/second-factors'), 200);
    refused(await w.stranger.post('/api/users/me/second-factors/totp'), 403);
  }),
];

// Signs in as the person without rights, and returns what a browser then sends.
async function signIn(w: World): Promise<{ answer: Answer; cookie: string; origin: string }> {
  requireSetting(w, 'PasswordSignIn', true);
  const { email: Email, password: Password } = w.stranger;
  const answer = await w.anonymous.post('/api/sessions', { Email, Password });
  if (answer.status === 200) throw new NotApplicable('signing in takes another step');
  answered(answer, 201);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { answer, cookie: cookies.join('; '), origin: new URL(w.target.url).origin };
}
