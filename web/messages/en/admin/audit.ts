/** English messages of the audit pages for site admins. */
import { formatNumber } from '../../../formatters.ts';

const lines = (count: number) => (count === 1 ? '1 line' : `${formatNumber(count)} lines`);
const seals = (count: number) => (count === 1 ? '1 seal' : `${formatNumber(count)} seals`);

export const auditMessages = {
  section: 'Audit log',
  title: 'Verify the audit log',
  verify: 'Verify the log',
  log: {
    text: 'Everything that people, visitors and the service did, newest first.',
    none: 'No activity matches these filters.',
    noneYet: 'No activity matches in the newest part of the log. Load more to continue.',
    filters: 'Filters',
    personHint: 'Name or email',
    any: 'Any',
    from: 'From',
    to: 'To',
    reversed: 'Choose a day on or after the first one.',
    future: 'Choose today or an earlier day.',
    document: 'Document',
    allDocuments: 'Show all documents',
    onlyPerson: 'Show only this person',
    onlyDocument: 'Show only this document',
    /** The name of a report in sentence case; abbreviations stay. */
    sentence: (name: string) => name.replace(/[ -][A-Z](?=[a-z])/g, (letter) => letter.toLowerCase()),
    accountOf: (name: string) => `Account of ${name}`,
    changes: {
      Name: 'Name',
      Email: 'Email',
      Picture: 'Picture',
      TimeZone: 'Time zone',
      SiteAdmin: 'Made site admin',
      Member: 'Made member',
      Deactivated: 'Deactivated',
      Reactivated: 'Reactivated',
      Invited: 'Invited',
    },
    visitor: 'Someone with a link',
    service: 'System',
    groups: {
      signIns: 'Sign-ins',
      failedSignIns: 'Failed sign-ins',
      denied: 'Denied access',
      reads: 'Views and downloads',
      changes: 'Uploads and changes',
      deletions: 'Deletions',
      comments: 'Comments',
      links: 'Links',
      permissions: 'Permissions',
      tasks: 'Tasks',
      people: 'People and groups',
      credentials: 'Passwords and tokens',
      administration: 'Administration',
    },
  },
  proves:
    'New activity is sealed every minute, and the last seal is kept outside the database. A verification detects sealed entries that were changed, removed, or added since then, and entries missing at the end of the log.',
  provesNot:
    'It doesn’t cover activity after the last seal, or changes by someone with access to the database, the places where seals are kept, and the secret key. To detect those too, write down a seal from time to time.',
  noted: 'Earlier seal',
  notedAbout: 'Optional. Paste a seal as shown below: a number, a colon, and 64 digits.',
  start: 'Start verification',
  started: 'Verification started',
  earlier: 'Verifications',
  none: 'No verifications yet',
  columns: {
    time: 'Time',
    person: 'Person',
    activity: 'Activity',
    item: 'Item',
    result: 'Result',
    creator: 'Started by',
    state: 'Status',
    date: 'Date',
  },
  states: {
    Processing: 'In progress',
    Complete: 'Done',
    Failed: 'Failed',
    Cancelled: 'Canceled',
    Good: 'Verified',
    Broken: 'Problems found',
  },
  progress: (done: number, all: number) => `${formatNumber(done)} of ${seals(all)} checked`,
  good: (count: number, rows: number) => `${seals(count)} over ${lines(rows)} verified.`,
  broken: (count: number) => (count === 1 ? '1 problem found.' : `${formatNumber(count)} problems found.`),
  finding: (seal: number, from: number, through: number, problem: string) =>
    from > through
      ? `Seal ${formatNumber(seal)}: ${problem}`
      : `Seal ${formatNumber(seal)}, lines ${formatNumber(from)} to ${formatNumber(through)}: ${problem}`,
  findings: 'Details',
  kept: (place: string, seal: number, since: string, isAccepted: boolean) =>
    `Seal ${formatNumber(seal)} is kept in ${place}; ${isAccepted ? 'log accepted' : 'seals kept'} since ${since}.`,
  more: (count: number) => `and ${formatNumber(count)} more`,
  unsealed: (count: number) => `${lines(count)} not sealed yet.`,
  last: 'Last seal:',
  forgotten: 'Details are kept for 7 days. The audit log still shows the number of problems.',
} as const;
