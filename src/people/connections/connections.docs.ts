import { operations } from '../../platform/openapi/operations.ts';

const UNKNOWN = 'No such connection exists in the deployment.';
const PROOF = 'The password is wrong, or it is missing, and the problem has `PasswordRequired: true`.';
const SHOWN_ONCE =
  '`Token` is shown only in this answer. In a browser session older than 10 minutes `CurrentPassword` is required. For site admins.';
const SECRET = 'A request with the same `Idempotency-Key` has created a token, which is not kept.';

const NOT_FRESH = 'The session was authenticated more than 10 minutes ago.';

export const connectionDocs = operations('Tokens', {
  listScimConnections: {
    summary: 'List the SCIM connections',
    description: 'Returns the identity providers that manage people by SCIM, by name. For site admins.',
    answers: { 200: 'The connections.' },
  },
  createScimConnection: {
    summary: 'Create a SCIM connection',
    description: `Creates a connection with its token, with which an identity provider can use \`/scim/v2\` and nothing else. ${SHOWN_ONCE}`,
    bodyExample: { Name: 'Entra ID', InvitesPeople: true, ManagesExisting: true },
    answers: {
      201: 'The connection was created.',
      400: 'The name is not valid.',
      403: PROOF,
      409: `A connection with that name exists, or there are 20 connections. ${SECRET}`,
      429: 'Too many wrong passwords.',
    },
  },
  getScimConnection: {
    summary: 'Read a SCIM connection',
    description: 'Returns a connection without its token. For site admins.',
    answers: { 200: 'The connection.', 404: UNKNOWN },
  },
  updateScimConnection: {
    summary: 'Change a SCIM connection',
    description: 'Renames a connection, changes what it does with people, pauses or resumes it. For site admins.',
    bodyExample: { IsPaused: true },
    answers: {
      200: 'The changed connection.',
      400: 'There is nothing to change, or the name is not valid.',
      403: `For \`ManagesExisting\`: ${NOT_FRESH}`,
      404: UNKNOWN,
      409: 'A connection with that name exists.',
    },
  },
  deleteScimConnection: {
    summary: 'Delete a SCIM connection',
    description:
      'Deletes a connection; its token is refused at once. The people and groups that it managed stay as they are, and site admins manage ' +
      'them from then on. For site admins.',
    answers: { 204: 'The connection was deleted.', 403: NOT_FRESH, 404: UNKNOWN },
  },
  rotateScimToken: {
    summary: 'Create a new token for a SCIM connection',
    description: `Replaces the token of a connection. The previous one is refused at once. ${SHOWN_ONCE}`,
    bodyExample: {},
    answers: {
      201: 'The token was created.',
      403: `${PROOF} API tokens cannot do this if the connection manages a group that requires a second factor.`,
      404: UNKNOWN,
      409: SECRET,
      429: 'Too many wrong passwords.',
    },
  },
});
