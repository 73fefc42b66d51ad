import { type AnswerParts, operations } from '../../platform/openapi/operations.ts';

/** The answer to starting a job. */
export const STARTED_ANSWER = {
  description: 'The job was started. The body is empty; `Location` is the URL of its status.',
  headers: ['Location', 'Retry-After'],
} as const satisfies AnswerParts;

/** The answer to asking for a result too early. */
export const TOO_EARLY_ANSWER = {
  description: 'The job is not complete yet. The body is empty; `Location` is the URL of its status.',
  headers: ['Location', 'Retry-After'],
} as const satisfies AnswerParts;

/** Refusals of a result. */
export const RESULT_PROBLEMS = {
  404: 'No such job of this kind exists.',
  410: 'The result was deleted, was retrieved more than 10 minutes ago, or was not retrieved in time.',
  500: 'The job failed. `title` says why.',
} as const;

export const asyncJobDocs = operations('Asynchronous jobs', {
  listJobs: {
    summary: 'List your jobs',
    description:
      'Returns the asynchronous jobs that you started, newest first. Jobs whose result is gone are not listed. Without `top` ' +
      'the list is complete.',
    answers: { 200: 'Your jobs.' },
  },
  getJobStatus: {
    summary: 'Get the status of a job',
    description:
      'Returns the state of a job. Poll it until `IsComplete` is true, waiting for the seconds in `Retry-After` between two ' +
      'requests, and then follow `Links.ResultUri`. For the creator of the job and for site admins.',
    answers: {
      200: {
        description: 'The status. `Retry-After` is present while the job is processing.',
        headers: ['Retry-After'],
      },
      403: 'The job was started by somebody else, and you are not a site admin.',
      404: 'No such job exists.',
      410: 'The job or its result was deleted.',
    },
  },
  deleteJob: {
    summary: 'Cancel or delete a job',
    description: 'Stops the job if it is processing, and deletes its result. Only the creator of the job can do this.',
    answers: {
      204: 'The job was deleted. Its status is 410 from now on.',
      403: 'The job was started by somebody else.',
      404: 'No such job exists.',
      410: 'The job was deleted before.',
    },
  },
});
