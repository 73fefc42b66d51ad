/** People who sign in with a provider: which second factor counts, the state of their account, and the emails about it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { startForge } from '../provider-sign-in/forge.fixture.ts';
import { addForge, comeBack, signInAs } from '../provider-sign-in/provider-visit.fixture.ts';
import { domainOfWorld } from '../provider-sign-in/worlds.fixture.ts';
import { signIn } from '../sessions/browser.fixture.ts';
import { runMinute, setRule, stateOf } from './factor-rule.fixture.ts';

const app = await startApp({ providerNetworks: ['127.0.0.1'] });
app.clock.now = new Date();
const forge = await startForge(after, () => app.clock.now);

test('sessions of a provider are limited only if it requires a second factor here', async () => {
  const w = await app.world();
  const domain = domainOfWorld(w);
  const id = await addForge(w.admin, forge, { AllowedDomains: [domain], CreatesUsers: true, LinksByEmail: true });
  await setRule(w, { SecondFactor: 'everyone', SecondFactorGraceDays: 0 });
  const ann = { sub: 'ann', email: w.ann.email, email_verified: true };
  const eve = { sub: 'eve', email: `eve@${domain}`, email_verified: true };
  // Ann also has a password; Eve has only the provider.
  const [annThere, eveThere] = [await signInAs(w, forge, id, ann), await signInAs(w, forge, id, eve)];
  for (const browser of [annThere, eveThere]) assert.deepEqual(await stateOf(browser), [null, false]);
  assert.equal((await stateOf(await signIn(w, w.ann)))[1], true);
  const missing = async () => {
    const { body } = await w.admin.api('GET', '/api/users/accounts?secondFactor=Missing');
    return (body as { Email: string }[]).map(({ Email }) => Email);
  };
  assert.ok(!(await missing()).includes(eve.email));
  await w.admin.api('PATCH', `/api/identity-providers/${id}`, { RequiresSecondFactor: true });
  await runMinute(app);
  assert.ok((await missing()).includes(eve.email));
  for (const browser of [annThere, eveThere]) assert.equal((await stateOf(browser))[1], true);
  assert.equal((await stateOf(await signInAs(w, forge, id, eve)))[1], true);
  // Weakening the rule for sessions of the provider requires a session.
  const lower = { RequiresSecondFactor: false };
  assert.equal((await w.admin.api('PATCH', `/api/identity-providers/${id}`, lower)).body.type, '/forbidden');
});

test('an account that is connected to a provider is active, not invited', async () => {
  const w = await app.world();
  const domain = domainOfWorld(w);
  const id = await addForge(w.admin, forge, { AllowedDomains: [domain], CreatesUsers: true });
  await signInAs(w, forge, id, { sub: 'eve', email: `eve@${domain}`, email_verified: true });
  const listed = async (state: string) => {
    const { body } = await w.admin.api('GET', `/api/users/accounts?query=eve&state=${state}`);
    return (body as { State: string }[]).map(({ State }) => State);
  };
  assert.deepEqual(await listed('Active'), ['Active']);
  assert.deepEqual([...(await listed('Invited')), ...(await listed('InvitationExpired'))], []);
  const [eve] = (await w.admin.api('GET', '/api/users/accounts?query=eve')).body;
  const { body: account } = await w.admin.api('GET', `/api/users/${eve.UserId}/account`);
  assert.deepEqual([account.HasPassword, account.Providers], [false, ['Forge']]);
});

test('a person gets an email when an identity is connected to their account, also by its address, and when it is disconnected', async () => {
  const w = await app.world();
  const domain = domainOfWorld(w);
  const id = await addForge(w.admin, forge, { AllowedDomains: [domain], CreatesUsers: true, LinksByEmail: true });
  const subjects = async (email: string) => {
    const rows = await app.sql<
      { subject: string }[]
    >`select subject from mails where recipient = ${email} and subject like '%Forge%' order by mail_id`;
    return rows.map(({ subject }) => subject);
  };
  await signInAs(w, forge, id, { sub: 'ann', email: w.ann.email, email_verified: true });
  await signInAs(w, forge, id, { sub: 'ann', email: w.ann.email, email_verified: true });
  assert.deepEqual(await subjects(w.ann.email), ['You can now sign in to Carrel with “Forge”']);
  await signInAs(w, forge, id, { sub: 'eve', email: `eve@${domain}`, email_verified: true });
  assert.deepEqual(await subjects(`eve@${domain}`), []);

  const bob = await signIn(w, w.bob);
  const path = '/api/users/me/identities';
  const begun = await bob.api('POST', path, { ProviderId: id });
  const cookie = `${bob.cookie}; ${begun.headers.getSetCookie()[0]?.split(';', 1)[0]}`;
  await comeBack(w, id, forge.authorize(begun.body.Uri, { sub: 'bob' }), cookie);
  const [identity] = (await bob.api('GET', path)).body;
  app.clock.advance(600_001);
  const stale = await bob.api('DELETE', `${path}/${identity.IdentityId}`);
  assert.equal(stale.body.type, '/reauthentication_required');
  await bob.api('POST', '/api/sessions/current/authentication', { Password: w.bob.password });
  assert.equal((await bob.api('DELETE', `${path}/${identity.IdentityId}`)).status, 204);
  assert.deepEqual(await subjects(w.bob.email), [
    'You can now sign in to Carrel with “Forge”',
    '“Forge” was disconnected from your Carrel account',
  ]);
});
