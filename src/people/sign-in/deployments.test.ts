import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { test } from 'node:test';
import { client } from '../../../test/client.ts';
import { startApp } from '../../../test/harness.ts';
import { type Statement, statementsOf } from '../../../test/statements.ts';
import type { World } from '../../../test/world.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { OTHER_PASSWORD, brand, joinOther, signInAt } from '../credentials/addresses.fixture.ts';
import { codeAt, enroll, secondStep } from '../factors/authenticator.fixture.ts';
import { cookieOf } from '../sessions/browser.fixture.ts';

const server = await startMailServer();
// Behind a proxy, so that a test can choose the client address.
const app = await startApp(
  { baseUrl: 'http://carrel.test', smtpUrl: server.url, trustProxy: true },
  { own: 'it changes how many passwords each sign-in checks' },
);
const from = (address: string) => ({ 'x-forwarded-for': address });

const authenticate = (w: World, email: string, password: string, deploymentId?: number) => {
  const basic = Buffer.from(`${email}:${password}`).toString('base64');
  const query = deploymentId === undefined ? '' : `?deploymentId=${deploymentId}`;
  return w.anonymous.api('GET', `/api/authenticate${query}`, undefined, { authorization: `Basic ${basic}` });
};

test('each account of an address has its own password, which signs in without naming the deployment', async () => {
  const w = await app.world();
  const otherId = await joinOther(w, w.ann);
  assert.equal((await signInAt(w, w.ann.email, w.ann.password)).body.UserId, w.ann.userId);
  assert.equal((await signInAt(w, w.ann.email.toUpperCase(), OTHER_PASSWORD)).body.UserId, otherId);
  const { deploymentId } = w.other;
  assert.equal((await signInAt(w, w.ann.email, OTHER_PASSWORD, { deploymentId })).body.UserId, otherId);
  assert.equal((await signInAt(w, w.ann.email, w.ann.password, { deploymentId })).status, 401);
  assert.equal((await signInAt(w, w.ann.email, w.ann.password, { deploymentId: 999_999 })).status, 401);
  const { body: token } = await authenticate(w, w.ann.email, OTHER_PASSWORD);
  assert.deepEqual([token.UserId, token.UserName], [otherId, w.ann.email]);
  assert.equal((await client(app.url, token.Token).api('GET', '/api/users/me')).body.DeploymentId, deploymentId);
});

test('if a password matches several accounts, the deployments are listed and no session begins', async () => {
  const w = await app.world();
  const otherId = await joinOther(w, w.ann, w.ann.password);
  await brand(app.url, w.other, 'Aster');
  const name = (await w.ann.api('GET', '/api/users/me')).body.DeploymentName;
  const asked = await signInAt(w, w.ann.email, w.ann.password);
  const { LogoUri } = asked.body.Deployments[0];
  const picture = async (uri: string) =>
    (await fetch(new URL(new URL(uri).pathname + new URL(uri).search, app.url))).status;
  assert.equal(await picture(LogoUri), 200);
  assert.equal(await picture(LogoUri.replace(`=${w.other.deploymentId}`, `=${w.deploymentId}`)), 404);
  assert.equal(await picture(LogoUri.replace(/key=.*/, '')), 404);
  const choice = {
    Deployments: [
      { DeploymentId: w.other.deploymentId, Name: 'Aster', LogoUri },
      { DeploymentId: w.deploymentId, Name: name, LogoUri: null },
    ],
  };
  assert.deepEqual([asked.status, asked.body, asked.headers.getSetCookie()], [200, choice, []]);
  const basic = await authenticate(w, w.ann.email, w.ann.password);
  assert.deepEqual([basic.status, basic.body, basic.headers.get('cache-control')], [200, choice, 'no-store']);
  assert.equal((await app.sql`select from sessions where user_id in (${w.ann.userId}, ${otherId})`).length, 0);

  const { deploymentId } = w.other;
  const signedIn = await signInAt(w, w.ann.email, w.ann.password, { deploymentId });
  assert.deepEqual([signedIn.status, signedIn.body.UserId], [201, otherId]);
  assert.equal((await authenticate(w, w.ann.email, w.ann.password, deploymentId)).body.UserId, otherId);
  assert.equal((await authenticate(w, w.ann.email, w.ann.password, 999_999)).status, 401);
  // Deactivated accounts are not offered.
  await w.other.api('POST', '/api/users/bulk', { UserIds: [otherId], Action: 'Deactivate' });
  assert.equal((await signInAt(w, w.ann.email, w.ann.password)).body.UserId, w.ann.userId);
});

test('the second step follows the choice and uses the factor of the chosen account', async () => {
  const w = await app.world();
  const { key } = await enroll(app, w, w.ann);
  await joinOther(w, w.ann, w.ann.password);
  assert.deepEqual(Object.keys((await signInAt(w, w.ann.email, w.ann.password)).body), ['Deployments']);
  const pending = await signInAt(w, w.ann.email, w.ann.password, { deploymentId: w.deploymentId });
  assert.deepEqual([pending.status, Object.keys(pending.body)], [200, ['SecondFactor']]);
  const done = await secondStep(w, cookieOf(pending), { Code: codeAt(key, app.clock.now) });
  assert.deepEqual([done.status, done.body.UserId], [201, w.ann.userId]);
  const { deploymentId } = w.other;
  assert.equal((await signInAt(w, w.ann.email, w.ann.password, { deploymentId })).status, 201);
});

