/** English messages of the page of a document. */
import { formatNumber } from '../../formatters.ts';

const passages = (count: number) => (count === 1 ? '1 passage' : `${formatNumber(count)} passages`);
const lines = (count: number) => (count === 1 ? '1 line' : `${formatNumber(count)} lines`);

export const documentMessages = {
  pane: 'About this document',
  closePane: 'Close panel',
  openPane: 'Show panel',
  tabs: {
    details: 'Details',
    versions: 'Versions',
    comments: 'Comments',
    tasks: 'Tasks',
    access: 'Access',
    activity: 'Activity',
  },
  tabWith: (tab: string, count: number) => `${tab} (${formatNumber(count)})`,
  noTasks: 'No tasks yet. Request approval to ask someone for a decision about this document.',
  noLinks: 'You haven’t created links to this document.',
  neighbors: 'Documents in this folder',
  previous: (name: string) => `Previous: ${name}`,
  next: (name: string) => `Next: ${name}`,
  first: 'This is the first document',
  last: 'This is the last document',
  position: (at: number, count: number) => `${formatNumber(at)} of ${formatNumber(count)}`,
  compare: 'Compare',
  compareOf: (version: number) => `Compare version ${version} with the current version`,
  comparison: {
    title: (older: number, newer: number) => `Version ${older} and version ${newer}`,
    version: (version: number) => `Version ${version}`,
    current: (version: number) => `Version ${version} (current)`,
    before: 'Before',
    after: 'After',
    versionOf: (version: number, name: string) => `Version ${version} of ${name}`,
    noVersion: 'This version isn’t available for comparison.',
    close: 'Close comparison',
    show: 'Show',
    changes: 'Changes',
    documents: 'Whole versions',
    changesOf: (name: string) => `Changes in ${name}`,
    counts: (added: number, removed: number) => `${lines(added)} added, ${lines(removed)} removed`,
    passageCounts: (added: number, removed: number) => `${passages(added)} added, ${passages(removed)} removed.`,
    partly: 'Some text, such as words in pictures, isn’t compared.',
    line: (line: number) => `Line ${formatNumber(line)}`,
    page: (page: number) => `Page ${formatNumber(page)}`,
    noPage: 'Not on a page',
    shortPage: (page: number) => `p. ${page}`,
    added: (place: string) => `${place} added: `.trimStart(),
    removed: (place: string) => `${place} removed: `.trimStart(),
    gap: (count: number) => (count === 1 ? '1 unchanged line' : `${formatNumber(count)} unchanged lines`),
    cut: (count: number) => `Showing the first ${formatNumber(count)} lines with changes. The versions differ in more.`,
    passagesGap: (count: number) => (count === 1 ? '1 unchanged passage' : `${formatNumber(count)} unchanged passages`),
    passagesCut: (count: number) =>
      `Showing the first ${formatNumber(count)} passages with changes. The versions differ in more.`,
    sameRead: 'The text that could be read in both versions is the same.',
    unreadable:
      'A version has no text that can be read, so changes can’t be shown. Choose “Whole versions” to see both.',
    sameText: 'The text of both versions is the same.',
    tooLarge: (size: string) =>
      `Changes aren’t shown for versions larger than ${size}. Choose “Whole versions” to read them.`,
    tooDifferent: 'These versions differ too much to show changes. Choose “Whole versions” to read them.',
  },
} as const;
