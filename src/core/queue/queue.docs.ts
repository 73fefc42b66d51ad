import { operations } from '../../platform/openapi/operations.ts';

export const queueDocs = operations('Operation', {
  listQueuedJobs: {
    summary: 'List background jobs',
    description:
      'Returns the jobs in the queue that belong to the deployment, and those that run by the clock for all deployments, newest ' +
      'first. Without `top` the list is complete. For site admins.',
    answers: { 200: 'The background jobs.' },
  },
  retryQueuedJob: {
    summary: 'Run a failed background job again',
    description: 'Lets a background job run again that failed in its last attempt. For site admins.',
    answers: {
      204: 'The job runs again in the background.',
      403: 'You are not a site admin, or the job is shared by all deployments.',
      404: 'No such job exists.',
      409: 'The job has not failed.',
    },
  },
  listDeploymentJobs: {
    summary: 'List the asynchronous jobs of the deployment',
    description:
      'Returns the asynchronous jobs of all users, newest first, including those whose result is gone. Without `top` the list ' +
      'is complete. For site admins.',
    answers: { 200: 'The jobs.' },
  },
});
