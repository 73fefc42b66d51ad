// runs alone: the metrics of a process count the jobs of its first application
/** Requests every route as every role: access/table.ts has the expected statuses, and a refused request changes nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../harness.ts';
import type { Client } from '../client.ts';
import type { World } from '../world.ts';
import { ask, prepare } from './access/requests.ts';
import { ROLES, type Role } from './access/lines.ts';
import { ACCESS } from './access/table.ts';
import { thingsOf, worldWithReader } from './access/things.ts';
import { listRoutes } from './access/route-list.ts';
import { snapshot } from './access/snapshot.ts';

const app = await startApp({}, { own: 'compares whole tables' });
const w = await worldWithReader(app);
// The first use of a token is recorded; without this, a refused request would seem to change something.
for (const role of ROLES) await personOf(w, role).api('GET', '/api/libraries');

/** The description itself with its page, and addresses that only refuse because the id is missing. */
const UNDESCRIBED = [
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs*',
  'GET /api/tasks',
  // It only leads to a page.
  'GET /api/unsubscribe/:token',
  'PATCH /api/tasks/cancel',
  'PATCH /api/tasks/complete',
];

test('openapi.json describes every route of the API, for people with an account and for visitors', async () => {
  const { paths } = (await w.anonymous.api('GET', '/api/openapi.json')).body as { paths: Record<string, object> };
  const placeless = (route: string) => route.replaceAll(/:\w+|\{\w+\}/g, ':');
  const described = new Set(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => placeless(`${method.toUpperCase()} ${path}`)),
    ),
  );
  const routes = (await listRoutes(app)).filter((route) => /^[A-Z]+ \/(?:api|link)\//.test(route));
  assert.deepEqual(routes.filter((route) => !described.has(placeless(route))).sort(), UNDESCRIBED.sort());
});

test('every route is in the access table, and nothing else', async () => {
  const routes = await listRoutes(app);
  // Were the printed tree of routes read wrongly, the description of the API would have more.
  const { paths } = (await w.anonymous.api('GET', '/api/openapi.json')).body as { paths: Record<string, object> };
  const described = Object.values(paths).flatMap((operations) => Object.keys(operations));
  assert.ok(routes.length > described.filter((method) => method !== 'head').length, routes.join('\n'));
  const missing = routes.filter((route) => !(route in ACCESS));
  const lines = missing.map((route) => `  '${route}': reads(),`).join('\n');
  assert.deepEqual(missing, [], `Say in test/meta/access/table.ts who gets what, one line for each:\n${lines}\n`);
  const gone = Object.keys(ACCESS).filter((route) => !routes.includes(route));
  assert.deepEqual(gone, [], 'These lines of test/meta/access/table.ts name no route; remove them.');
});

for (const [route, line] of Object.entries(ACCESS)) {
  test(`${route} returns the statuses of the table, and refusals change nothing`, async () => {
    const refused = ROLES.filter((role) => line[role] >= 400);
    const things = thingsOf(app, w);
    const request = await prepare(route, line, things);
    const before = await snapshot(app);
    const statuses: Partial<Record<Role, number>> = {};
    for (const role of refused) statuses[role] = await ask(personOf(w, role), line, request);
    assert.deepEqual(await snapshot(app), before, 'A refused request has changed something.');
    for (const role of ROLES) {
      if (refused.includes(role)) continue;
      // Changes by one caller do not affect the next.
      const own = await prepare(route, line, thingsOf(app, w));
      statuses[role] = await ask(personOf(w, role), line, own);
    }
    const expected = Object.fromEntries(ROLES.map((role) => [role, line[role]]));
    assert.deepEqual({ ...expected, ...statuses }, expected);
  });
}

function personOf({ anonymous, other, stranger, bob, admin, ann }: World, role: Role): Client {
  return { anonymous, other, stranger, reader: bob, admin, owner: ann }[role];
}
