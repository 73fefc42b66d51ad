/** Malformed and hostile configurations of providers. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { startForge } from './forge.fixture.ts';
import { addForge, begin } from './provider-visit.fixture.ts';

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
