/** Texts of approval tasks that people make and have, in English. */

const number = (count: number) => new Intl.NumberFormat('en').format(count);

export const taskTexts = {
  action: 'Ask for approval',
  title: (name: string) => `Ask for approval of “${name}”`,
  assignee: { label: 'Who decides', hint: 'A name, or the email address of somebody outside.' },
  due: { label: 'Decide by', hint: 'The end of that day.' },
  instructions: { label: 'What to look at', left: (count: number) => `${number(count)} characters left` },
  access: {
    label: 'What happens then',
    inside: (name: string) => `${name} is told, and can read the document until 15 days after that day.`,
    outside: (address: string) =>
      `${address} has no account here: a mail brings a personal link, which opens with a code by mail and shows this document alone.`,
    nobody:
      'They are told, and can read the document until 15 days after that day. People outside get a personal link.',
  },
  wrong: {
    assignee: 'Name somebody other than yourself, by a whole email address.',
    due: 'Choose a day from today on, at most 90 days ahead.',
    instructions: 'Say what to look at, in at most 1,000 characters.',
  },
  ask: 'Ask',
  asked: (address: string) => `${address} was asked.`,
  forbidden: 'You may not ask this: you need the right to grant on the document, for as long as they can read it.',
  missing: 'The document is not there any more.',
  list: {
    title: 'Tasks',
    section: 'Tasks',
    forMe: 'For me',
    byMe: 'Asked by me',
    none: {
      forMe: 'Nobody waits for you.',
      byMe: 'You have asked nobody yet. Choose a document and press Ask for approval.',
    },
    overdue: 'Overdue',
    open: 'Open',
    ended: 'Done',
    by: (address: string) => `asked by ${address}`,
    of: (address: string) => `${address} decides`,
    due: (time: string) => `by ${time}`,
    soon: 'Due soon',
    late: (time: string) => `was due ${time}`,
    changed: 'Changed since',
    status: { Positive: 'Approved', Negative: 'Denied', Cancelled: 'Cancelled', Expired: 'Nobody decided' },
    comment: (text: string) => `“${text}”`,
    decide: 'Decide',
    decideOn: (name: string) => `Decide on ${name}`,
    cancel: 'Cancel',
    cancelOf: (name: string) => `Cancel the task on ${name}`,
    remove: 'Delete',
    removeOf: (name: string) => `Delete the task on ${name}`,
    confirmCancel: 'Cancel this task?',
    confirmCancelText: (address: string) =>
      `${address} need not decide any more, and loses what the task let them read.`,
    keep: 'Keep it',
    confirmRemove: 'Delete this task?',
    confirmRemoveText: 'It goes from both lists, with its decision. This cannot be undone.',
    cancelled: 'The task is cancelled.',
    removed: 'The task is deleted.',
  },
} as const;
