/** Pending sign-ins that the provider ends, and logout tokens whose processing was interrupted. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import type { World } from '../../../test/world.ts';
import { codeAt, enroll, secondStep } from '../factors/authenticator.fixture.ts';
import { CLIENT_ID, startForge } from '../provider-sign-in/forge.fixture.ts';
import { addForge, signInAs } from '../provider-sign-in/provider-visit.fixture.ts';
import { domainOfWorld } from '../provider-sign-in/worlds.fixture.ts';

const app = await startApp({ providerNetworks: ['127.0.0.1'] }, { own: 'it ends connections of the service' });
app.clock.now = new Date();
const forge = await startForge(after, () => app.clock.now);

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

async function logoutToken(named: { sid?: string; sub?: string }): Promise<string> {
  const iat = Math.floor(app.clock.now.getTime() / 1000);
  return forge.sign({
    iss: forge.issuer,
    aud: CLIENT_ID,
    iat,
    jti: crypto.randomUUID(),
    events: { [EVENT]: {} },
    ...named,
  });
}

async function sendLogout(providerId: number, token: string): Promise<number> {
  const body = new URLSearchParams({ logout_token: token });
  return (await fetch(new URL(`/sign-in/providers/${providerId}/logout`, app.url), { method: 'POST', body })).status;
}

/** A provider that connects the people of the world by their addresses. */
async function worldWithProvider() {
  const w = await app.world();
  const id = await addForge(w.admin, forge, { AllowedDomains: [domainOfWorld(w)], LinksByEmail: true });
  const as = ({ email }: { email: string }, sid: string) =>
    signInAs(w, forge, id, { sub: email, email, email_verified: true, sid });
  return { w, id, as };
}

const finish = async (w: World, cookie: string, key: string) =>
  (await secondStep(w, cookie, { Code: codeAt(key, app.clock.now) })).status;

test('a pending sign-in ends when the provider signs the person out, and when the provider is disabled or deleted', async () => {
  const { w, id, as } = await worldWithProvider();
  const { key } = await enroll(app, w, w.ann);
  const path = `/api/identity-providers/${id}`;
  const [one, two, three] = [await as(w.ann, 's1'), await as(w.ann, 's2'), await as(w.ann, 's3')];
  assert.match(one.location, /^\/sign-in\?factors=/);
  assert.equal(await sendLogout(id, await logoutToken({ sid: 's1' })), 200);
  assert.equal(await finish(w, one.cookie, key), 410);
  assert.equal(await finish(w, two.cookie, key), 201);
  assert.equal(await sendLogout(id, await logoutToken({ sub: w.ann.email })), 200);
  app.clock.advance(30_000);
  assert.equal(await finish(w, three.cookie, key), 410);
  const four = await as(w.ann, 's4');
  await w.admin.api('PATCH', path, { IsEnabled: false });
  assert.equal(await finish(w, four.cookie, key), 410);
  await w.admin.api('PATCH', path, { IsEnabled: true });
  assert.equal(await finish(w, four.cookie, key), 201);
  const five = await as(w.ann, 's5');
  await w.admin.api('DELETE', path);
  app.clock.advance(30_000);
  assert.equal(await finish(w, five.cookie, key), 410);
});

test('a logout token whose request was interrupted can be sent again', async () => {
  const { w, id, as } = await worldWithProvider();
  const { api } = await as(w.bob, 's1');
  const token = await logoutToken({ sid: 's1' });
  const first = await app.sql.begin(async (tx) => {
    await tx`select from sessions where provider_id = ${id} for update`;
    const sent = sendLogout(id, token);
    await untilWaiting(app);
    await app.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    return sent;
  });
  assert.equal(first, 503);
  assert.equal((await api('GET', '/api/users/me')).status, 200);
  assert.equal(await sendLogout(id, token), 200);
  assert.equal((await api('GET', '/api/users/me')).status, 401);
  assert.equal(await sendLogout(id, token), 400);
});
