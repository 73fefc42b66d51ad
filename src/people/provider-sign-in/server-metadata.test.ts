/** Malformed and hostile configurations of providers, and wrong ones that are corrected. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { startSecondApp } from '../../../test/second-app.ts';
import { type Forge, startForge } from './forge.fixture.ts';
import { addForge, begin, signInAs } from './provider-visit.fixture.ts';
import { domainOfWorld } from './worlds.fixture.ts';

const app = await startApp({ providerNetworks: ['127.0.0.1'] });
app.clock.now = new Date();
const MINUTE_MS = 60_000;

test('a configuration that lacks required values is refused with a reason, and its URLs are not requested', async () => {
  const lying = await startForge(after, () => app.clock.now);
  const address = `${lying.issuer}/.well-known/openid-configuration`;
  const right = (await (await fetch(address)).json()) as Record<string, unknown>;
  const send = (metadata: object) => (_: unknown, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
  const w = await app.world();
  const id = await addForge(w.admin, lying);
  const wrong = [undefined, null, 5, '', '/relative', 'javascript:alert(1)', 'file:///etc/passwd', 'https://a b/', {}];
  for (const name of ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri']) {
    for (const value of wrong) {
      lying.fault = send({ ...right, [name]: value });
      assert.match(
        (await begin(w, id)).uri,
        /failure=(?:Misconfigured|Unavailable)/,
        `${name} ${JSON.stringify(value)}`,
      );
    }
  }
  for (const value of ['http://169.254.169.254/', 'https://[::ffff:10.0.0.1]/', 'https://[64:ff9b::a00:1]/']) {
    lying.fault = send({ ...right, jwks_uri: value });
    const { body } = await w.admin.api('POST', `/api/identity-providers/${id}/test`);
    assert.deepEqual([body.Failure, body.Uri], ['Unavailable', null], value);
    app.clock.advance(10 * MINUTE_MS);
  }
  lying.fault = send({ ...right, end_session_endpoint: 'javascript:alert(1)' });
  const end = await w.anonymous.api('GET', `/sign-in/providers/${id}/end`);
  assert.equal(end.headers.get('location'), 'http://carrel.test/sign-in');
});

/** A deployment with a provider of its own, and sign-ins of one of its people. */
async function worldWithForge() {
  const forge = await startForge(after, () => app.clock.now);
  const w = await app.world();
  const domain = domainOfWorld(w);
  const id = await addForge(w.admin, forge, { AllowedDomains: [domain], CreatesUsers: true });
  const eve = { sub: 'eve', email: `eve@${domain}`, email_verified: true };
  return { forge, w, id, failure: async () => (await signInAs(w, forge, id, eve)).failure };
}

const readsOf = ({ requests }: Forge, part: string) => requests.filter((path) => path.includes(part)).length;

test('after a failed sign-in, a corrected key of the same name is read ten seconds later, and not earlier', async () => {
  const { forge, failure } = await worldWithForge();
  await forge.rotate(true, 'one name');
  await forge.rotate(false, 'one name');
  assert.equal(await failure(), 'Invalid');
  await forge.rotate(true, 'one name');
  const before = readsOf(forge, '/jwks');
  app.clock.advance(9000);
  for (let i = 0; i < 3; i += 1) assert.equal(await failure(), 'Invalid');
  assert.equal(readsOf(forge, '/jwks'), before);
  app.clock.advance(1000);
  assert.equal(await failure(), null);
  // Later sign-ins do not read it again.
  app.clock.advance(MINUTE_MS);
  assert.equal(await failure(), null);
  assert.equal(readsOf(forge, '/jwks'), before + 1);
});

test('after a failed sign-in, a corrected configuration is read ten seconds later', async () => {
  const { forge, w, id, failure } = await worldWithForge();
  const right = (await (await fetch(`${forge.issuer}/.well-known/openid-configuration`)).json()) as object;
  const wrong = { ...right, token_endpoint: `${forge.issuer}/nowhere` };
  forge.fault = (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wrong));
  assert.match((await begin(w, id)).uri, /authorize/);
  forge.fault = null;
  assert.notEqual(await failure(), null);
  app.clock.advance(10_000);
  assert.equal(await failure(), null);
});

test('a change of a provider, and a test of it, end the use of what any process has read before', async () => {
  const { forge, w, id, failure } = await worldWithForge();
  const path = `/api/identity-providers/${id}`;
  // It has other dependencies, so it shares no memory.
  const second = await startSecondApp({ deps: { ...app.deps } });
  const actions = [
    async () => (await w.admin.api('PATCH', path, { Name: 'Forge 2' })).status,
    async () => (await w.admin.api('POST', `${path}/test`)).status,
    async () => {
      const headers = { authorization: `Bearer ${w.admin.token}` };
      return (await fetch(`${second.url}${path}/test`, { method: 'POST', headers })).status;
    },
  ];
  for (const correct of actions) {
    await forge.rotate(false, 'one name');
    await w.admin.api('PATCH', path, { Name: 'Forge' });
    assert.equal(await failure(), 'Invalid');
    await forge.rotate(true, 'one name');
    assert.equal(await failure(), 'Invalid');
    assert.equal(await correct(), 200);
    assert.equal(await failure(), null);
  }
});
