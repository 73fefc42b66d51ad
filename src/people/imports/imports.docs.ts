import { operations } from '../../platform/openapi/operations.ts';

export const importDocs = operations('Users', {
  importUsers: {
    summary: 'Import people',
    description:
      'Adds the people of a CSV file in one transaction and emails each an invitation. People who have an account already stay as they are, so the ' +
      'same file changes nothing the second time. With `DryRun` nothing is written. For site admins.',
    bodyExample: { Csv: 'Email,Name,Role,Groups\ndana.import@example.com,Dana Reed,Member,', DryRun: true },
    answers: {
      200: 'The outcome for each line.',
      400: 'The file is not CSV, has other columns or too many lines, or lines have errors and `SkipInvalid` is absent.',
      403: 'For site admins among the people: the session was authenticated more than 10 minutes ago.',
      429: 'The invitations would exceed `MaxMailsPerUserPerDay`. Nothing was added.',
    },
  },
});
