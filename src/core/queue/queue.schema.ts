import { type Static, Type } from 'typebox';
import { PersonSchema } from '../persons/persons.schema.ts';
import { count, email, flag, id, nullable, nullableTime, text, time } from '../../platform/openapi/fields.ts';

const QueuedJobStateSchema = Type.Union(
  [
    Type.Literal('Waiting', { description: 'Runs as soon as a worker is free, or at `NextRun`.' }),
    Type.Literal('Running', { description: 'A worker runs it.' }),
    Type.Literal('Failed', { description: 'Given up after its last attempt.' }),
  ],
  { title: 'QueuedJobState', description: 'The state of a background job.' },
);

export type QueuedJobState = Static<typeof QueuedJobStateSchema>;

/** A job of the queue without its subject. */
export const QueuedJobSchema = Type.Object(
  {
    QueuedJobId: id('The background job.'),
    Kind: text('The name of the job, such as `send-mail`.'),
    IsShared: flag('Whether the job runs by the clock for all deployments.'),
    State: QueuedJobStateSchema,
    Attempts: count('Number of attempts so far.'),
    MaxAttempts: Type.Integer({ minimum: 1, description: 'Number of attempts after which the job fails.' }),
    LastError: nullable(
      Type.String(),
      'Why the last attempt failed, in one line; null if none has failed, and for shared jobs.',
    ),
    DateCreated: time('When the job was added.'),
    NextRun: nullableTime('When a waiting job runs; null in other states.'),
    CanRetry: flag('Whether `retryQueuedJob` is possible now.'),
  },
  { title: 'QueuedJob', description: 'A background job of the service.' },
);

/** Filters the list. */
export const QueuedJobFilter = Type.Optional(
  Type.Union(QueuedJobStateSchema.anyOf, { description: 'Only jobs in this state.' }),
);

export const QueuedJobParams = Type.Object({ queuedJobId: id('The background job.') });

/** An asynchronous job of any user in the deployment. */
export const DeploymentJobSchema = Type.Object(
  {
    JobId: id('The job.'),
    JobType: text('The kind of job, such as `document-activity-report`.'),
    State: Type.Union(
      [Type.Literal('Processing'), Type.Literal('Complete'), Type.Literal('Failed'), Type.Literal('Cancelled')],
      { title: 'DeploymentJobState', description: 'The state of an asynchronous job.' },
    ),
    Creator: email('Address of the user who started the job.'),
    CreatorPerson: PersonSchema,
    DateCreated: time('When the job was started.'),
    DateEnded: nullableTime('When the job ended; null while it is processing.'),
    Error: nullable(Type.String(), 'Why the job failed, in one line; null if it has not.'),
  },
  { title: 'DeploymentJob', description: 'An asynchronous job of any user of the deployment.' },
);
