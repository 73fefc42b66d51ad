/** English messages of the overview for site admins. */
import { formatNumber } from '../../../formatters.ts';

// The server stops counting at the limit.
const upTo = (limit: number, count: number) =>
  count >= limit ? `${formatNumber(limit)} or more` : formatNumber(count);

export const overviewMessages = {
  title: 'Overview',
  number: formatNumber,
  jobs: (count: number) => upTo(1000, count),
  groups: { content: 'Usage', links: 'Links', care: 'Needs attention' },
  documents: { label: 'Documents', note: 'Including trash' },
  storage: { label: 'Storage used', note: 'Identical files are stored once' },
  people: {
    label: 'People',
    note: (admins: number) => (admins === 1 ? '1 site admin' : `${formatNumber(admins)} site admins`),
  },
  activeLinks: { label: 'Active links' },
  unprotected: { label: 'Unprotected links', note: 'Anyone with the link can open them' },
  withoutEnd: { label: 'No expiration', note: 'Available until revoked' },
  signIns: { label: 'Failed sign-ins', note: 'Last 7 days' },
  jobsFailed: { label: 'Failed jobs', note: (waiting: string) => `${waiting} waiting or running` },
  mails: { label: 'Undelivered emails', note: (delayed: number) => `${formatNumber(delayed)} being retried` },
  tasks: { label: 'Overdue tasks', note: (open: number) => `${formatNumber(open)} open` },
  activity: {
    title: 'Activity in the last 30 days',
    none: 'No activity yet. Daily counts will appear here.',
    sum: (events: number, busiest: string, most: number) =>
      `${formatNumber(events)} events. Busiest day: ${busiest} with ${formatNumber(most)}.`,
    note: 'Includes views, downloads, changes, links and sign-ins. Days are in UTC.',
    table: 'Show as table',
    day: 'Day',
    events: 'Events',
    of: (day: string, events: number) => `${day}: ${formatNumber(events)}`,
  },
} as const;
