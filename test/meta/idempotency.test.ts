/** Every POST honors an Idempotency-Key, or is listed here with the reason why it creates nothing to be repeated. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../client.ts';
import { startApp } from '../harness.ts';
import type { World } from '../world.ts';
import { answerTo, prepare } from './access/requests.ts';
import type { Role } from './access/lines.ts';
import { ACCESS } from './access/table.ts';
import { thingsOf, worldWithReader } from './access/things.ts';
import { listRoutes } from './access/route-list.ts';
import { snapshot } from './access/snapshot.ts';

const app = await startApp({}, { own: 'compares whole tables' });
const w = await worldWithReader(app);
for (const person of [w.ann, w.admin]) await person.api('GET', '/api/libraries');

const READ = 'reads';
const PUBLIC = 'is for callers without a credential, for whom nothing is kept';
const VISIT = 'is of a visit: finalizing and creating a path of folders are idempotent, an unfinished upload expires';
const SECRET = 'replaces secrets that are shown once and not kept';
const STATE = 'sets a state, so that repeating it changes nothing';

const PROVIDER = 'is for identity providers, which get 409 for what exists, and look it up before they retry';

const NOT_CREATING: Record<string, string> = {
  'POST /scim/v2/Users': PROVIDER,
  'POST /scim/v2/Groups': PROVIDER,
  'POST /api/sessions': PUBLIC,
  'POST /api/sessions/second-step': PUBLIC,
  'POST /api/sessions/passkey/options': PUBLIC,
  'POST /api/sessions/parked': STATE,
  'POST /api/sessions/parked/:sessionId/resume': PUBLIC,
  'POST /api/sessions/passkey': PUBLIC,
  'POST /api/sessions/second-step/passkey': PUBLIC,
  'POST /api/sessions/current/authentication': STATE,
  'POST /api/sessions/current/authentication/passkey': READ,
  'POST /api/users/me/second-factors/totp': SECRET,
  'POST /api/users/me/second-factors/totp/confirm': 'uses up a code, so that a repetition is refused',
  'POST /api/users/me/second-factors/passkeys/options': READ,
  'POST /api/users/me/second-factors/passkeys': 'uses up a challenge, so that a repetition is refused',
  'POST /api/users/me/second-factors/recovery-codes': SECRET,
  'POST /api/identity-providers/:providerId/test': 'begins an attempt, which expires',
  'POST /sign-in/providers/:providerId/logout': PUBLIC,
  'POST /api/users/me/identities': 'begins an attempt of a browser session, which expires',
  'POST /api/unsubscribe/:token': PUBLIC,
  'POST /api/password-resets': PUBLIC,
  'POST /api/password-resets/complete': PUBLIC,
  'POST /api/invitations/accept': PUBLIC,
  'POST /link/:reference/unlock': PUBLIC,
  'POST /link/:reference/codes': PUBLIC,
  'POST /link/:reference/task/decision': STATE,
  'POST /link/:reference/uploads': VISIT,
  'POST /link/:reference/folders/:folderId/folders': VISIT,
  'POST /link/:reference/folders/:folderId/documents': VISIT,
  'POST /link/:reference/documents/:documentId/revisions': VISIT,
  'POST /api/libraries/:libraryId/search/systemtags-v2': READ,
  'POST /api/libraries/:libraryId/search/systemtags': READ,
  'POST /api/folders/:folderId/search/systemtags-v2': READ,
  'POST /api/folders/:folderId/search/systemtags': READ,
  'POST /api/folders/zipcontent': READ,
  'POST /api/async/results/documents/purge-old-documents/:jobId': READ,
  'POST /api/documents/:documentId/comments/:commentId/resolve': STATE,
  'POST /api/documents/:documentId/comments/:commentId/reopen': STATE,
  'POST /api/notifications/read': STATE,
  'POST /api/notifications/:notificationId/read': STATE,
  'POST /api/admin/mails/:mailId/retry': STATE,
  'POST /api/admin/queue/:queuedJobId/retry': STATE,
};

/** They create a token, which is not kept for a second answer. */
const SECRETS = new Set([
  'POST /api/users/:userId/tokens',
  'POST /api/tokens/:tokenId/rotate',
  'POST /api/admin/scim-connections',
  'POST /api/admin/scim-connections/:connectionId/token',
]);

/** Routes that the table of access cannot bring to a success; tests in src/core/idempotency and src/visiting/link-comments do. */
const REFUSED_HERE = [
  'POST /api/folders/:folderId/shares/:shareId/notify',
  'POST /api/documents/:documentId/shares/:shareId/notify',
  'POST /link/:reference/documents/:documentId/comments',
];

const routes = (await listRoutes(app)).filter((route) => route.startsWith('POST '));

test('the routes that create nothing exist', () => {
  const gone = [...Object.keys(NOT_CREATING), ...REFUSED_HERE].filter((route) => !routes.includes(route));
  assert.deepEqual(gone, [], 'These lines name no route; remove them.');
});

for (const route of routes.filter((each) => !(each in NOT_CREATING) && !REFUSED_HERE.includes(each))) {
  test(`${route} with the same Idempotency-Key creates once and repeats its answer`, async () => {
    const line = ACCESS[route];
    assert.ok(line !== undefined, 'The route has no line in access/table.ts.');
    const role = (['owner', 'admin'] as const).find((each) => line[each] < 300);
    const message = 'Give the route `creates` and its action `creation()`, or say in NOT_CREATING why it needs none.';
    assert.ok(role !== undefined, message);
    const request = await prepare(route, line, thingsOf(app, w));
    const headers = { ...request.headers, 'idempotency-key': crypto.randomUUID() };
    const send = () => answerTo(personOf(w, role), line, { ...request, headers });
    const first = await send();
    assert.equal(first.status, line[role]);
    const after = await snapshot(app);
    const again = await send();
    assert.deepEqual(await snapshot(app), after, `Repeating it has changed something. ${message}`);
    if (SECRETS.has(route)) {
      assert.equal(again.status, 409, 'A token is shown once.');
      return;
    }
    assert.deepEqual([again.status, again.text], [first.status, first.text], message);
    assert.equal(again.headers.get('idempotent-replayed'), 'true', message);
    for (const name of ['location', 'content-type', 'etag'])
      assert.equal(again.headers.get(name), first.headers.get(name), name);
  });
}

function personOf({ ann, admin }: World, role: Role): Client {
  return role === 'owner' ? ann : admin;
}
