import { Type } from 'typebox';
import { id, link, links, nullable, text, time } from '../../platform/openapi/fields.ts';

const Processing = Type.Object(
  { Links: links({ Cancel: link('Send DELETE here to stop the job.') }) },
  { title: 'ProcessingJobStatus', description: 'The status of a job that is not complete.' },
);

const Complete = Type.Object(
  {
    IsComplete: Type.Literal(true, { description: 'True: the job is complete or failed.' }),
    Error: Type.Optional(text('Why the job failed, in one line; absent if it succeeded.')),
    Links: links({
      SelfUri: link('This status.'),
      ResultUri: link('The result; a problem with status 500 if the job failed.'),
    }),
  },
  { title: 'CompleteJobStatus', description: 'The status of a job that is complete or failed.' },
);

/** docs/api/async-jobs.md#job-status */
export const AsyncJobStatusSchema = Type.Union([Processing, Complete], {
  title: 'AsyncJobStatus',
  description: 'The status of an asynchronous job. `IsComplete` is present only when the job is complete.',
});

const listed = {
  JobId: id('The job.'),
  JobType: text('The kind of job, such as `document-activity-report` or `purge-old-documents`.'),
  DateCreated: time('When the job was started.'),
  About: nullable(
    Type.Object(
      {
        Name: nullable(
          Type.String(),
          'Name of the user, document, or library when the report was started; null for task reports.',
        ),
        From: time('The first moment that the report covers.'),
        To: time('The last moment that the report covers.'),
      },
      { description: 'The subject and range of a report.' },
    ),
    'The subject and range of a report; null for other jobs.',
  ),
};

const Progress = Type.Optional(
  Type.Number({ description: 'The part of the work that is done, 0 to 1; absent if it is not known.' }),
);

/** A job in its creator's list: the status and the kind of job. */
export const AsyncJobSchema = Type.Union(
  [
    Type.Object(
      { ...listed, Progress, ...Processing.properties },
      { title: 'ProcessingJob', description: 'A job that is not complete.' },
    ),
    Type.Object(
      { ...listed, ...Complete.properties },
      { title: 'CompleteJob', description: 'A job that is complete or failed.' },
    ),
  ],
  { title: 'AsyncJob', description: 'An asynchronous job in the list of your jobs.' },
);

export const JobParams = Type.Object({ jobId: id('The job.') });
