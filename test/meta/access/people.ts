/** Expected statuses of the routes of people, groups and tokens: a part of table.ts. */
import { type Line, administers, changes, ofMaker, ofPerson, open, ownThings, reads } from './lines.ts';

/** A new credential in form only. */
const CREDENTIAL = {
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  rawId: 'AAAAAAAAAAAAAAAAAAAAAA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'AAAA' },
};

const fresh = () => crypto.randomUUID();
const password = 'correct horse battery staple';

/** The routes of SCIM take the tokens of connections only (src/people/connections/connections.test.ts). */
const SCIM_ACCESS = Object.fromEntries(
  [
    ...['ServiceProviderConfig', 'Schemas', 'Schemas/:scimId', 'ResourceTypes', 'ResourceTypes/:scimId'].map(
      (path) => `GET ${path}`,
    ),
    ...['Users', 'Groups'].flatMap((path) => [`GET ${path}`, `POST ${path}`]),
    ...['Users', 'Groups'].flatMap((path) =>
      ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} ${path}/:scimId`),
    ),
  ].map((route) => [
    route.replace(' ', ' /scim/v2/'),
    ownThings(401, { at: `/scim/v2/${route.split(' ')[1]?.replace(':scimId', '1')}` }),
  ]),
);

export const PEOPLE_ACCESS: Record<string, Line> = {
  ...SCIM_ACCESS,
  'GET /api/users': ownThings(200),
  'POST /api/users': administers(201, 201, { body: () => ({ Email: `${fresh()}@example.test`, Name: 'New' }) }),
  'GET /api/users/me': ownThings(200),
  'PATCH /api/users/me': ownThings(200, { body: () => ({ TimeZone: 'Europe/Lisbon' }) }),
  'GET /api/users/me/shared': ownThings(200),
  'GET /api/users/me/shares': ownThings(200),
  'GET /api/users/me/searches': ownThings(200),
  'POST /api/users/me/searches': {
    ...changes(201, {
      body: async (make) => ({
        SearchName: fresh(),
        LibraryId: await make('libraryId'),
        Criteria: [{ TagTypeId: await make('tagTypeId'), Value: 'Blue' }],
      }),
    }),
    reader: 201,
  },
  'GET /api/users/me/searches/:savedSearchId': ofMaker(200),
  'PATCH /api/users/me/searches/:savedSearchId': ofMaker(200, { body: () => ({ SearchName: fresh() }) }),
  'DELETE /api/users/me/searches/:savedSearchId': ofMaker(204),
  'GET /api/users/me/home': ownThings(200),
  'GET /api/users/me/recents': ownThings(200),
  'GET /api/users/me/starred': ownThings(200),
  'PUT /api/users/me/starred/libraries/:libraryId': { ...reads(), reader: 204, owner: 204 },
  'PUT /api/users/me/starred/folders/:folderId': { ...reads(), reader: 204, owner: 204 },
  'PUT /api/users/me/starred/documents/:documentId': { ...reads(), reader: 204, owner: 204 },
  // The response does not reveal whether the item exists.
  'DELETE /api/users/me/starred/libraries/:libraryId': ownThings(204),
  'DELETE /api/users/me/starred/folders/:folderId': ownThings(204),
  'DELETE /api/users/me/starred/documents/:documentId': ownThings(204),
  'DELETE /api/users/me/checklist': administers(204, 204),
  'DELETE /api/users/me/checklist/:step': administers(204, 204, { at: '/api/users/me/checklist/People' }),
  'GET /api/sharing-rules': ownThings(200),
  'PUT /api/users/me/password': ownThings(204, { body: () => ({ CurrentPassword: password, NewPassword: password }) }),
  'GET /api/users/me/sessions': ownThings(200),
  'DELETE /api/users/me/sessions': ownThings(204),
  'DELETE /api/users/me/sessions/:sessionId': { ...ownThings(404), owner: 204 },
  'GET /api/users/:userId/sessions': ofPerson(200),
  'DELETE /api/users/:userId/sessions': ofPerson(204),
  'DELETE /api/users/:userId/sessions/:sessionId': ofPerson(204),
  'GET /api/sessions/current': ownThings(404),
  'DELETE /api/sessions/current': ownThings(404),
  // These change how a person signs in, so they require a session, and everybody here has a token.
  'GET /api/sessions/current/authentication': ownThings(404),
  'POST /api/sessions/current/authentication': ownThings(404, { body: () => ({ Password: password }) }),
  'POST /api/sessions/current/authentication/passkey': ownThings(404),
  'POST /api/sessions/parked': ownThings(404),
  'GET /api/users/me/second-factors': ownThings(200),
  'POST /api/users/me/second-factors/totp': ownThings(403),
  'POST /api/users/me/second-factors/totp/confirm': ownThings(403, { body: () => ({ Code: '123456' }) }),
  'DELETE /api/users/me/second-factors/totp': ownThings(403),
  'POST /api/users/me/second-factors/recovery-codes': ownThings(403),
  'POST /api/users/me/second-factors/passkeys/options': ownThings(403),
  'POST /api/users/me/second-factors/passkeys': ownThings(403, {
    body: () => ({ Name: 'Phone', Passkey: CREDENTIAL }),
  }),
  'PATCH /api/users/me/second-factors/passkeys/:passkeyId': ownThings(403, {
    at: '/api/users/me/second-factors/passkeys/1',
    body: () => ({ Name: 'Phone' }),
  }),
  'DELETE /api/users/me/second-factors/passkeys/:passkeyId': ownThings(403, {
    at: '/api/users/me/second-factors/passkeys/1',
  }),
  'DELETE /api/users/:userId/second-factors': administers(204, 404),
  'GET /api/unsubscribe/:token': open(303, { at: '/api/unsubscribe/x' }),
  'POST /api/unsubscribe/:token': open(404, { at: '/api/unsubscribe/x' }),
  'GET /api/users/:userId': ofPerson(200),
  'GET /api/users/:userId/profile': { ...ownThings(200), other: 404 },
  'GET /api/users/:userId/picture': ownThings(404),
  'DELETE /api/users/:userId/picture': ofPerson(204),
  'PUT /api/users/me/picture': ownThings(400),
  'DELETE /api/users/me/picture': ownThings(204),
  'PATCH /api/users/:userId': administers(200, 404, { body: () => ({ Name: 'Renamed' }) }),
  'DELETE /api/users/:userId': administers(204, 404, { at: '/api/users/:leaverId' }),
  'GET /api/users/accounts': administers(200, 200),
  'GET /api/users/:userId/account': administers(200, 404),
  // Accounts of other deployments are reported as unknown.
  'POST /api/users/bulk': administers(200, 200, {
    body: async (make) => ({ UserIds: [await make('leaverId')], Action: 'Deactivate' }),
  }),
  'POST /api/users/import': administers(200, 200, {
    body: () => ({ Csv: `Email,Name\n${fresh()}@example.test,New` }),
  }),
  'POST /api/users/:userId/invitation': administers(204, 404, { at: '/api/users/:invitedId/invitation' }),
  'GET /api/users/:userId/tokens': ofPerson(200),
  'POST /api/users/:userId/tokens': ofPerson(201, { body: () => ({ Name: 'new' }) }),
  'DELETE /api/users/:userId/tokens/:tokenId': ofPerson(204),
  'POST /api/tokens/:tokenId/rotate': { ...ofMaker(201, { body: () => ({ OverlapHours: 1 }) }), admin: 201 },
  'GET /api/authenticate': open(401),
  'GET /api/admin/scim-connections': administers(200, 200),
  'POST /api/admin/scim-connections': administers(201, 201, { body: () => ({ Name: fresh() }) }),
  'GET /api/admin/scim-connections/:connectionId': administers(200, 404),
  'PATCH /api/admin/scim-connections/:connectionId': administers(200, 404, { body: () => ({ Name: fresh() }) }),
  'DELETE /api/admin/scim-connections/:connectionId': administers(204, 404),
  'POST /api/admin/scim-connections/:connectionId/token': administers(201, 404),
  'GET /api/outbox': administers(200, 200),
  'GET /api/outbox/:mailId/message': administers(200, 404),
  'GET /api/sign-in': open(200),
  'GET /sign-in/providers/:providerId': open(303, { at: '/sign-in/providers/999999999' }),
  'GET /sign-in/providers/:providerId/callback': open(303, { at: '/sign-in/providers/1/callback' }),
  'GET /sign-in/providers/:providerId/end': open(303, { at: '/sign-in/providers/999999999/end' }),
  'POST /sign-in/providers/:providerId/logout': open(400, {
    at: '/sign-in/providers/999999999/logout',
    body: () => ({ logout_token: 'x' }),
  }),
  'POST /api/identity-providers/:providerId/test': administers(200, 404, {
    at: '/api/identity-providers/:unreachableId/test',
  }),
  'GET /api/identity-providers/:providerId/tests/:testId': administers(404, 404, {
    at: '/api/identity-providers/:providerId/tests/999999999',
  }),
  'GET /api/users/me/identities': ownThings(200),
  // Tokens cannot connect identities.
  'POST /api/users/me/identities': ownThings(403, { body: () => ({ ProviderId: 1 }) }),
  'DELETE /api/users/me/identities/:identityId': ownThings(404, { at: '/api/users/me/identities/999999999' }),
  'GET /api/identity-providers': administers(200, 200),
  'POST /api/identity-providers': administers(201, 201, {
    body: () => ({ Name: fresh(), Issuer: 'https://login.example.com', ClientId: 'carrel' }),
  }),
  'GET /api/identity-providers/:providerId': administers(200, 404),
  'PATCH /api/identity-providers/:providerId': administers(200, 404, { body: () => ({ Name: fresh() }) }),
  'DELETE /api/identity-providers/:providerId': administers(204, 404),
  'GET /api/groups': administers(200, 200),
  'POST /api/groups': administers(201, 201, { body: () => ({ GroupName: fresh() }) }),
  'GET /api/groups/names': ownThings(200, { at: '/api/groups/names?query=a' }),
  'GET /api/groups/:groupId': administers(200, 404),
  'PATCH /api/groups/:groupId': administers(200, 404, { body: () => ({ GroupName: fresh() }) }),
  'DELETE /api/groups/:groupId': administers(204, 404),
  'GET /api/groups/:groupId/members': administers(200, 404),
  'PUT /api/groups/:groupId/members': administers(200, 404, { body: async (make) => [await make('userId')] }),
  'PUT /api/groups/:groupId/members/:userId': administers(204, 404),
  'DELETE /api/groups/:groupId/members/:userId': administers(204, 404, {
    at: '/api/groups/:staffedId/members/:userId',
  }),
};
