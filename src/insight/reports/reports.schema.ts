import { Type } from 'typebox';

const day = (what: string) =>
  Type.Optional(Type.String({ description: `${what} \`YYYY-MM-DD\` (UTC) or an ISO 8601 time, included.` }));

/** Parameters of all reports. */
const common = {
  fromDate: day('The first moment.'),
  toDate: day('The last moment; a day is all of it.'),
  fileName: Type.Optional(Type.String({ description: 'Name of the file; its extension follows from its form.' })),
  searchFlags: Type.Optional(Type.Integer({ minimum: -1, description: 'Has no effect.' })),
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
    Type.Array(Type.String(), { description: `Any of ${TASK_STATUSES.join(', ')}; repeated or separated by commas.` }),
  ),
  assignee: Type.Optional(Type.String({ description: 'Email address of a user or of somebody from outside.' })),
  creator: Type.Optional(Type.String({ description: 'Email address of a user.' })),
});

const text = { type: 'string' };
const array = (properties: Record<string, object>) => ({ type: 'array', items: { type: 'object', properties } });

const revision = (description: string) => ({
  type: ['object', 'null'],
  description,
  properties: { RevisionId: { type: ['integer', 'null'] }, RevisionNumber: { type: 'integer' }, Hash: text },
});

/** docs/api/reports.md#report-rows */
export const USER_ROWS = array({
  ActivityDate: { type: 'string', format: 'date-time' },
  UserName: text,
  ActivityItemType: text,
  ContentName: text,
});
export const ACTIVITY_ROWS = array({ ...USER_ROWS.items.properties, UserId: { type: 'integer' } });
export const TASK_ROWS = array({
  TaskId: { type: 'integer' },
  TaskType: text,
  TaskStatus: { enum: ['Open', 'Approved', 'Denied', 'Cancelled', 'Expired'] },
  Instructions: text,
  DueDate: { type: 'string', format: 'date-time' },
  DateAssigned: { type: 'string', format: 'date-time' },
  DateEnded: { type: ['string', 'null'], format: 'date-time' },
  Creator: text,
  Assignee: text,
  ItemType: text,
  ItemName: text,
  // Not in CSV, whose columns never change (docs/api/reports.md#report-rows).
  AssignedRevision: revision('The revision that was current when the task was assigned.'),
  DecidedRevision: revision('The revision that was approved or denied; null without a decision.'),
  CurrentRevision: revision('The newest revision; null once the document is purged.'),
});

/** For links, which cannot send an Accept header: an extension. */
export const ResultQuery = Type.Object({
  form: Type.Optional(Type.Enum(['csv', 'json'], { description: 'Instead of what `Accept` says.' })),
});

/** Row counts of a report: an extension. */
export const ReportSummarySchema = Type.Object(
  {
    Rows: Type.Integer(),
    Unit: Type.Enum(['Day', 'Month'], { description: 'Months where there are more than 92 days with rows.' }),
    Periods: Type.Array(
      Type.Object({
        Start: Type.String({ format: 'date', description: 'The first day of the period, UTC.' }),
        Rows: Type.Integer(),
      }),
      { description: 'Those that have rows, the earliest first; of tasks by the day on which they were assigned.' },
    ),
    Types: Type.Array(Type.Object({ Name: Type.String(), Rows: Type.Integer() }), {
      description: 'What happened, in words, or the statuses of tasks; the most frequent first.',
    }),
  },
  { title: 'ReportSummary' },
);

/** One activity as in a report, with its code: an extension. */
export const ActivitySchema = Type.Object(
  {
    ActivityId: Type.Integer(),
    ActivityDate: Type.String({ format: 'date-time' }),
    UserName: Type.String({ description: 'As in reports: an address, `Share By Link User` or `System`.' }),
    UserId: Type.Integer({ description: '0: nobody with an account.' }),
    ActivityType: Type.String({ description: 'The code of what happened.' }),
    ActivityItemType: Type.String({ description: 'The same in words.' }),
    ContentName: Type.String({ description: 'What the document was called then.' }),
    RevisionNumber: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The revision that was added, assigned, approved or denied; null for other activities.',
    }),
  },
  { title: 'Activity' },
);
