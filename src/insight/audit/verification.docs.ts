import { RESULT_PROBLEMS, STARTED_ANSWER, TOO_EARLY_ANSWER } from '../../core/async-jobs/async-jobs.docs.ts';
import { operations } from '../../platform/openapi/operations.ts';

export const verificationDocs = operations('Operation', {
  startVerification: {
    summary: 'Verify the activity log',
    description:
      'Starts a job that compares the activity log with its seals, and these with the last seals that are kept outside of the ' +
      'database. For site admins.',
    bodyExample: {},
    answers: { 202: STARTED_ANSWER, 400: '`NotedSeal` is not a seal.' },
  },
  getVerificationResult: {
    summary: 'Get the result of a verification',
    description: 'Returns what a verification found. The result is kept for 7 days. For site admins.',
    answers: { 200: 'The result.', 303: TOO_EARLY_ANSWER, ...RESULT_PROBLEMS },
  },
  listVerifications: {
    summary: 'List verifications of the activity log',
    description:
      'Returns the verifications with progress and result, newest first. Without `top` the list is complete. For site admins.',
    answers: { 200: 'The verifications.' },
  },
});
