/** Sends a request to every route with tokens that have, and that lack, the scopes of src/route-scopes/table.ts. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SCOPES, type Scope } from '../../../src/core/scopes.ts';
import { makeToken } from '../../../src/people/tokens/tokens.fixture.ts';
import { ROUTE_SCOPES, requiredScopes } from '../../../src/route-scopes/table.ts';
import type { Client } from '../../client.ts';
import { startApp } from '../../harness.ts';
import { ACCESS } from './table.ts';
import { listRoutes } from './route-list.ts';

const app = await startApp();
// A site admin, because the role is checked before the scopes.
const { admin } = await app.world();
const clients = new Map<string, Client>();
const refused = new Map<string, number>();

// Two routes can name one place of a path differently.
const placeless = (route: string) => route.replaceAll(/:\w+/g, ':');
const stated = new Map(Object.entries(ROUTE_SCOPES).map(([route, scopes]) => [placeless(route), scopes]));

/** Routes that require a session or a token. Those of links and of SCIM know neither, and one takes Basic credentials. */
const routes = (await listRoutes(app)).filter(
  (route) => ACCESS[route]?.anonymous === 401 && !/ \/(?:link|scim)\/| \/api\/authenticate$/.test(route),
);

test('every route that requires a credential states its scopes, and nothing else does', () => {
  const missing = routes.filter((route) => !stated.has(placeless(route)));
  const lines = missing.map((route) => `  '${route}': READ,`).join('\n');
  assert.deepEqual(missing, [], `State the scopes in src/route-scopes/, one line for each:\n${lines}\n`);
  const gone = Object.keys(ROUTE_SCOPES).filter(
    (route) => !routes.some((known) => placeless(known) === placeless(route)),
  );
  assert.deepEqual(gone, [], 'These lines of src/route-scopes/ name no route; remove them.');
});

test('a route without a line is open to tokens without scopes only', () => {
  assert.equal(requiredScopes('GET', '/api/new'), 'everything');
  assert.deepEqual(requiredScopes('HEAD', '/api/libraries'), ['documents:read']);
});

for (const route of routes) {
  test(`${route} refuses tokens without its scopes, and no others`, async () => {
    const [method = '', url = ''] = route.split(' ');
    const required = stated.get(placeless(route)) ?? 'everything';
    const methods = method === 'GET' && ACCESS[route]?.isEndless !== true ? ['GET', 'HEAD'] : [method];
    const path = url.replaceAll(/:\w+/g, '999999999');
    for (const each of methods) {
      for (const lacking of lackingSets(required)) {
        const answer = await (await clientWith(lacking)).api(each, path);
        assert.equal(answer.status, 403, `${each} with ${lacking.join(' ')}`);
        const missing = required === 'everything' ? [] : required.filter((scope) => !lacking.includes(scope));
        const scope = missing.length === 0 ? '' : `, scope="${missing.join(' ')}"`;
        assert.equal(answer.headers.get('www-authenticate'), `Bearer error="insufficient_scope"${scope}`);
        if (each !== 'HEAD') assert.deepEqual(answer.body.MissingScopes, missing);
        refused.set(each, (refused.get(each) ?? 0) + 1);
      }
      if (required !== 'everything' && ACCESS[route]?.isEndless !== true) {
        const answer = await (await clientWith(required)).api(each, path);
        assert.equal(answer.headers.get('www-authenticate'), null, `${each} with ${required.join(' ')}`);
        assert.notEqual(answer.status, 401);
      }
    }
  });
}

after(() => {
  // Guards against an empty list of routes, and against requests with valid tokens.
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) assert.ok((refused.get(method) ?? 0) > 10);
});

/** For each required scope a token with all others; for routes that no scope opens, one with all scopes. */
function lackingSets(required: readonly Scope[] | 'everything'): Scope[][] {
  if (required === 'everything') return [[...SCOPES]];
  return required.map((lacking) => SCOPES.filter((scope) => scope !== lacking));
}

async function clientWith(scopes: readonly Scope[]): Promise<Client> {
  // A route for any token is asked with the scope that opens least.
  const wanted = scopes.length === 0 ? ['tasks'] : scopes;
  const name = wanted.join(' ');
  const known = clients.get(name);
  if (known !== undefined) return known;
  const made = await makeToken(app, admin, { userId: admin.userId, name, Scopes: wanted });
  clients.set(name, made);
  return made;
}
