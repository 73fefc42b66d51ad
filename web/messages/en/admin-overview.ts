/** Texts of the overview for site admins, in English. */

const number = (count: number) => new Intl.NumberFormat('en').format(count);
// The server counts no further.
const upTo = (limit: number, count: number) => (count >= limit ? `${number(limit)} or more` : number(count));

export const overviewMessages = {
  title: 'Overview',
  number,
  jobs: (count: number) => upTo(1000, count),
  groups: { content: 'What is here', links: 'Links to the outside', care: 'What may need you' },
  documents: { label: 'Documents', note: 'The trash included' },
  storage: { label: 'Storage in use', note: 'Equal contents are stored once' },
  people: {
    label: 'People',
    note: (admins: number) => (admins === 1 ? 'One of them a site admin' : `${number(admins)} of them site admins`),
  },
  activeLinks: { label: 'Active links' },
  unprotected: { label: 'Without protection', note: 'Whoever has the link gets in' },
  withoutEnd: { label: 'Without expiry', note: 'Open until somebody withdraws them' },
  signIns: { label: 'Failed sign-ins', note: 'In the last 7 days' },
  jobsFailed: { label: 'Jobs given up', note: (waiting: string) => `${waiting} waiting or running` },
  mails: { label: 'Mails not delivered', note: (delayed: number) => `${number(delayed)} being tried again` },
  tasks: { label: 'Overdue tasks', note: (open: number) => `${number(open)} open` },
  activity: {
    title: 'Activity of the last 30 days',
    none: 'Nothing has happened in this time.',
    sum: (events: number, busiest: string, most: number) =>
      `${number(events)} events; the busiest day was ${busiest} with ${number(most)}.`,
    note: 'Everything that the activity log has a line for: views and downloads, changes, links, sign-ins. Days in UTC.',
    table: 'Show the numbers',
    day: 'Day',
    events: 'Events',
    of: (day: string, events: number) => `${day}: ${number(events)}`,
  },
} as const;
