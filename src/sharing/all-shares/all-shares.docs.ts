import { RESULT_PROBLEMS, STARTED_ANSWER, TOO_EARLY_ANSWER } from '../../core/async-jobs/async-jobs.docs.ts';
import { operations } from '../../platform/openapi/operations.ts';

export const allShareDocs = operations('Sharing', {
  listDeploymentShares: {
    summary: 'List the shares of the deployment',
    description:
      'Returns the shares of all users that are not revoked, newest first, without the links themselves. All filters in the query ' +
      'must match. Without `top` the list is complete. For site admins.',
    answers: { 200: 'The shares.' },
  },
  countDeploymentShares: {
    summary: 'Count the shares of the deployment',
    description: 'Returns the number of shares that the filters in the query match. For site admins.',
    answers: { 200: 'The number.' },
  },
  revokeDeploymentShares: {
    summary: 'Revoke shares of the deployment',
    description:
      'Starts a job that revokes shares: with `ShareIds` those of them that the query matches, with `All: true` everything that ' +
      'the query matches. Each revocation is recorded. For site admins.',
    bodyExample: { ShareIds: [1] },
    answers: { 202: STARTED_ANSWER, 400: 'Neither `ShareIds` nor `All: true` is given, or a parameter is not valid.' },
  },
  getShareRevocationResult: {
    summary: 'Get the result of revoking shares',
    description:
      'Returns how many shares the job revoked. The result is kept for 10 minutes after it was retrieved. For site admins.',
    answers: { 200: 'The number of revoked shares.', 303: TOO_EARLY_ANSWER, ...RESULT_PROBLEMS },
  },
});
