import { Type } from 'typebox';

const time = { format: 'date-time' };
const nullable = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()]);

/** A revision in a task. */
export const TaskRevisionSchema = Type.Object(
  {
    RevisionId: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Null if the document was purged before tasks kept this id.',
    }),
    RevisionNumber: Type.Integer(),
    Hash: Type.String({ description: 'SHA-256 of its content, lower-case hexadecimal.' }),
  },
  { title: 'TaskRevision' },
);

/** docs/api/tasks.md#task-object */
export const TaskSchema = Type.Object(
  {
    TaskId: Type.Integer(),
    TaskType: Type.Enum(['Approval']),
    TaskStatus: Type.Enum(['Open', 'Completed', 'Cancelled', 'Expired']),
    TaskResult: Type.Enum(['', 'Positive', 'Negative'], { description: 'Empty without a decision.' }),
    Instructions: Type.String(),
    DueDate: Type.String(time),
    DateAssigned: Type.String(time),
    DateEnded: nullable(Type.String(time)),
    Creator: Type.String({ description: 'Email address.' }),
    Assignee: Type.String({ description: 'Email address.' }),
    ItemType: Type.Enum(['Document']),
    ItemName: Type.String({
      description:
        "The document's name; if it was purged or the caller can no longer read it, the last one that the caller could read.",
    }),
    Links: Type.Object({
      Self: Type.String(),
      CancelTaskUri: Type.String(),
      CompleteTaskUri: Type.String(),
      Document: Type.String(),
    }),
    DocumentId: Type.Integer(),
    RevisionNumber: Type.Integer({ description: 'The same as `AssignedRevision.RevisionNumber`.' }),
    Hash: Type.String({ description: 'The same as `AssignedRevision.Hash`.' }),
    AssignedRevision: TaskRevisionSchema,
    DecidedRevision: Type.Union([TaskRevisionSchema, Type.Null()], {
      description:
        'The revision that was approved or denied. Null without a decision, and for decisions made before this was recorded if it cannot be told.',
    }),
    CurrentRevision: Type.Union([TaskRevisionSchema, Type.Null()], {
      description: 'The newest revision of the document; null if the caller cannot read it.',
    }),
    ChangedSinceAssigned: Type.Boolean({
      description: 'The current content differs from the assigned one; false if the caller cannot read the document.',
    }),
    Comment: nullable(Type.String({ description: "The assignee's comment on the decision." })),
    AccessEndsAt: nullable(
      Type.String({ ...time, description: 'Until when the assignee may read the document by this task.' }),
    ),
    Abilities: Type.Object(
      { Complete: Type.Boolean(), Cancel: Type.Boolean(), Delete: Type.Boolean() },
      { description: 'What the caller may do with it now.' },
    ),
  },
  { title: 'Task' },
);

export const TaskParams = Type.Object({ taskId: Type.Integer() });

export const MAX_INSTRUCTIONS = 1000;
export const MAX_COMMENT = 1000;
export const MAX_DAYS_AHEAD = 90;

/** The documented body of POST /api/tasks; tasks.body.ts validates it and reports every invalid field at once. */
export const CreateTaskBody = Type.Object({
  Type: Type.Enum(['Approval']),
  DueDate: Type.String({
    description: `In the future, at most ${MAX_DAYS_AHEAD} days ahead: a time, or a date for the end of that day; UTC without a zone.`,
  }),
  Assignee: Type.String({ description: 'Email address of somebody else: a user, or a person outside.' }),
  DocumentId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  Instructions: Type.String({ maxLength: MAX_INSTRUCTIONS }),
  Recipients: Type.Optional(
    Type.Array(Type.String(), { description: 'Addresses that are told of every event; for site admins only.' }),
  ),
});

/** 400 of POST /api/tasks (docs/errors.md#bodies-of-their-own). */
export const RefusedTaskSchema = Type.Object(
  {
    Message: Type.String(),
    ModelState: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Every failing field as `createTask.<Field>`, with what is wrong with it.',
    }),
  },
  { title: 'RefusedTask' },
);

/** A decision. */
export const CompleteTaskBody = Type.Object({
  Decision: Type.Enum(['Approve', 'Deny']),
  Comment: Type.Optional(Type.String({ maxLength: MAX_COMMENT })),
  Hash: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Fa-f]{64}$',
      description:
        'SHA-256 of the content that you reviewed. Required (409) if the document changed after the task was assigned; a hash that is not that of the current content is 409.',
    }),
  ),
});
