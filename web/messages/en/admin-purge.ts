/** Texts of the page that purges old documents, in English. */

const number = (count: number) => new Intl.NumberFormat('en').format(count);
const documents = (count: number) => (count === 1 ? '1 document' : `${number(count)} documents`);

export const adminPurgeMessages = {
  section: 'Old documents',
  title: 'Purge old documents',
  text: 'Deletes for good what was first stored long ago, from all libraries, personal ones too, in the trash or not. See first what would go.',
  off: 'Nothing can be purged here: the setting that enables purging is off.',
  days: 'Stored at least so many days ago',
  daysHint: '60 or more.',
  see: 'See what would go',
  running: { count: 'Counting:', purge: 'Deleting:', unknown: 'Working:' },
  summary: (count: number, size: string) => `${documents(count)} would go, ${size}, with all their versions.`,
  nothing: 'Nothing is that old.',
  columns: { name: 'Document', place: 'Where', size: 'Size', stored: 'Stored' },
  inTrash: 'in the trash',
  list: 'Documents that would go, the oldest first',
  download: 'Download the list',
  downloading: 'The list is being put together.',
  purge: 'Delete for good',
  confirm: (count: number) => `Delete ${documents(count)} for good?`,
  confirmText: (days: number) =>
    `Everything that is at least ${number(days)} days old when this begins goes, with all versions, links and tags. Nobody can bring it back.`,
  result: {
    title: 'What was done',
    deleted: 'Deleted for good',
    failed: 'Could not be deleted',
    text: 'Keep it if you need it: it is shown this once.',
    failedText: 'The log of the server names them with the reasons.',
    download: 'Download the result',
  },
  files: { list: 'old-documents.csv', result: 'purge-result.csv' },
} as const;
