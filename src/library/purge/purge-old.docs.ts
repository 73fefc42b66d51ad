import { RESULT_PROBLEMS, STARTED_ANSWER, TOO_EARLY_ANSWER } from '../../core/async-jobs/async-jobs.docs.ts';
import { alias, operations } from '../../platform/openapi/operations.ts';

export const purgeOldDocs = operations('Trash', {
  startPurgingOldDocuments: {
    summary: 'Delete old documents permanently',
    description:
      'Starts a job that deletes all documents permanently that were first stored at least `Days` ago, in all libraries and in the trash. ' +
      'For site admins.',
    bodyExample: { PurgeType: 'DateStored', Days: 365, DryRun: true },
    answers: {
      202: STARTED_ANSWER,
      400: '`PurgeType` or `Days` is not valid.',
      403: 'You are not a site admin, or `EnablePurging` is off.',
    },
  },
  getPurgeOldDocumentsResult: {
    summary: 'Get the result of deleting old documents',
    description: 'Returns how many documents the job deleted, and removes the result. For site admins.',
    answers: {
      200: 'The numbers.',
      303: TOO_EARLY_ANSWER,
      410: 'No such job exists, or its result was retrieved or deleted.',
      500: RESULT_PROBLEMS[500],
    },
  },
  listOldDocuments: {
    summary: 'List old documents',
    description:
      'Returns the documents that `startPurgingOldDocuments` would delete, oldest first. Without `top` the list is complete. For site admins.',
    answers: { 200: 'The documents.' },
  },
});

export const postedResultDocs = alias(purgeOldDocs.getPurgeOldDocumentsResult, 'postPurgeOldDocumentsResult');