test('a wrong password counts once for the address and is recorded for each compared account, and a choice does not count as an attempt', async () => {
  const w = await app.world();
  const otherId = await joinOther(w, w.ann, w.ann.password);
  const { deploymentId } = w.other;
  for (let n = 0; n < 12; n += 1) assert.equal((await signInAt(w, w.ann.email, w.ann.password)).status, 200);
  for (let n = 0; n < 5; n += 1) {
    await signInAt(w, w.ann.email, 'wrong');
    await signInAt(w, w.ann.email, 'wrong', { deploymentId });
  }
  assert.equal((await signInAt(w, w.ann.email, w.ann.password)).status, 429);
  assert.equal((await signInAt(w, w.ann.email, w.ann.password, { deploymentId })).status, 429);
  const elsewhere = { deploymentId, headers: from('192.0.2.1') };
  assert.equal((await signInAt(w, w.ann.email, w.ann.password, elsewhere)).status, 201);
  const recorded = await app.sql<{ userId: number; count: number }[]>`
    select user_id as "userId", count(*)::int as count from activity
    where activity_type = 'InvalidUserOrPassword' and user_id in (${w.ann.userId}, ${otherId}) group by 1 order by 1`;
  assert.deepEqual(
    recorded.map(({ userId, count }) => [userId, count]),
    [
      [w.ann.userId, 5],
      [otherId, 10],
    ],
  );
});

test('the statements and verifications of a wrong password do not depend on the number of accounts', async () => {
  const w = await app.world();
  await joinOther(w, w.ann);
  const addresses = [w.ann.email, w.bob.email, 'nobody@nowhere.test'];
  let expected: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    for (const email of addresses) {
      const headers = from(`192.0.2.${round}`);
      let statements: Statement[] = [];
      const verifications = await countNativeWork(async () => {
        statements = await statementsOf(app, () => signInAt(w, email, 'wrong', { headers }));
      });
      const sent = [...statements.map(({ text }) => text), `${verifications} verifications`];
      // The first round of an address may raise the number of verifications.
      if (round > 0) assert.deepEqual(sent, expected, email);
      else expected = sent;
    }
  }
  assert.equal(expected.at(-1), '2 verifications');
});

/** How often a native module, which is argon2 here, began work on another thread. Its resources have no type. */
async function countNativeWork(work: () => Promise<void>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type: string | undefined) {
      if (type === undefined || type === 'undefined') count += 1;
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return count;
}

test('the password of another account with the same address does not confirm a session', async () => {
  const w = await app.world();
  await joinOther(w, w.ann);
  const wanted = { CurrentPassword: OTHER_PASSWORD, NewPassword: 'amber lantern drifts by 9' };
  assert.equal((await w.ann.api('PUT', '/api/users/me/password', wanted)).status, 403);
  const right = { ...wanted, CurrentPassword: w.ann.password };
  assert.equal((await w.ann.api('PUT', '/api/users/me/password', right)).status, 204);
  assert.equal((await signInAt(w, w.ann.email, OTHER_PASSWORD)).body.Name, 'Namesake');
  assert.equal((await signInAt(w, w.ann.email, right.NewPassword)).body.Name, 'Ann');
});

test('each account gets its own password reset email, which names its deployment and no other', async () => {
  const w = await app.world();
  const written = w.ann.email.replace('ann@', 'Ann@');
  const otherId = await joinOther(w, { ...w.ann, email: written });
  await w.other.api('PATCH', '/api/settings', { Branding: { Name: 'Aster' } });
  const request = (body: object) => w.anonymous.api('POST', '/api/password-resets', { Email: w.ann.email, ...body });
  assert.equal((await request({})).status, 202);
  await app.runJobs();
  const name = (await w.ann.api('GET', '/api/users/me')).body.DeploymentName;
  const own = server.takeMailTo(w.ann.email);
  const others = server.takeMailTo(written);
  assert.deepEqual([own.subject, others.subject], [`Reset your ${name} password`, 'Reset your Aster password']);
  assert.doesNotMatch(own.text ?? '', /Aster|Namesake/);
  assert.ok(!others.text?.includes(name));
  const mails = await app.sql<{ deploymentId: number; recipient: string }[]>`
    select deployment_id as "deploymentId", recipient from mails where subject like 'Reset%' order by deployment_id`;
  assert.deepEqual(
    mails.map(({ deploymentId, recipient }) => [deploymentId, recipient]),
    [
      [w.deploymentId, w.ann.email],
      [w.other.deploymentId, written],
    ],
  );

  const NewPassword = 'amber lantern drifts by 9';
  const Token = /password-reset#(\S+)/.exec(others.text ?? '')?.[1];
  const done = await w.anonymous.api('POST', '/api/password-resets/complete', { Token, NewPassword });
  assert.equal(done.status, 204, done.text);
  assert.equal((await signInAt(w, w.ann.email, NewPassword)).body.UserId, otherId);
  assert.equal((await signInAt(w, w.ann.email, w.ann.password)).body.UserId, w.ann.userId);
  // Later, or the first link would answer the request.
  app.clock.advance(1000);
  assert.equal((await request({ DeploymentId: w.other.deploymentId })).status, 202);
  await app.runJobs();
  assert.match(server.takeMailTo(written).subject ?? '', /Aster/);
  assert.throws(() => server.takeMailTo(w.ann.email), /0 mails/);
});

test('a DeploymentId that is no id is 400, without a credential too', async () => {
  const w = await app.world();
  for (const path of ['/api/sessions', '/api/password-resets']) {
    for (const DeploymentId of [1e300, 0, -1, 1.5, 2 ** 53]) {
      const body = { Email: w.ann.email, Password: 'x', DeploymentId };
      assert.equal((await w.anonymous.api('POST', path, body)).status, 400, `${path} ${DeploymentId}`);
    }
  }
});
