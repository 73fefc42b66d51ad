/** Every write of a library, folder, document, share, task or their permissions honors If-Match. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../client.ts';
import { startApp } from '../harness.ts';
import type { World } from '../world.ts';
import { ask, prepare } from './access/requests.ts';
import type { Role } from './access/lines.ts';
import { ACCESS } from './access/table.ts';
import { thingsOf, worldWithReader } from './access/things.ts';
import { listRoutes } from './access/route-list.ts';
import { snapshot } from './access/snapshot.ts';

const app = await startApp({}, { own: 'compares whole tables' });
const w = await worldWithReader(app);
for (const person of [w.ann, w.bob, w.admin]) await person.api('GET', '/api/libraries');

const READ = 'reads; POST only carries the criteria';

const STAR = 'a star is not a part of the item, and may be removed without access to it';

/** Routes below one of the nouns that do not honor it, with the reason. */
const IGNORED: Record<string, string> = {
  'DELETE /api/users/me/starred/libraries/:libraryId': STAR,
  'DELETE /api/users/me/starred/folders/:folderId': STAR,
  'DELETE /api/users/me/starred/documents/:documentId': STAR,
  'POST /api/libraries/:libraryId/search/systemtags-v2': READ,
  'POST /api/libraries/:libraryId/search/systemtags': READ,
  'POST /api/folders/:folderId/search/systemtags-v2': READ,
  'POST /api/folders/:folderId/search/systemtags': READ,
};

const NOUN = /^(?!GET |HEAD |OPTIONS )\w+ \/api\/(?:.*\/)?(?:libraries|folders|documents|shares?|tasks)\/:\w+Id/;

// Reports are about a thing and leave it alone.
const routes = (await listRoutes(app)).filter((route) => NOUN.test(route) && !route.includes(' /api/async/'));

test('the list of writes has the routes of every noun', () => {
  for (const noun of ['libraries', 'folders', 'documents', 'shares', 'tasks'])
    assert.ok(
      routes.some((route) => route.includes(`/${noun}/:`)),
      noun,
    );
  const gone = Object.keys(IGNORED).filter((route) => !routes.includes(route));
  assert.deepEqual(gone, [], 'These lines name no route; remove them.');
});

for (const route of routes.filter((each) => !(each in IGNORED))) {
  test(`${route} with an If-Match that does not match returns 412 and changes nothing`, async () => {
    const line = ACCESS[route];
    assert.ok(line !== undefined, 'The route has no line in access/table.ts.');
    const role = (['owner', 'reader', 'admin'] as const).find((each) => line[each] !== 403);
    assert.ok(role !== undefined);
    const request = await prepare(route, line, thingsOf(app, w));
    const before = await snapshot(app);
    const withHeaders = (headers: Record<string, string>) =>
      ask(personOf(w, role), line, { ...request, headers: { ...request.headers, ...headers } });
    const message = 'Judge it in the action (src/core/preconditions.ts), or say in IGNORED why it need not be.';
    for (const headers of [{ 'if-match': 'nonsense' }, { 'if-match': '"other"' }, { 'if-none-match': '*' }])
      assert.equal(await withHeaders(headers), 412, `${JSON.stringify(headers)}: ${message}`);
    assert.deepEqual(await snapshot(app), before, 'A refused request has changed something.');
    assert.equal(await withHeaders({ 'if-match': '*' }), line[role]);
  });
}

function personOf({ ann, bob, admin }: World, role: Role): Client {
  return role === 'owner' ? ann : role === 'reader' ? bob : admin;
}
