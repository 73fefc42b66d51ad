/** English messages of the page of a document. */

const number = (count: number) => new Intl.NumberFormat('en').format(count);
const lines = (count: number) => (count === 1 ? '1 line' : `${number(count)} lines`);

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
  tabWith: (tab: string, count: number) => `${tab} (${number(count)})`,
  noTasks: 'No tasks yet. Request approval to ask someone for a decision about this document.',
  noLinks: 'You haven’t created links to this document.',
  neighbors: 'Documents in this folder',
  previous: (name: string) => `Previous: ${name}`,
  next: (name: string) => `Next: ${name}`,
  first: 'This is the first document',
  last: 'This is the last document',
  position: (at: number, count: number) => `${number(at)} of ${number(count)}`,
  compare: 'Compare',
  compareOf: (version: number) => `Compare version ${version} with the current version`,
  comparison: {
    title: (older: number, newer: number) => `Version ${older} and version ${newer}`,
    version: (version: number) => `Version ${version}`,
    versionOf: (version: number, name: string) => `Version ${version} of ${name}`,
    noVersion: 'This version isn’t available for comparison.',
    close: 'Close comparison',
    show: 'Show',
    changes: 'Changes',
    documents: 'Whole versions',
    changesOf: (name: string) => `Changes in ${name}`,
    counts: (added: number, removed: number) => `${lines(added)} added, ${lines(removed)} removed`,
    added: (line: number) => `Line ${number(line)} added: `,
    removed: (line: number) => `Line ${number(line)} removed: `,
    gap: (count: number) => (count === 1 ? '1 unchanged line' : `${number(count)} unchanged lines`),
    cut: (count: number) => `Showing the first ${number(count)} lines with changes. The versions differ in more.`,
    sameText: 'The text of both versions is the same.',
    tooLarge: (size: string) =>
      `Changes aren’t shown for versions larger than ${size}. Choose “Whole versions” to read them.`,
    tooDifferent: 'These versions differ too much to show changes. Choose “Whole versions” to read them.',
  },
} as const;
