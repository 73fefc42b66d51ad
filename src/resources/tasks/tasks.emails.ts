/** What the mails about tasks say. */
import { type Brand, printLetter } from '../../platform/mail/letter.ts';
import type { TaskRow } from './tasks.queries.ts';

/** What happened to a task. */
export type TaskEvent = 'assigned' | 'completed' | 'cancelled' | 'purged' | 'expired' | 'deleted';

/** The mail that brings the assignee the task. `url`: where it is decided. */
export function assignmentLetter(brand: Brand, task: TaskRow, url: string) {
  const due = `Please approve or deny it by ${timeOf(task.dueAt)}.`;
  const isOutside = task.assigneeId === null;
  return printLetter(brand, {
    subject: `${task.creatorName} asks you to approve “${task.documentName}”`,
    paragraphs: [
      `${creatorOf(task)} asks you to approve the document “${task.documentName}”. ${due}`,
      ...quote(`${task.creatorName} writes:`, task.instructions),
    ],
    action: { label: 'Open the task', url },
    ...(isOutside ? { note: 'The link is yours alone: when you open it, a code is mailed to you.' } : {}),
  });
}

/** The mail that tells the creator how the assignee has decided. */
export function decisionLetter(brand: Brand, task: TaskRow, url: string) {
  return printLetter(brand, {
    subject: `${assigneeName(task)} ${decisionOf(task)} “${task.documentName}”`,
    paragraphs: PARAGRAPHS.completed(task),
    action: { label: 'Open the task', url },
  });
}

/** The mail to those who are told of every event. It has no link: being told gives no access. */
export function updateLetter(brand: Brand, task: TaskRow, event: TaskEvent) {
  return printLetter(brand, {
    subject: `Approval of “${task.documentName}”: ${outcomeOf(task, event)}`,
    paragraphs: PARAGRAPHS[event](task),
    note: `You get this mail because ${task.creatorName} named you to be told of this task.`,
  });
}

const PARAGRAPHS: Record<TaskEvent, (task: TaskRow) => string[]> = {
  assigned: (task) => [
    `${creatorOf(task)} asks ${assigneeOf(task)} to approve the document ${named(task)} by ${timeOf(task.dueAt)}.`,
    ...quote('The instructions:', task.instructions),
  ],
  completed: (task) => [
    `${assigneeOf(task)} ${decisionOf(task)} the document ${named(task)}.`,
    ...(task.comment === null ? [] : quote('The comment:', task.comment)),
  ],
  cancelled: (task) => [`The approval of the document ${named(task)} was cancelled. ${asked(task)}`],
  purged: (task) => [
    `The approval of the document ${named(task)} was cancelled, because the document was deleted for good. ${asked(task)}`,
  ],
  expired: (task) => [
    `The approval of the document ${named(task)} expired without a decision on ${timeOf(task.dueAt)}. ${asked(task)}`,
  ],
  deleted: (task) => [`The task to approve the document ${named(task)} was deleted. ${asked(task)}`],
};

function named({ documentName }: TaskRow): string {
  return `“${documentName}”`;
}

function asked(task: TaskRow): string {
  return `${creatorOf(task)} had asked ${assigneeOf(task)} for it.`;
}

function outcomeOf(task: TaskRow, event: TaskEvent): string {
  if (event === 'completed') return decisionOf(task);
  if (event === 'assigned') return 'asked for';
  return event === 'purged' ? 'cancelled' : event;
}

/** What the assignee has done, as a verb. */
export function decisionOf({ result }: Pick<TaskRow, 'result'>): string {
  return result === 'Positive' ? 'approved' : 'denied';
}

/** The assignee's name; of somebody outside the address. */
export function assigneeName({ assigneeName: name, assigneeEmail }: TaskRow): string {
  return name ?? assigneeEmail;
}

function creatorOf({ creatorName, creatorEmail }: TaskRow): string {
  return `${creatorName} (${creatorEmail})`;
}

function assigneeOf({ assigneeName: name, assigneeEmail }: TaskRow): string {
  return name === null ? assigneeEmail : `${name} (${assigneeEmail})`;
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

function timeOf(time: string): string {
  return `${TIME.format(new Date(time))} UTC`;
}

// Each of a text's lines stays one.
function quote(opening: string, text: string): string[] {
  return [opening, text.replaceAll(/\r\n?/g, '\n').trim()];
}
