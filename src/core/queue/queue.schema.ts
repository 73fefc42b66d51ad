import { type Static, Type } from 'typebox';

const QueuedJobStateSchema = Type.Union(
  [
    Type.Literal('Waiting', { description: 'Runs as soon as a worker is free, or at NextRun.' }),
    Type.Literal('Running', { description: 'A worker is at it.' }),
    Type.Literal('Failed', { description: 'Was given up after its last attempt.' }),
  ],
  { title: 'QueuedJobState' },
);

export type QueuedJobState = Static<typeof QueuedJobStateSchema>;

/** A job of the queue, without what it is about. */
export const QueuedJobSchema = Type.Object(
  {
    QueuedJobId: Type.Integer(),
    Kind: Type.String({ description: 'The name of the job, e.g. `send-mail` (docs/operations.md).' }),
    IsShared: Type.Boolean({ description: 'It runs by the clock and serves all deployments.' }),
    State: QueuedJobStateSchema,
    Attempts: Type.Integer({ minimum: 0 }),
    MaxAttempts: Type.Integer({ minimum: 1 }),
    LastError: Type.Union([Type.String(), Type.Null()], {
      description: 'In one line. Not of shared jobs: it could tell of other deployments; the log has it.',
    }),
    DateCreated: Type.String({ format: 'date-time' }),
    NextRun: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'Of what waits.' }),
    CanRetry: Type.Boolean({ description: 'Whether it was given up and can be tried again.' }),
  },
  { title: 'QueuedJob' },
);

/** What the list is narrowed down to. */
export const QueuedJobFilter = Type.Optional(QueuedJobStateSchema);

/** An asynchronous job of anybody in the deployment. */
export const DeploymentJobSchema = Type.Object(
  {
    JobId: Type.Integer(),
    JobType: Type.String(),
    State: Type.Union(
      [Type.Literal('Processing'), Type.Literal('Complete'), Type.Literal('Failed'), Type.Literal('Cancelled')],
      { title: 'DeploymentJobState' },
    ),
    Creator: Type.String({ description: 'The address of who began it.' }),
    DateCreated: Type.String({ format: 'date-time' }),
    DateEnded: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    Error: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'DeploymentJob' },
);
