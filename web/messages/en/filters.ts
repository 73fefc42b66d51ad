/** English messages about the filters of a list. */

export const filterMessages = {
  title: 'Filters',
  clear: 'Clear filters',
  clearOne: (label: string) => `Clear filter: ${label}`,
  /** The label of a filter in use. */
  active: (label: string, value: string) => `${label}: ${value}`,
  kind: 'Kind',
  by: 'Modified by',
  date: 'Modified',
  /** Of the folders of a library. */
  created: 'Created',
  tag: 'Tag',
  kinds: {
    folder: 'Folders',
    document: 'Documents',
    spreadsheet: 'Spreadsheets',
    presentation: 'Presentations',
    pdf: 'PDFs',
    image: 'Images',
    video: 'Videos',
    audio: 'Audio',
    archive: 'Archives',
    other: 'Other',
  },
  several: (first: string, others: number) => (others === 0 ? first : `${first} +${others}`),
  me: 'Me',
  recentPeople: 'Recently active here',
  otherPerson: 'Another person…',
  person: { title: 'Filter by person', label: 'Name or email', hint: 'Documents that this person modified last.' },
  recent: { today: 'Today', '7d': 'Last 7 days', '30d': 'Last 30 days', year: 'This year' },
  custom: 'Custom range…',
  days: {
    title: 'Filter by date',
    from: 'From',
    to: 'To',
    wrong: 'The last day must not be before the first.',
    text: (from: string | null, to: string | null) => {
      if (from === null) return `until ${to ?? ''}`;
      return to === null ? `from ${from}` : `${from} – ${to}`;
    },
  },
  tags: { title: 'Filter by tag', tag: 'Tag', value: 'Value', none: 'There are no tags here yet.' },
  apply: 'Apply',
  noMatch: 'No items match the filters.',
} as const;
