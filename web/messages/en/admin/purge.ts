/** English messages of the page that purges old documents. */
import { formatNumber } from '../../../formatters.ts';

const documents = (count: number) => (count === 1 ? '1 document' : `${formatNumber(count)} documents`);

export const adminPurgeMessages = {
  title: 'Purge old documents',
  text: 'Permanently delete old documents from all libraries, including personal libraries and trash. Preview the documents before you delete them.',
  off: 'Purging is turned off. Turn on “Allow permanent deletion” in Settings to use this page.',
  days: 'Minimum age in days',
  daysHint: '60 or more',
  preview: 'Preview documents',
  running: { count: 'Counting:', purge: 'Deleting:', unknown: 'Working:' },
  summary: (count: number, size: string) => `${documents(count)} with all versions, ${size}.`,
  nothing: 'No documents are that old.',
  columns: { name: 'Document', place: 'Location', size: 'Size', stored: 'Uploaded', trash: 'Trash' },
  inTrash: 'in trash',
  list: 'Documents to delete, oldest first',
  download: 'Download list',
  purge: 'Delete permanently',
  confirm: (count: number) => `Permanently delete ${documents(count)}?`,
  confirmText: (days: number) =>
    `All documents that are at least ${formatNumber(days)} days old are deleted with their versions, links and tags. You can’t undo this.`,
  result: {
    title: 'Result',
    deleted: 'Permanently deleted',
    failed: 'Couldn’t be deleted',
    text: 'Download the result if you need it. It’s shown only once.',
    failedText: 'See the server log for the reasons.',
    download: 'Download result',
  },
  files: { list: 'old-documents.csv', result: 'purge-result.csv' },
} as const;
