/** Who is told what of a task: mails and notifications, in the transaction of what they tell of (contract: Events). */
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Brand } from '../../platform/mail/letter.ts';
import { enqueueMails } from '../mails/mails.steps.ts';
import { escapeMarkup, mention } from '../notifications/markup.ts';
import { insertNotifications } from '../notifications/notifications.queries.ts';
import { readSettings } from '../settings/settings.access.ts';
import {
  type TaskEvent,
  assigneeName,
  assignmentLetter,
  decisionLetter,
  decisionOf,
  updateLetter,
} from './tasks.letters.ts';
import type { TaskRow } from './tasks.queries.ts';

/** Tells of a new task. `url`: where its assignee decides. */
export async function tellAssigned(tx: Tx, task: TaskRow, url: string, now: Date): Promise<void> {
  const message = `${creator(task)} asks you for an ${approval(task)} of ${document(task)}`;
  await notify(tx, task, { assignee: message }, now);
  const { Branding: brand } = await readSettings(tx, task.deploymentId);
  const assigned = { to: task.assigneeEmail, ...assignmentLetter(brand, task, url) };
  await send(tx, task, [assigned, ...updates(brand, task, 'assigned')], now);
}

/** Tells of a decision. */
export async function tellCompleted(tx: Tx, { config }: Pick<Deps, 'config'>, task: TaskRow, now: Date): Promise<void> {
  const { Branding: brand } = await readSettings(tx, task.deploymentId);
  const message = `${assignee(task)} ${decisionOf(task)} ${document(task)}: ${mention('TaskId', task.taskId, 'the task')}`;
  await notify(tx, task, { creator: message }, now);
  const letter = decisionLetter(brand, task, taskUri(config.webUrl, task));
  const decided = task.isCreatorGone ? [] : [{ to: task.creatorEmail, ...letter }];
  await send(tx, task, [...decided, ...updates(brand, task, 'completed')], now);
}

/** Tells that a task ended without a decision. */
export async function tellEnded(
  tx: Tx,
  task: TaskRow,
  event: 'cancelled' | 'purged' | 'expired',
  now: Date,
): Promise<void> {
  const { Branding: brand } = await readSettings(tx, task.deploymentId);
  await notify(tx, task, messagesOf(task, event), now);
  await send(tx, task, updates(brand, task, event), now);
}

/** Tells that a task is gone: only those who are told of every event. */
export async function tellDeleted(tx: Tx, task: TaskRow, now: Date): Promise<void> {
  const { Branding: brand } = await readSettings(tx, task.deploymentId);
  await send(tx, task, updates(brand, task, 'deleted'), now);
}

/** The page of a task for those who have an account. */
export function taskUri(webUrl: string, { taskId }: { taskId: number }): string {
  return `${webUrl}/tasks/${taskId}`;
}

type Messages = { creator?: string; assignee?: string };

function messagesOf(task: TaskRow, event: 'cancelled' | 'purged' | 'expired'): Messages {
  if (event === 'cancelled')
    return { assignee: `${creator(task)} cancelled the ${approval(task)} of ${document(task)}` };
  if (event === 'purged') {
    // What is gone cannot be opened.
    const name = escapeMarkup(task.documentName);
    return { assignee: `The ${approval(task)} of ${name} was cancelled: the document was deleted for good` };
  }
  const expired = `The ${approval(task)} of ${document(task)} expired without a decision`;
  return { creator: expired, assignee: expired };
}

// People who were deleted get nothing.
async function notify(tx: Tx, task: TaskRow, messages: Messages, now: Date): Promise<void> {
  const { deploymentId, creatorId, assigneeId } = task;
  if (messages.creator !== undefined && !task.isCreatorGone) {
    await insertNotifications(tx, deploymentId, [creatorId], messages.creator, now);
  }
  if (messages.assignee !== undefined && assigneeId !== null && !task.isAssigneeGone) {
    await insertNotifications(tx, deploymentId, [assigneeId], messages.assignee, now);
  }
}

type Letter = { to: string; subject: string; text: string; html: string };

function updates(brand: Brand, task: TaskRow, event: TaskEvent): Letter[] {
  const letter = updateLetter(brand, task, event);
  return task.updateRecipients.map((to) => ({ to, ...letter }));
}

async function send(tx: Tx, { deploymentId }: TaskRow, letters: Letter[], now: Date): Promise<void> {
  if (letters.length === 0) return;
  await enqueueMails(
    tx,
    deploymentId,
    letters.map((letter) => ({ deploymentId, ...letter, now })),
  );
}

function creator({ creatorId, creatorName }: TaskRow): string {
  return mention('UserId', creatorId, creatorName);
}

function assignee(task: TaskRow): string {
  return task.assigneeId === null
    ? escapeMarkup(task.assigneeEmail)
    : mention('UserId', task.assigneeId, assigneeName(task));
}

function approval({ taskId }: TaskRow): string {
  return mention('TaskId', taskId, 'approval');
}

function document({ documentId, documentName }: TaskRow): string {
  return mention('DocumentId', documentId, documentName);
}
