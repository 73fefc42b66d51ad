/** English messages of the page of a document. */

const number = (count: number) => new Intl.NumberFormat('en').format(count);

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
  noTasks: 'No tasks yet. Request approval to ask someone for a decision about this document.',
  noLinks: 'You haven’t created links to this document.',
  neighbors: 'Documents in this folder',
  previous: (name: string) => `Previous: ${name}`,
  next: (name: string) => `Next: ${name}`,
  first: 'This is the first document',
  last: 'This is the last document',
  position: (at: number, count: number) => `${number(at)} of ${number(count)}`,
  compare: 'Compare',
} as const;
