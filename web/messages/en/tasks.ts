/** English messages about approval tasks, for people with an account. */
import { formatNumber } from '../../formatters.ts';

export const taskMessages = {
  action: 'Request approval',
  openDocument: 'Open document',
  title: (name: string) => `Request approval of “${name}”`,
  assignee: { label: 'Approver', hint: 'Name, or email of someone outside your organization' },
  due: { label: 'Due date', hint: 'End of the day' },
  instructions: { label: 'Instructions', left: (count: number) => `${formatNumber(count)} characters left` },
  access: {
    label: 'Access',
    inside: (name: string) => `${name} is notified and can view the document until 15 days after the due date.`,
    outside: (address: string) =>
      `${address} has no account here. They get an email with a personal link that opens only this document, with a code sent by email.`,
    nobody:
      'The approver is notified and can view the document until 15 days after the due date. People outside get a personal link.',
  },
  wrong: {
    assignee: 'Choose someone other than you, or enter an email address.',
    due: 'Choose a date from today to 90 days from now.',
    instructions: 'Enter instructions, at most 1,000 characters.',
  },
  dueOutside: (time: string) => `People outside can view the document until ${time}. Choose an earlier date.`,
  ask: 'Send request',
  asked: (approver: string) => `Approval requested from ${approver}.`,
  forbidden:
    'You can’t request this approval. You need permission to share the document for as long as the approver can view it.',
  missing: 'This document no longer exists.',
  versions: {
    approved: (version: number) => `Version ${version} was approved.`,
    denied: (version: number) => `Version ${version} was denied.`,
    approvedNotNewer: (version: number, newer: number) => `Version ${version} was approved. Version ${newer} is not.`,
    deniedNotNewer: (version: number, newer: number) =>
      `Version ${version} was denied. Version ${newer} has not been reviewed.`,
  },
  list: {
    title: 'Tasks',
    section: 'Tasks',
    forMe: 'Assigned to me',
    byMe: 'Requested by me',
    none: {
      forMe: 'No tasks assigned to you',
      byMe: 'No requests yet. To request an approval, select a document and choose Request approval.',
    },
    overdue: 'Overdue',
    open: 'Open',
    ended: 'Done',
    by: 'Requested by',
    of: 'Assigned to',
    due: (time: string) => `Due ${time}`,
    soon: 'Due soon',
    late: (time: string) => `Was due ${time}`,
    changed: 'New version',
    status: { Positive: 'Approved', Negative: 'Denied', Cancelled: 'Canceled', Expired: 'No decision' },
    comment: (text: string) => `“${text}”`,
    decide: 'Review',
    decideOn: (name: string) => `Review ${name}`,
    cancel: 'Cancel',
    cancelOf: (name: string) => `Cancel the task for ${name}`,
    remove: 'Delete',
    removeOf: (name: string) => `Delete the task for ${name}`,
    confirmCancel: 'Cancel this task?',
    confirmCancelText: (address: string) =>
      `${address} no longer needs to decide, and loses the access that this task gives.`,
    keep: 'Keep task',
    confirmRemove: 'Delete this task?',
    confirmRemoveText: 'The task and its decision are removed from both lists. This can’t be undone.',
    cancelled: 'Task canceled.',
    removed: 'Task deleted.',
  },
} as const;
