/** English messages of the audit page for site admins. */
import { formatNumber } from '../../../formatters.ts';

const lines = (count: number) => (count === 1 ? '1 line' : `${formatNumber(count)} lines`);
const seals = (count: number) => (count === 1 ? '1 seal' : `${formatNumber(count)} seals`);

export const auditMessages = {
  section: 'Audit log',
  title: 'Verify the activity log',
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
  columns: { result: 'Result', creator: 'Started by', state: 'Status', date: 'Date' },
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
  forgotten: 'Details are kept for 7 days. The activity log still shows the number of problems.',
} as const;
