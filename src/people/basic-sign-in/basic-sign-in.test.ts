import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client } from '../../../test/client.ts';
import { startApp } from '../../../test/harness.ts';
import type { World } from '../../../test/world.ts';
import { enroll } from '../factors/authenticator.fixture.ts';

const app = await startApp();

const authenticate = (w: World, email: string, password: string, method = 'GET') => {
  const basic = Buffer.from(`${email}:${password}`).toString('base64');
  return w.anonymous.api(method, '/api/authenticate', undefined, { authorization: `Basic ${basic}` });
};

test('Basic credentials get a token that works for 12 hours', async () => {
  const w = await app.world();
  const { ann } = w;
  const { status, body, headers } = await authenticate(w, ann.email.toUpperCase(), ann.password);
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  const { Token, ...shown } = body;
  const ExpirationDate = new Date(app.clock.now.getTime() + 12 * 3_600_000).toISOString();
  assert.deepEqual(shown, { UserName: ann.email, UserId: ann.userId, ExpirationDate });
  const program = client(app.url, Token);
  assert.equal((await program.api('GET', '/api/libraries')).status, 200);
  // A token that it creates does not outlive it.
  const child = await program.api('POST', `/api/users/${ann.userId}/tokens`, { Name: 'child' });
  assert.deepEqual([child.status, child.body.ExpiresOn], [201, ExpirationDate]);
  app.clock.advance(12 * 3_600_000);
  assert.equal((await program.api('GET', '/api/libraries')).status, 401);
});

test('a wrong password, an unknown address and malformed credentials are 401 with a challenge, and are recorded', async () => {
  const w = await app.world();
  const { ann } = w;
  const wrong = await authenticate(w, ann.email, 'wrong');
  const unknown = await authenticate(w, 'nobody@example.test', 'wrong');
  for (const { status, headers, body } of [wrong, unknown]) {
    assert.deepEqual([status, body.title], [401, 'The email address or the password is wrong.']);
    assert.match(headers.get('www-authenticate') ?? '', /^Basic /);
  }
  const recorded = await app.sql`
    select from activity where user_id = ${ann.userId} and activity_type = 'InvalidUserOrPassword'`;
  assert.equal(recorded.length, 1);
  for (const authorization of ['', 'Basic', 'Basic !', 'Basic bm9jb2xvbg==', `Bearer ${ann.email}`]) {
    const answer = await w.anonymous.api('GET', '/api/authenticate', undefined, { authorization });
    assert.equal(answer.status, 401, authorization);
  }
  assert.equal((await authenticate(w, ann.email, ann.password, 'HEAD')).status, 405);
  const tokens = await app.sql`select from tokens where user_id = ${ann.userId}`;
  assert.equal(tokens.length, 1);
});

test('wrong passwords count as those of signing in', async () => {
  const w = await app.world();
  for (let n = 0; n < 10; n += 1) await authenticate(w, w.ann.email, 'wrong');
  assert.equal((await authenticate(w, w.ann.email, w.ann.password)).status, 429);
  const session = await w.anonymous.api('POST', '/api/sessions', { Email: w.ann.email, Password: w.ann.password });
  assert.equal(session.status, 429);
});

test('a deployment without password sign-in returns 401 with the reason, for the correct password only', async () => {
  const w = await app.world();
  await app.sql`
    update deployments set settings = settings || '{"PasswordSignIn": false}' where deployment_id = ${w.deploymentId}`;
  const right = await authenticate(w, w.ann.email, w.ann.password);
  assert.deepEqual(
    [right.status, right.body.title],
    [401, 'Passwords are turned off here. Sign in on the web page and create an API token.'],
  );
  const wrong = await authenticate(w, w.ann.email, 'wrong');
  assert.equal(wrong.body.title, 'The email address or the password is wrong.');
});

test('a person with a second factor gets 401 that says so, and no token', async () => {
  const w = await app.world();
  await enroll(app, w, w.ann);
  const answer = await authenticate(w, w.ann.email, w.ann.password);
  assert.deepEqual(
    [answer.status, answer.body.title],
    [401, 'Your account has two-step verification. Sign in on the web page and create an API token.'],
  );
  assert.equal((await app.sql`select from tokens where user_id = ${w.ann.userId}`).length, 1);
});
