/** Texts of the page about the activity log for site admins, in English. */

const number = (count: number) => new Intl.NumberFormat('en').format(count);
const lines = (count: number) => (count === 1 ? '1 line' : `${number(count)} lines`);
const seals = (count: number) => (count === 1 ? '1 seal' : `${number(count)} seals`);

export const auditTexts = {
  section: 'Audit',
  title: 'Verify the activity log',
  proves:
    'Each minute the new lines of the activity log are sealed, and each seal holds on to the one before: a verification finds every sealed line that was changed, removed or added since.',
  provesNot:
    'It does not cover lines that are younger than the last seal, nor somebody who has both the database and the secret key of the service and makes all seals anew; noting a seal elsewhere from time to time shows that too.',
  noted: 'A seal that was noted earlier',
  notedAbout: 'Optional, as it is shown below: a number, a colon and 64 digits.',
  start: 'Start a verification',
  started: 'The verification has begun.',
  earlier: 'Verifications',
  none: 'The activity log was not verified yet.',
  by: (address: string) => `by ${address}`,
  states: {
    Processing: 'Under way',
    Complete: 'Done',
    Failed: 'Failed',
    Cancelled: 'Cancelled',
    Good: 'Holds',
    Broken: 'Broken',
  },
  progress: (done: number, all: number) => `${number(done)} of ${seals(all)} looked at`,
  good: (count: number, rows: number) => `${seals(count)} over ${lines(rows)} hold.`,
  broken: (count: number) => (count === 1 ? '1 seal does not hold.' : `${number(count)} seals do not hold.`),
  finding: (seal: number, from: number, through: number, problem: string) =>
    `Seal ${number(seal)}, lines ${number(from)} to ${number(through)}: ${problem}`,
  findings: 'What was found',
  more: (count: number) => `and ${number(count)} more`,
  unsealed: (count: number) => `${lines(count)} not sealed yet.`,
  last: 'Last seal:',
  forgotten: 'What was found is kept for 7 days; the activity log still says how many seals did not hold.',
} as const;
