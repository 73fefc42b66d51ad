import { Type } from 'typebox';

const id = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

const Processing = Type.Object({
  Links: Type.Object({ Cancel: Type.String({ description: 'DELETE stops the job.' }) }),
});

const Complete = Type.Object({
  IsComplete: Type.Literal(true),
  Error: Type.Optional(Type.String({ description: 'Why the job failed; its result answers 500.' })),
  Links: Type.Object({ SelfUri: Type.String(), ResultUri: Type.String() }),
});

/** docs/api/async-jobs.md#job-status */
export const AsyncJobStatusSchema = Type.Union([Processing, Complete], { title: 'AsyncJobStatus' });

const listed = {
  JobId: Type.Integer(id),
  JobType: Type.String(),
  DateCreated: Type.String({ format: 'date-time' }),
  About: Type.Union(
    [
      Type.Object({
        Name: Type.Union([Type.String(), Type.Null()], {
          description: 'Of the user, document or library, as it was called when the report was asked for.',
        }),
        From: Type.String({ format: 'date-time' }),
        To: Type.String({ format: 'date-time' }),
      }),
      Type.Null(),
    ],
    { description: 'What a report is about, and the first and last moment that it covers; null for other jobs.' },
  ),
};

const Progress = Type.Optional(
  Type.Number({ description: 'Which part of the work is done, 0 to 1, where that is known.' }),
);

/** A job in the list of one's own: the status, and which job it is. */
export const AsyncJobSchema = Type.Union(
  [Type.Object({ ...listed, Progress, ...Processing.properties }), Type.Object({ ...listed, ...Complete.properties })],
  { title: 'AsyncJob' },
);

export const JobParams = Type.Object({ jobId: Type.Integer() });
