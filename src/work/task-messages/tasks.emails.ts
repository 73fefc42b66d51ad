/** Email templates about tasks. */
import { formatMailTime } from '../../platform/mail/mail-time.ts';
import { type Brand, renderEmail } from '../../platform/mail/render-email.ts';
import { nameFor } from '../task-rows/readers.queries.ts';
import type { TaskRow } from '../task-rows/tasks.queries.ts';

/** An event of a task. */
export type TaskEvent = 'assigned' | 'completed' | 'cancelled' | 'purged' | 'expired' | 'deleted';

/** Why a task ended without the assignee. */
export type EndedEvent = 'cancelled' | 'purged' | 'deleted';

/** A reader's time zone; null: UTC. */
type Zone = string | null;

/** To the assignee of a new task. `url`: the page of the task. */
export function renderAssignmentEmail(brand: Brand, task: TaskRow, url: string, zone: Zone) {
  const due = `Please approve or deny it by ${formatMailTime(task.dueAt, zone)}.`;
  const isOutside = task.assigneeId === null;
  return renderEmail(brand, {
    subject: `${task.creatorName} asks you to approve “${task.documentName}”`,
    paragraphs: [
      `${creatorOf(task)} asks you to approve the document “${task.documentName}”. ${due}`,
      ...quote('Instructions:', task.instructions),
    ],
    action: { label: 'Open the task', url },
    ...(isOutside ? { note: 'This link is only for you. When you open it, we email you an access code.' } : {}),
  });
}

/** To an assignee without an account when the task ends without them: their link no longer works. */
export function renderLinkEndedEmail(brand: Brand, task: TaskRow, event: EndedEvent) {
  const name = nameFor('assignee', task);
  const because = event === 'purged' ? ' because the document was permanently deleted' : '';
  return renderEmail(brand, {
    subject: `The request to approve “${name}” was ${event === 'deleted' ? 'deleted' : 'canceled'}`,
    paragraphs: [
      event === 'cancelled'
        ? `${creatorOf(task)} canceled the request to approve the document “${name}”.`
        : `The request of ${creatorOf(task)} to approve the document “${name}” was ${event === 'deleted' ? 'deleted' : 'canceled'}${because}.`,
      'You no longer need to make a decision, and your link to the document no longer works.',
    ],
  });
}

/** To the creator when the assignee has decided. */
export function renderDecisionEmail(brand: Brand, task: TaskRow, url: string) {
  const name = nameFor('creator', task);
  return renderEmail(brand, {
    subject: `${assigneeName(task)} ${decisionOf(task)} “${name}”`,
    paragraphs: describeDecision(task, name),
    action: { label: 'Open the task', url },
  });
}

/** To the update recipients of the task. It has no link, because it gives no access. */
export function renderUpdateEmail(brand: Brand, task: TaskRow, event: TaskEvent, zone: Zone) {
  return renderEmail(brand, {
    subject: `Approval of “${task.documentName}”: ${OUTCOMES[event](task)}`,
    paragraphs: PARAGRAPHS[event](task, zone),
    note: `You’re receiving this email because ${task.creatorName} added you to the updates of this task.`,
  });
}

const OUTCOMES: Record<TaskEvent, (task: TaskRow) => string> = {
  assigned: () => 'requested',
  completed: decisionOf,
  cancelled: () => 'canceled',
  purged: () => 'canceled',
  expired: () => 'expired',
  deleted: () => 'deleted',
};

const PARAGRAPHS: Record<TaskEvent, (task: TaskRow, zone: Zone) => string[]> = {
  assigned: (task, zone) => [
    `${creatorOf(task)} asks ${assigneeOf(task)} to approve the document ${named(task)} by ${formatMailTime(task.dueAt, zone)}.`,
    ...quote('Instructions:', task.instructions),
  ],
  completed: (task) => describeDecision(task, task.documentName),
  cancelled: (task) => [`The approval of the document ${named(task)} was canceled. ${requestOf(task)}`],
  purged: (task) => [
    `The approval of the document ${named(task)} was canceled because the document was permanently deleted. ${requestOf(task)}`,
  ],
  expired: (task, zone) => [
    `The approval of the document ${named(task)} expired without a decision on ${formatMailTime(task.dueAt, zone)}. ${requestOf(task)}`,
  ],
  deleted: (task) => [
    `The task to approve the document ${named(task)} was deleted. ${requestOf(task)}`,
    ...describeDecided(task),
  ],
};

function describeDecision(task: TaskRow, name: string): string[] {
  const { assigned, decided } = task;
  const isNewer = decided !== null && decided.hash !== assigned.hash;
  return [
    `${assigneeOf(task)} ${decisionOf(task)}${versionOf(task)} the document “${name}”.`,
    ...(isNewer ? [`Version ${assigned.revisionNumber} was current when the approval was requested.`] : []),
    ...(task.comment === null ? [] : quote('Comment:', task.comment)),
  ];
}

// Names the decided version, and that a later version is not covered.
function describeDecided({ status, result, decided, current }: TaskRow): string[] {
  if (status !== 'Completed' || decided === null) return [];
  const done = `Version ${decided.revisionNumber} was ${decisionOf({ result })}.`;
  const isNewer = current !== null && current.hash !== decided.hash;
  return [isNewer ? `${done} Version ${current.revisionNumber} is newer, and was not.` : done];
}

function versionOf({ decided }: TaskRow): string {
  return decided === null ? '' : ` version ${decided.revisionNumber} of`;
}

function named({ documentName }: TaskRow): string {
  return `“${documentName}”`;
}

function requestOf(task: TaskRow): string {
  return `${creatorOf(task)} had requested it from ${assigneeOf(task)}.`;
}

/** The decision as a verb in the past tense. */
export function decisionOf({ result }: Pick<TaskRow, 'result'>): string {
  return result === 'Positive' ? 'approved' : 'denied';
}

/** The assignee's name, or the address of an assignee without an account. */
export function assigneeName({ assigneeName: name, assigneeEmail }: TaskRow): string {
  return name ?? assigneeEmail;
}

function creatorOf({ creatorName, creatorEmail }: TaskRow): string {
  return `${creatorName} (${creatorEmail})`;
}

function assigneeOf({ assigneeName: name, assigneeEmail }: TaskRow): string {
  return name === null ? assigneeEmail : `${name} (${assigneeEmail})`;
}

// Keeps the line breaks of the text.
function quote(opening: string, text: string): string[] {
  return [opening, text.replaceAll(/\r\n?/g, '\n').trim()];
}
