/** Scopes of the routes of people, tokens, sessions, settings and administration. */
import { ADMIN, ANY, type RouteScopes } from './route-scopes.ts';

export const PEOPLE_SCOPES: RouteScopes = {
  // Users
  'GET /api/users/me': ANY,
  'PATCH /api/users/me': 'everything',
  'GET /api/users': ANY,
  'POST /api/users': ADMIN,
  'GET /api/users/:userId': ANY,
  'PATCH /api/users/:userId': ADMIN,
  'DELETE /api/users/:userId': ADMIN,
  'GET /api/users/:userId/profile': ANY,
  'GET /api/users/:userId/picture': ANY,
  'DELETE /api/users/:userId/picture': ADMIN,
  'DELETE /api/users/me/picture': 'everything',
  'PUT /api/users/me/picture': 'everything',
  'GET /api/users/accounts': ADMIN,
  'GET /api/users/:userId/account': ADMIN,
  'POST /api/users/:userId/invitation': ADMIN,
  'POST /api/users/bulk': ADMIN,
  'POST /api/users/import': ADMIN,

  // Groups
  'GET /api/groups': ADMIN,
  'POST /api/groups': ADMIN,
  'GET /api/groups/names': ANY,
  'GET /api/groups/:groupId': ADMIN,
  'PATCH /api/groups/:groupId': ADMIN,
  'DELETE /api/groups/:groupId': ADMIN,
  'GET /api/groups/:groupId/members': ADMIN,
  'PUT /api/groups/:groupId/members': ADMIN,
  'PUT /api/groups/:groupId/members/:userId': ADMIN,
  'DELETE /api/groups/:groupId/members/:userId': ADMIN,

  // Tokens
  'GET /api/users/:userId/tokens': ADMIN,
  'POST /api/users/:userId/tokens': ANY,
  'POST /api/tokens/:tokenId/rotate': ANY,
  'DELETE /api/users/:userId/tokens/:tokenId': ANY,
  'GET /api/admin/tokens': ADMIN,

  // Sessions
  'DELETE /api/sessions/current': 'everything',
  'POST /api/sessions/parked': 'everything',
  'GET /api/sessions/current/authentication': 'everything',
  'POST /api/sessions/current/authentication': 'everything',
  'POST /api/sessions/current/authentication/passkey': 'everything',
  'GET /api/sessions/current': 'everything',
  'GET /api/users/:userId/sessions': 'everything',
  'DELETE /api/users/:userId/sessions': 'everything',
  'DELETE /api/users/:userId/sessions/:sessionId': 'everything',
  'GET /api/users/me/sessions': 'everything',
  'DELETE /api/users/me/sessions': 'everything',
  'DELETE /api/users/me/sessions/:sessionId': 'everything',
  'PUT /api/users/me/password': 'everything',

  // Second factors
  'GET /api/users/me/second-factors': 'everything',
  'POST /api/users/me/second-factors/totp': 'everything',
  'POST /api/users/me/second-factors/totp/confirm': 'everything',
  'DELETE /api/users/me/second-factors/totp': 'everything',
  'POST /api/users/me/second-factors/recovery-codes': 'everything',
  'POST /api/users/me/second-factors/passkeys/options': 'everything',
  'POST /api/users/me/second-factors/passkeys': 'everything',
  'PATCH /api/users/me/second-factors/passkeys/:passkeyId': 'everything',
  'DELETE /api/users/me/second-factors/passkeys/:passkeyId': 'everything',
  'DELETE /api/users/:userId/second-factors': 'everything',

  // Identity providers
  'GET /api/identity-providers': ADMIN,
  'POST /api/identity-providers': ADMIN,
  'GET /api/identity-providers/:providerId': ADMIN,
  'PATCH /api/identity-providers/:providerId': ADMIN,
  'DELETE /api/identity-providers/:providerId': ADMIN,
  'POST /api/identity-providers/:providerId/test': ADMIN,
  'GET /api/identity-providers/:providerId/tests/:testId': ADMIN,
  'GET /api/users/me/identities': 'everything',
  'POST /api/users/me/identities': 'everything',
  'DELETE /api/users/me/identities/:identityId': 'everything',

  // Connections of SCIM. Their tokens have no end, so no limited token can create one.
  'GET /api/admin/scim-connections': ADMIN,
  'POST /api/admin/scim-connections': 'everything',
  'GET /api/admin/scim-connections/:connectionId': ADMIN,
  'PATCH /api/admin/scim-connections/:connectionId': ADMIN,
  'DELETE /api/admin/scim-connections/:connectionId': ADMIN,
  'POST /api/admin/scim-connections/:connectionId/token': 'everything',

  // Settings
  'GET /api/settings': ADMIN,
  'PATCH /api/settings': ADMIN,
  'GET /api/settings/logo': ANY,
  'PUT /api/settings/logo': ADMIN,
  'DELETE /api/settings/logo': ADMIN,

  // Operation
  'GET /api/admin/mails': ADMIN,
  'POST /api/admin/mails/:mailId/retry': ADMIN,
  'GET /api/outbox': ADMIN,
  'GET /api/outbox/:mailId/message': ADMIN,
  'GET /api/admin/health': ADMIN,
  'GET /api/admin/overview': ADMIN,
  'GET /api/admin/queue': ADMIN,
  'POST /api/admin/queue/:queuedJobId/retry': ADMIN,
  'GET /api/admin/jobs': ADMIN,
  'POST /api/async/audit/verification': ADMIN,
  'GET /api/async/results/audit/verification/:jobId': ADMIN,
  'GET /api/admin/audit/verifications': ADMIN,
};
