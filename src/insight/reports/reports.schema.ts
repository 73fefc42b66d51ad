import { personOrNull } from '../../core/persons/persons.schema.ts';
import { Type } from 'typebox';
import { id, nullable, text, time } from '../../platform/openapi/fields.ts';

const day = (what: string) =>
  Type.Optional(Type.String({ description: `${what} \`YYYY-MM-DD\` (in \`timeZone\`) or an ISO 8601 time.` }));

/** docs/api/reports.md#report-range */
export const rangeQuery = {
  fromDate: day('Start of the range; absent: as early as allowed.'),
  toDate: day('End of the range; absent: now. A day counts as a whole.'),
  timeZone: Type.Optional(
    Type.String({
      description: 'Zone of the days in the range and in the summary, such as `Europe/Lisbon`. Default UTC.',
    }),
  ),
};

/** Parameters of all reports. */
const common = {
  ...rangeQuery,
  fileName: Type.Optional(Type.String({ description: 'Name of the file; the extension `.csv` or `.json` is added.' })),
  searchFlags: Type.Optional(Type.Integer({ minimum: -1, description: 'Has no effect; at least -1.' })),
};

/** docs/api/reports.md#reports */
export const ActivityReportQuery = Type.Object({
  ...common,
  includeSyncs: Type.Optional(
    Type.Boolean({ description: 'Whether downloads with the token of a sync client are included. Default false.' }),
  ),
});

export const TASK_STATUSES = ['open', 'completed', 'cancelled', 'expired', 'all'] as const;

export const TaskReportQuery = Type.Object({
  ...common,
  status: Type.Optional(
    Type.Array(Type.String(), {
      description: `Only tasks in these states: ${TASK_STATUSES.join(', ')}; repeated or separated by commas. Default all.`,
    }),
  ),
  assignee: Type.Optional(Type.String({ description: 'Only tasks of this assignee: an email address.' })),
  creator: Type.Optional(Type.String({ description: 'Only tasks that this user created: an email address.' })),
});

const described = (description: string) => ({ type: 'string', description });
const moment = (description: string) => ({ type: 'string', format: 'date-time', description });

const rowsOf = (title: string, description: string, properties: Record<string, object>) => ({
  type: 'array',
  items: { type: 'object', title, description, properties, required: Object.keys(properties) },
});

const revisionProperties = {
  type: 'object',
  description: 'A revision.',
  properties: {
    RevisionId: {
      anyOf: [{ type: 'integer' }, { type: 'null' }],
      description: 'The revision; null if it is not known anymore.',
    },
    RevisionNumber: { type: 'integer', description: 'Number of the revision, from 1.' },
    Hash: described('SHA-256 of its content in lower-case hexadecimal.'),
  },
};

const revision = (description: string) => ({
  anyOf: [revisionProperties, { type: 'null' }],
  description,
});
const activity = (type: string) => ({
  ActivityDate: moment('When it happened.'),
  UserName: described('Address of the user or visitor, `Share By Link User`, or `System`.'),
  ActivityItemType: described(type),
  ContentName: described('Name of the item at that time.'),
});
const inWords = {
  ...activity('The event in words, such as `Viewed Document`.'),
  UserId: { type: 'integer', description: 'The user; 0 for everybody without an account.' },
};

/** docs/api/reports.md#report-rows */
export const USER_ROWS = rowsOf(
  'UserReportRow',
  'An activity of a user.',
  activity('The code of what happened, such as `DocumentViewed`.'),
);
export const DOCUMENT_ROWS = rowsOf('DocumentReportRow', 'An activity about a document.', inWords);
export const LIBRARY_ROWS = rowsOf('LibraryReportRow', 'An activity in a library.', inWords);
export const TASK_ROWS = rowsOf('TaskReportRow', 'A task.', {
  TaskId: { type: 'integer', description: 'The task.' },
  TaskType: described('The kind of task: `Approval`.'),
  TaskStatus: { enum: ['Open', 'Approved', 'Denied', 'Cancelled', 'Expired'], description: 'The state of the task.' },
  Instructions: described('The instructions to the assignee.'),
  DueDate: moment('When the decision is due.'),
  DateAssigned: moment('When the task was created.'),
  DateEnded: {
    anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
    description: 'When the task ended; null while it is open.',
  },
  Creator: described('Address of the creator.'),
  Assignee: described('Address of the assignee.'),
  ItemType: described('`Document`.'),
  ItemName: described('Name of the document.'),
  // Not in CSV, whose columns never change (docs/api/reports.md#report-rows).
  AssignedRevision: revision('The revision that was current when the task was assigned.'),
  DecidedRevision: revision('The revision that was approved or denied; null without a decision.'),
  CurrentRevision: revision('The newest revision; null once the document is purged.'),
});

/** For links, which cannot send an Accept header: an extension. */
export const ResultQuery = Type.Object({
  form: Type.Optional(Type.Enum(['csv', 'json'], { description: 'The form of the result; it replaces `Accept`.' })),
});

/** Row counts of a report: an extension. */
export const ReportSummarySchema = Type.Object(
  {
    Rows: Type.Integer({ description: 'Number of rows.' }),
    Unit: Type.Enum(['Day', 'Month'], {
      description: 'The length of a period: months if more than 92 days have rows.',
    }),
    Periods: Type.Array(
      Type.Object(
        {
          Start: Type.String({ format: 'date', description: 'The first day of the period, UTC.' }),
          Rows: Type.Integer({ description: 'Number of rows in the period.' }),
        },
        { description: 'A period with rows.' },
      ),
      { description: 'The periods that have rows, oldest first; tasks count on the day when they were assigned.' },
    ),
    Types: Type.Array(
      Type.Object(
        {
          Name: Type.String({ description: 'The event in words, or the state of tasks.' }),
          Rows: Type.Integer({ description: 'Number of rows of this type.' }),
        },
        { description: 'A type with rows.' },
      ),
      { description: 'The types of rows, most frequent first.' },
    ),
  },
  { title: 'ReportSummary', description: 'Counts of the rows of a report.' },
);

/** One activity as in a report, with its code: an extension. */
export const ActivitySchema = Type.Object(
  {
    ActivityId: id('The row of the activity log.'),
    ActivityDate: time('When it happened.'),
    UserName: text('Address of the user or visitor, `Share By Link User`, or `System`.'),
    UserId: Type.Integer({ description: 'The user; 0 for everybody without an account.' }),
    Person: personOrNull('The user; null for anyone without an account.'),
    ActivityType: text('The code of what happened, such as `DocumentViewed`.'),
    ActivityItemType: text('The event in words.'),
    ContentName: text('Name of the document at that time.'),
    RevisionNumber: nullable(
      Type.Integer(),
      'The revision that was added, assigned, approved, or denied; null for other activity.',
    ),
  },
  { title: 'Activity', description: 'Something that happened to a document.' },
);
