/** Every route with a limited session: all are refused except the few that are needed to set up a factor. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ACCESS } from '../../../test/meta/access/table.ts';
import { listRoutes } from '../../../test/meta/access/route-list.ts';
import { startApp } from '../../../test/harness.ts';
import { signIn } from '../sessions/browser.fixture.ts';
import { limitedBrowser } from './factor-rule.fixture.ts';

const app = await startApp();
const w = await app.world();
// A site admin, because the limit must hold for site admins too.
const browser = await limitedBrowser(w, w.admin);

/** The allowed routes: reading one's own account, fresh authentication, adding the first factor, and signing out. */
const OPEN = new Set([
  'GET /api/users/me',
  'GET /api/users/me/second-factors',
  'POST /api/users/me/second-factors/totp',
  'POST /api/users/me/second-factors/totp/confirm',
  'POST /api/users/me/second-factors/passkeys/options',
  'POST /api/users/me/second-factors/passkeys',
  'GET /api/sessions/current/authentication',
  'POST /api/sessions/current/authentication',
  'POST /api/sessions/current/authentication/passkey',
  'DELETE /api/sessions/current',
]);

const routes = (await listRoutes(app)).filter(
  (route) => ACCESS[route]?.anonymous === 401 && !/ \/(?:link|scim)\/| \/api\/authenticate$/.test(route),
);
let closed = 0;

for (const route of routes) {
  if (OPEN.has(route)) continue;
  test(`${route} is closed to a limited session`, async () => {
    const [method = '', url = ''] = route.split(' ');
    const path = url.replaceAll(/:\w+/g, '999999999');
    for (const each of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
      const answer = await browser.api(each, path);
      assert.equal(answer.status, 403, each);
      if (each !== 'HEAD') assert.equal(answer.body.type, '/second_factor_required');
      closed += 1;
    }
  });
}

for (const route of OPEN) {
  test(`${route} is open to a limited session`, async () => {
    assert.ok(routes.includes(route));
    const own = await signIn(w, w.admin);
    const [method = '', path = ''] = route.split(' ');
    assert.notEqual(
      (await own.api(method, path, method === 'POST' ? {} : undefined)).body?.type,
      '/second_factor_required',
    );
  });
}

test('public pages treat a limited session as signed out', async () => {
  const { Providers } = (await browser.api('GET', '/api/sign-in')).body;
  assert.deepEqual(Providers, []);
  assert.equal((await browser.api('GET', '/api/branding')).status, 200);
});

after(() => {
  // Guards against an empty list of routes.
  assert.ok(closed > 200, String(closed));
});
