/** English messages about reports. */
import { formatNumber } from '../../formatters.ts';

const rows = (count: number) => (count === 1 ? '1 row' : `${formatNumber(count)} rows`);

export const reportMessages = {
  section: 'Reports',
  title: 'Reports',
  text: 'Create activity reports that you can view here or download.',
  titleOf: (name: string) => `Activity report for “${name}”`,
  kinds: {
    label: 'Report type',
    user: 'Person',
    document: 'Document',
    library: 'Library',
    tasks: 'Tasks',
  },
  explained: {
    user: 'Everything a person did, including sign-ins and failed sign-in attempts.',
    document: 'Views, downloads, changes and shares of one document.',
    library: 'All activity in a library.',
    tasks: 'Approval requests and their outcomes.',
  },
  person: { label: 'Person', hint: 'Name or email', wrong: 'Choose a person from the list.' },
  document: {
    label: 'Document',
    hint: 'Search by name. You can also create this report on the page of the document.',
    found: 'Matching documents',
    none: 'No documents found.',
    wrong: 'Choose a document.',
  },
  library: { label: 'Library', choose: 'Choose a library', wrong: 'Choose a library.' },
  from: 'From',
  to: 'To',
  range: {
    reversed: 'The end date is before the start date.',
    any: (zone: string) => `Both days are included. Days are in ${zone} time. Leave empty to include all activity.`,
    days: (days: number, zone: string) =>
      `Both days are included. Days are in ${zone} time. Select up to ${days} days.`,
  },
  syncs: 'Include downloads by sync clients',
  fileName: { label: 'File name (optional)', hint: 'Leave empty for the default name.' },
  status: {
    label: 'Status',
    open: 'Open',
    completed: 'Decided',
    cancelled: 'Canceled',
    expired: 'Expired',
  },
  assignee: { label: 'Approver', hint: 'Email. Leave empty to include everyone.' },
  creator: { label: 'Requested by', hint: 'Email of a person with an account.' },
  create: 'Create report',
  missing: 'This item no longer exists, or it’s in trash.',
  kindOf: {
    'user-admin-report': 'Person activity',
    'document-activity-report': 'Document activity',
    'library-activity-report': 'Library activity',
    'task-report': 'Tasks',
    'purge-old-documents': 'Purge of old documents',
  } as Record<string, string>,
  about: (name: string | null, kind: string) => (name === null ? kind : `${kind}: ${name}`),
  between: (from: string, to: string) => `${from} to ${to}`,
  upTo: (to: string) => `up to ${to}`,
  job: {
    label: 'Report',
    creating: 'Creating the report. You can leave this page and come back later.',
    cancel: 'Cancel report',
    cancelled: 'Report canceled.',
    gone: 'This report is no longer available. Reports are kept for 7 days, or for 10 minutes after you download them. Create it again.',
    failed: (why: string) => `Couldn’t create the report. ${why}`,
    empty: 'No activity in this period.',
    download: {
      csv: (size: string) => `Download as CSV (${size})`,
      json: (size: string) => `Download as JSON (${size})`,
    },
    remove: 'Delete report',
    removed: 'Report deleted.',
    kept: 'Available for 7 days, or for 10 minutes after you download it.',
  },
  chart: {
    Day: 'Rows per day',
    Month: 'Rows per month',
    summary: (count: number, from: string, to: string, most: number, on: string) =>
      `${rows(count)} from ${from} to ${to}. Peak: ${formatNumber(most)} on ${on}.`,
    bar: (when: string, count: number) => `${when}: ${rows(count)}`,
    ends: (from: string, to: string) => `${from} to ${to}`,
    types: 'Rows per type',
    numbers: 'Show as table',
    when: 'Date',
    rows: 'Rows',
  },
  table: {
    label: 'Preview',
    all: (count: number) => `All ${rows(count)}`,
    first: (shown: number, all: number) => `First ${formatNumber(shown)} of ${rows(all)}`,
  },
  history: {
    title: 'Your reports',
    none: 'No reports yet. Reports that you create will appear here.',
    creating: 'In progress',
    ready: 'Ready',
    failed: 'Failed',
  },
} as const;
