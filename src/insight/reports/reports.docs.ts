import { RESULT_PROBLEMS, STARTED_ANSWER, TOO_EARLY_ANSWER } from '../../core/async-jobs/async-jobs.docs.ts';
import { type Answers, operations } from '../../platform/openapi/operations.ts';
import { DOCUMENT_ROWS, LIBRARY_ROWS, TASK_ROWS, USER_ROWS } from './reports.schema.ts';

const POLLED = 'Poll the URL in `Location`, and then follow `Links.ResultUri`.';

const started = (who: string, limit: string): Answers => ({
  202: STARTED_ANSWER,
  400: `A parameter is not valid, or the range is reversed${limit}.`,
  403: who,
});

const CSV = {
  schema: { type: 'string', description: 'CSV (RFC 4180) in UTF-8 with CRLF and a line of column names.' },
};

const result = (rows: object, who: string): Answers => {
  const headers = [
    'Content-Disposition',
    'Content-Length',
    'ETag',
    'Accept-Ranges',
    'Repr-Digest',
    'X-Report-From',
    'X-Report-To',
  ] as const;
  const content = { 'text/csv': CSV, 'application/json': { schema: rows } };
  return {
    200: { description: 'The report as an attachment: CSV, or JSON if `Accept` prefers it.', headers, content },
    206: { description: 'The range of bytes that `Range` names.', headers: [...headers, 'Content-Range'], content },
    303: TOO_EARLY_ANSWER,
    304: { description: 'Your copy is current.', headers: ['ETag'] },
    403: who,
    406: '`Accept` excludes both CSV and JSON.',
    412: 'The report is not the one that `If-Match` names.',
    416: 'The range starts beyond the end of the report.',
    ...RESULT_PROBLEMS,
  };
};

const summary = (who: string): Answers => ({
  200: 'The summary.',
  303: TOO_EARLY_ANSWER,
  403: who,
  ...RESULT_PROBLEMS,
});

const NO_ADMIN = 'You are not a site admin.';
const NO_READER = 'You can no longer read what the report is about, or somebody else started it.';
const resultText = (subject: string) =>
  `Returns a report of ${subject}. It counts as retrieved when its last byte was sent, and is then kept for 10 minutes; before that ` +
  'for 7 days. Rights are checked again.';
const summaryText = (subject: string) =>
  `Counts the rows of a report of ${subject} by period and type. It does not count as retrieving the report.`;

export const reportDocs = operations('Reports', {
  startUserReport: {
    summary: 'Start a report of a user',
    description: `Starts a report of what a user did. ${POLLED} For site admins.`,
    answers: { ...started(NO_ADMIN, ''), 404: 'No such user exists in the deployment.' },
  },
  startDocumentReport: {
    summary: 'Start a report of a document',
    description: `Starts a report of what happened to a document. ${POLLED} Requires Read on the document, or to be a site admin.`,
    answers: {
      ...started('You lack Read on the document.', ''),
      404: 'No such document exists, or it is in the trash.',
    },
  },
  startLibraryReport: {
    summary: 'Start a report of a library',
    description: `Starts a report of what happened in a library within at most 30 days. ${POLLED} Requires Read on the library, or to be a site admin.`,
    answers: {
      ...started('You lack Read on the library.', ' or longer than 30 days'),
      404: 'No such library exists, or it is in the trash.',
    },
  },
  startTaskReport: {
    summary: 'Start a report of tasks',
    description: `Starts a report of the tasks that were assigned or ended within at most 90 days. ${POLLED} For site admins.`,
    answers: started(NO_ADMIN, ' or longer than 90 days, or `creator` is not a user'),
  },
  listDocumentActivity: {
    summary: 'List what happened to a document',
    description:
      'Returns the activity of a document, newest first, at most 100 rows if `top` is absent. Reads of sync clients are left out. ' +
      'Requires Read on the document, or to be a site admin.',
    answers: {
      200: 'The activity.',
      403: 'You lack Read on the document.',
      404: 'No such document exists, or it is in the trash.',
    },
  },
  listActivity: {
    summary: 'List what happened in the deployment',
    description:
      'Returns the activity log, newest first, at most 100 rows if `top` is absent. With `type`, a page can have fewer rows than `top`, ' +
      'or none, although a `Link` leads to more. For site admins.',
    answers: { 200: 'The activity.', 403: NO_ADMIN },
  },
  getUserReport: {
    summary: 'Get a report of a user',
    description: `${resultText('what a user did')} For site admins.`,
    answers: result(USER_ROWS, NO_ADMIN),
  },
  getDocumentReport: {
    summary: 'Get a report of a document',
    description: resultText('what happened to a document'),
    answers: result(DOCUMENT_ROWS, NO_READER),
  },
  getLibraryReport: {
    summary: 'Get a report of a library',
    description: resultText('what happened in a library'),
    answers: result(LIBRARY_ROWS, NO_READER),
  },
  getTaskReport: {
    summary: 'Get a report of tasks',
    description: `${resultText('tasks')} For site admins.`,
    answers: result(TASK_ROWS, NO_ADMIN),
  },
  getUserReportSummary: {
    summary: 'Summarize a report of a user',
    description: `${summaryText('what a user did')} For site admins.`,
    answers: summary(NO_ADMIN),
  },
  getDocumentReportSummary: {
    summary: 'Summarize a report of a document',
    description: summaryText('what happened to a document'),
    answers: summary(NO_READER),
  },
  getLibraryReportSummary: {
    summary: 'Summarize a report of a library',
    description: summaryText('what happened in a library'),
    answers: summary(NO_READER),
  },
  getTaskReportSummary: {
    summary: 'Summarize a report of tasks',
    description: `${summaryText('tasks')} For site admins.`,
    answers: summary(NO_ADMIN),
  },
});
