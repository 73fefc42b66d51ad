import { Type } from 'typebox';
import { email, flag, id, link, links, nullable, nullableTime, text, time } from '../../platform/openapi/fields.ts';
import { PersonSchema, personOrNull } from '../../core/persons/persons.schema.ts';

/** A revision in a task. */
export const TaskRevisionSchema = Type.Object(
  {
    RevisionId: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The revision; null if the document was purged before tasks stored this id.',
    }),
    RevisionNumber: Type.Integer({ description: 'Number of the revision, from 1.' }),
    Hash: Type.String({ description: 'SHA-256 of its content in lower-case hexadecimal.' }),
  },
  { title: 'TaskRevision', description: 'A revision that a task is about.' },
);

/** docs/api/tasks.md#task-object */
export const TaskSchema = Type.Object(
  {
    TaskId: id('The task.'),
    TaskType: Type.Enum(['Approval'], { description: 'The kind of task.' }),
    TaskStatus: Type.Enum(['Open', 'Completed', 'Cancelled', 'Expired'], {
      description: '`Completed`: approved or denied. `Expired`: the due date has passed without a decision.',
    }),
    TaskResult: Type.Enum(['', 'Positive', 'Negative'], { description: 'The decision; empty without one.' }),
    Instructions: text('The instructions to the assignee, at most 1000 characters.'),
    DueDate: time('When the decision is due.'),
    DateAssigned: time('When the task was created.'),
    DateEnded: nullableTime('When the task was completed or cancelled, or expired; null while it is open.'),
    Creator: email('Address of the creator; that of a deleted user ends in `.inactive1`, `.inactive2`, and so on.'),
    Assignee: email('Address of the assignee; that of a deleted user ends in `.inactive1`, `.inactive2`, and so on.'),
    CreatorPerson: PersonSchema,
    AssigneePerson: personOrNull('The assignee; null for somebody without an account.'),
    ItemType: Type.Enum(['Document'], { description: 'The kind of item.' }),
    ItemName: Type.String({
      description:
        "The document's name; if it was purged or the caller can no longer read it, the last one that the caller could read.",
    }),
    Links: links({
      Self: link('The task.'),
      CancelTaskUri: link('PATCH cancels the task.'),
      CompleteTaskUri: link('PATCH approves or denies.'),
      Document: link('The document.'),
    }),
    DocumentId: id('The document.'),
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
    Comment: nullable(Type.String(), "The assignee's comment on the decision; null if there is none."),
    AccessEndsAt: nullableTime('Until when the assignee can read the document by this task; null once that has ended.'),
    Abilities: Type.Object(
      {
        Complete: flag('Whether you can approve or deny.'),
        Cancel: flag('Whether you can cancel the task.'),
        Delete: flag('Whether you can delete the task.'),
      },
      { description: 'The operations that you can do with the task now.' },
    ),
  },
  { title: 'Task', description: 'A request to approve a document.' },
);

export const TaskParams = Type.Object({ taskId: id('The task.') });

export const MAX_INSTRUCTIONS = 1000;
export const MAX_COMMENT = 1000;
export const MAX_DAYS_AHEAD = 90;

/** The documented body of POST /api/tasks; tasks.body.ts validates it and reports every invalid field at once. */
export const CreateTaskBody = Type.Object(
  {
    Type: Type.Enum(['Approval'], { description: 'The kind of task.' }),
    DueDate: Type.String({
      description: `In the future, at most ${MAX_DAYS_AHEAD} days ahead: a time, or a date for the end of that day; UTC without a zone.`,
    }),
    Assignee: email('Address of somebody else: a user of the deployment or a person without an account.'),
    DocumentId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The document.' }),
    Instructions: Type.String({
      maxLength: MAX_INSTRUCTIONS,
      description: `The instructions to the assignee, at most ${MAX_INSTRUCTIONS} characters.`,
    }),
    Recipients: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Addresses that get an email at every event, different and at most 100; for site admins only.',
      }),
    ),
  },
  { title: 'TaskCreate', description: 'A task to create.' },
);

/** 400 of POST /api/tasks (docs/errors.md#bodies-of-their-own). */
export const RefusedTaskSchema = Type.Object(
  {
    Message: text('The first error in one sentence.'),
    ModelState: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Every failing field as `createTask.<Field>`, with what is wrong with it.',
    }),
  },
  { title: 'RefusedTask', description: 'Why a task was not created.' },
);

/** A decision. */
export const CompleteTaskBody = Type.Object(
  {
    Decision: Type.Enum(['Approve', 'Deny'], { description: 'The decision.' }),
    Comment: Type.Optional(
      Type.String({ maxLength: MAX_COMMENT, description: `A comment, at most ${MAX_COMMENT} characters.` }),
    ),
    Hash: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Fa-f]{64}$',
        description:
          'SHA-256 of the content that you reviewed. Required (409) if the document changed after the task was assigned; a ' +
          'hash that is not that of the current content is 409.',
      }),
    ),
  },
  { title: 'TaskDecision', description: 'The decision of the assignee.' },
);
