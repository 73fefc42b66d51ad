import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../test/client.ts';
import { startApp } from '../../../test/harness.ts';
import type { World } from '../../../test/world.ts';
import { OTHER_PASSWORD, joinOther } from '../credentials/addresses.fixture.ts';
import { codeAt, enroll } from '../factors/authenticator.fixture.ts';
import { setRule } from '../factor-rule/factor-rule.fixture.ts';
import { ORIGIN } from '../sessions/browser.fixture.ts';

const app = await startApp();
const PARKED = '/api/sessions/parked';

/** A browser that keeps its cookies. */
function openBrowser(w: World) {
  const cookies = new Map<string, string>();
  const api = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await w.anonymous.api(method, path, body, { cookie, origin: ORIGIN, ...headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  const signIn = (Email: string, Password: string) => api('POST', '/api/sessions', { Email, Password });
  const me = async () => (await api('GET', '/api/users/me')).body.UserId;
  const others = async () => (await api('GET', PARKED)).body;
  return { api, signIn, me, others, cookies };
}

/** A browser in which Ann has parked her session and is signed in to the other deployment. */
async function inTwoDeployments() {
  const w = await app.world();
  const otherId = await joinOther(w, w.ann);
  const browser = openBrowser(w);
  await browser.signIn(w.ann.email, w.ann.password);
  assert.equal((await browser.api('POST', PARKED)).status, 204);
  assert.equal(await browser.me(), undefined);
  await browser.signIn(w.ann.email, OTHER_PASSWORD);
  return { w, otherId, browser };
}

test('a browser switches between accounts of two deployments, and each request belongs to one of them', async () => {
  const { w, otherId, browser } = await inTwoDeployments();
  assert.equal(await browser.me(), otherId);
  const [parked, ...more] = await browser.others();
  const { DeploymentName } = (await w.ann.api('GET', '/api/users/me')).body;
  const account = {
    UserId: w.ann.userId,
    Name: 'Ann',
    Email: w.ann.email,
    DeploymentId: w.deploymentId,
    DeploymentName,
  };
  assert.deepEqual([parked, more], [{ ...account, SessionId: parked.SessionId, LogoUri: null }, []]);
  const folders = `/api/libraries/${w.ann.libraryId}/folders`;
  assert.equal((await browser.api('GET', folders)).status, 404);
  assert.equal((await browser.api('POST', `${PARKED}/${parked.SessionId}/resume`)).status, 204);
  assert.equal(await browser.me(), w.ann.userId);
  assert.equal((await browser.api('GET', folders)).status, 200);
  assert.deepEqual(
    (await browser.others()).map(({ UserId }: { UserId: number }) => UserId),
    [otherId],
  );
});

test('a request from a page that shows a different account than the browser has is refused before anything changes', async () => {
  const { w, otherId, browser } = await inTwoDeployments();
  const mark = (userId: number) =>
    browser.api('POST', '/api/notifications/read', undefined, { 'x-user-id': String(userId) });
  assert.equal((await mark(w.ann.userId)).status, 401);
  assert.equal((await mark(otherId)).status, 204);
  // Tokens belong to one account and need no such check.
  assert.equal((await w.ann.api('GET', '/api/users/me', undefined, { 'x-user-id': '1' })).status, 200);
});

test('only unexpired sessions in the cookie of the browser can be resumed, and only from our own pages', async () => {
  const { w, browser } = await inTwoDeployments();
  const [{ SessionId }] = await browser.others();
  const resume = `${PARKED}/${SessionId}/resume`;
  assert.equal((await openBrowser(w).api('POST', resume)).status, 404);
  assert.equal((await browser.api('POST', resume, undefined, { origin: 'https://evil.test' })).status, 403);
  assert.equal((await browser.api('POST', PARKED, undefined, { origin: 'https://evil.test' })).status, 403);
  const forged = { cookie: `carrel_parked=${'A'.repeat(54)}.x` };
  assert.deepEqual((await w.anonymous.api('GET', PARKED, undefined, forged)).body, []);
  assert.equal((await w.ann.api('POST', PARKED)).status, 404);
  assert.equal((await w.anonymous.api('POST', PARKED)).status, 401);
  await w.ann.api('DELETE', `/api/users/me/sessions/${SessionId}`);
  assert.deepEqual(await browser.others(), []);
  assert.equal((await browser.api('POST', resume)).status, 404);
});

test('the cookie of parked sessions authenticates nothing, and its sessions end when they are not used', async () => {
  const { w, browser } = await inTwoDeployments();
  const value = browser.cookies.get('carrel_parked') ?? '';
  const alone = { cookie: `carrel_parked=${value}`, origin: ORIGIN };
  assert.equal((await w.anonymous.api('GET', '/api/users/me', undefined, alone)).status, 401);
  app.clock.advance(11 * 3_600_000);
  assert.equal((await browser.others()).length, 1);
  app.clock.advance(61 * 60_000);
  assert.equal((await browser.others()).length, 0);
});

test('signing out ends the sessions of all accounts of the browser, and is recorded in each', async () => {
  const { w, otherId, browser } = await inTwoDeployments();
  assert.equal((await browser.api('DELETE', '/api/sessions/current')).status, 204);
  assert.deepEqual([browser.cookies.has('carrel_session'), browser.cookies.has('carrel_parked')], [false, false]);
  const ids = [w.ann.userId, otherId];
  assert.equal((await app.sql`select from sessions where user_id = any (${ids})`).length, 0);
  const ended = await app.sql<{ userId: number }[]>`
    select user_id as "userId" from activity where activity_type = 'UserSignedOut' and user_id = any (${ids}) order by 1`;
  assert.deepEqual(
    ended.map(({ userId }) => userId),
    ids,
  );
});

test('a parked session is hidden while its account is deactivated, and stays limited if it lacks a required factor', async () => {
  const { w, otherId, browser } = await inTwoDeployments();
  const [{ SessionId }] = await browser.others();
  await setRule(w, { SecondFactor: 'everyone', SecondFactorGraceDays: 0 });
  assert.equal((await browser.api('POST', `${PARKED}/${SessionId}/resume`)).status, 204);
  assert.equal((await browser.api('GET', '/api/libraries')).body.type, '/second_factor_required');
  assert.equal((await browser.api('POST', PARKED)).body.type, '/second_factor_required');
  const [other] = await browser.others();
  assert.equal((await browser.api('POST', `${PARKED}/${other.SessionId}/resume`)).status, 204);
  assert.equal(await browser.me(), otherId);
  const deactivation = { UserIds: [w.ann.userId], Action: 'Deactivate' };
  assert.equal((await w.admin.api('POST', '/api/users/bulk', deactivation)).body.Results[0].Outcome, 'Changed');
  assert.deepEqual(await browser.others(), []);
  assert.equal((await browser.api('POST', `${PARKED}/${SessionId}/resume`)).status, 404);
});

test('concurrent switches lose no account, whichever response the browser processes last', async () => {
  const { w, browser } = await inTwoDeployments();
  assert.equal((await browser.api('POST', PARKED)).status, 204);
  await browser.signIn(w.bob.email, w.bob.password);
  const parked: { SessionId: number }[] = await browser.others();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answers = await Promise.all(
    parked.map(({ SessionId }) =>
      w.anonymous.api('POST', `${PARKED}/${SessionId}/resume`, undefined, { cookie, origin: ORIGIN }),
    ),
  );
  for (const answer of answers) {
    assert.equal(answer.status, 204);
    const then = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    const left = await w.anonymous.api('GET', PARKED, undefined, { cookie: then.join('; ') });
    assert.equal(left.body.length, 2);
  }
});

test('an account with a second factor is added in two steps, and the parked one stays', async () => {
  const w = await app.world();
  const { key } = await enroll(app, w, w.bob);
  const browser = openBrowser(w);
  await browser.signIn(w.ann.email, w.ann.password);
  await browser.api('POST', PARKED);
  assert.deepEqual((await browser.signIn(w.bob.email, w.bob.password)).body.SecondFactor.Methods[0], 'Totp');
  assert.equal(await browser.me(), undefined);
  // The first step opens no session, even if the browser switches back to the parked account in between.
  const [{ SessionId }] = await browser.others();
  assert.equal((await browser.api('POST', `${PARKED}/${SessionId}/resume`)).status, 204);
  assert.equal(await browser.me(), w.ann.userId);
  assert.equal((await browser.api('POST', PARKED)).status, 204);
  const second = await browser.api('POST', '/api/sessions/second-step', { Code: codeAt(key, app.clock.now) });
  assert.equal(second.status, 201);
  assert.equal(await browser.me(), w.bob.userId);
  assert.equal((await browser.others())[0].UserId, w.ann.userId);
});

test('switching does not count as authentication, and a new password ends the parked session', async () => {
  const { w, browser } = await inTwoDeployments();
  app.clock.advance(11 * 60_000);
  const [{ SessionId }] = await browser.others();
  assert.equal((await browser.api('POST', `${PARKED}/${SessionId}/resume`)).status, 204);
  // Eleven minutes after the last proof: switching does not count as one.
  const refused = await browser.api('POST', `/api/users/${w.ann.userId}/tokens`, { Name: 'Laptop' });
  assert.deepEqual([refused.status, refused.body.PasswordRequired], [403, true]);
  const [other] = await browser.others();
  assert.equal((await browser.api('POST', `${PARKED}/${other.SessionId}/resume`)).status, 204);
  const change = { CurrentPassword: w.ann.password, NewPassword: 'amber window hums at 9' };
  assert.equal((await w.ann.api('PUT', '/api/users/me/password', change)).status, 204);
  assert.deepEqual(await browser.others(), []);
});

test('the sign-in page signs out of the parked accounts, from our own pages only', async () => {
  const { w, otherId, browser } = await inTwoDeployments();
  const foreign = await browser.api('DELETE', PARKED, undefined, { origin: 'https://evil.test' });
  assert.equal(foreign.status, 403);
  assert.equal((await browser.others()).length, 1);
  assert.equal((await browser.api('DELETE', PARKED)).status, 204);
  assert.equal(browser.cookies.has('carrel_parked'), false);
  assert.equal(await browser.me(), otherId);
  assert.equal((await app.sql`select from sessions where user_id = ${w.ann.userId}`).length, 0);
});

test('a browser keeps one session of each account', async () => {
  const w = await app.world();
  const browser = openBrowser(w);
  for (const _ of [1, 2, 3]) {
    await browser.signIn(w.ann.email, w.ann.password);
    assert.equal((await browser.api('POST', PARKED)).status, 204);
  }
  assert.equal((await browser.others()).length, 1);
  assert.equal((await app.sql`select from sessions where user_id = ${w.ann.userId}`).length, 1);
});

test('a browser keeps at most five accounts besides the current one', async () => {
  const w = await app.world();
  const browser = openBrowser(w);
  const people = [w.ann, w.bob, w.stranger, w.admin, w.other, await w.addPerson('Eve')];
  const statuses: number[] = [];
  for (const person of people) {
    await browser.signIn(person.email, person.password);
    statuses.push((await browser.api('POST', PARKED)).status);
  }
  assert.deepEqual(statuses, [204, 204, 204, 204, 204, 409]);
  assert.equal((await browser.others()).length, 5);
  assert.equal(await browser.me(), people[5]?.userId);
});
