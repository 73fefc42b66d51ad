/** Emails and notifications about tasks, enqueued in the transaction of the event (docs/api/tasks.md#messages). */
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Brand } from '../../platform/mail/render-email.ts';
import { type Site, siteOfDeployment } from '../../core/hosts/sites.ts';
import { enqueueMails } from '../../core/mails/mails.steps.ts';
import { findSubscribers } from '../../core/subscriptions/subscribers.queries.ts';
import type { MailTopic } from '../../core/subscriptions/topics.ts';
import { emailKey } from '../../platform/values/email.ts';
import { escapeMarkup, mention } from '../../core/notifications/markup.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { nameFor } from '../task-rows/readers.queries.ts';
import {
  type EndedEvent,
  type TaskEvent,
  assigneeName,
  decisionOf,
  renderAssignmentEmail,
  renderDecisionEmail,
  renderLinkEndedEmail,
  renderUpdateEmail,
} from './tasks.emails.ts';
import type { TaskRow } from '../task-rows/tasks.queries.ts';

/** Notifies the assignee and the update recipients of a new task. `url`: the page of the task for the assignee. */
export async function notifyAssigned(tx: Tx, task: TaskRow, url: string, now: Date): Promise<void> {
  const message = `${creator(task)} requests your ${approval(task)} of ${document(task, 'assignee')}`;
  await notify(tx, task, { assignee: message }, now);
  const { Branding: brand } = await readSettings(tx, task.deploymentId);
  const zones = await findZones(tx, task);
  const email = renderAssignmentEmail(brand, task, url, zones(task.assigneeEmail));
  const assigned = { to: task.assigneeEmail, ...email, topic: 'TaskRequests' } as const;
  await send(tx, task, [assigned, ...updates({ brand, zones }, task, 'assigned')], now);
}

/** Notifies the creator and the update recipients of a decision. */
export async function notifyCompleted(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  task: TaskRow,
  now: Date,
): Promise<void> {
  const { Branding: brand } = await readSettings(tx, task.deploymentId);
  const version = task.decided === null ? '' : `version ${task.decided.revisionNumber} of `;
  const what = `${version}${document(task, 'creator')} (${mention('TaskId', task.taskId, 'view task')})`;
  await notify(tx, task, { creator: `${assignee(task)} ${decisionOf(task)} ${what}` }, now);
  const site = await siteOfDeployment(tx, config, task.deploymentId);
  const email = renderDecisionEmail(brand, task, taskUri(site, task));
  const decision = { to: task.creatorEmail, ...email, topic: 'TaskDecisions' } as const;
  const decided = task.isCreatorGone ? [] : [decision];
  const zones = await findZones(tx, task);
  await send(tx, task, [...decided, ...updates({ brand, zones }, task, 'completed')], now);
}

/** Notifies of a task that ended without a decision. */
export async function notifyEnded(
  tx: Tx,
  task: TaskRow,
  event: 'cancelled' | 'purged' | 'expired',
  now: Date,
): Promise<void> {
  const { Branding: brand } = await readSettings(tx, task.deploymentId);
  await notify(tx, task, messagesOf(task, event), now);
  // The link outlives the due date, so an expiry is no news for its owner.
  const linkEnded = event === 'expired' ? [] : linkEndedEmails(brand, task, event);
  const zones = await findZones(tx, task);
  await send(tx, task, [...linkEnded, ...updates({ brand, zones }, task, event)], now);
}

/** Notifies of a deleted task: the update recipients and, if it was open, an assignee without an account. */
export async function notifyDeleted(tx: Tx, task: TaskRow, now: Date): Promise<void> {
  const { Branding: brand } = await readSettings(tx, task.deploymentId);
  const linkEnded = task.status === 'Open' ? linkEndedEmails(brand, task, 'deleted') : [];
  const zones = await findZones(tx, task);
  await send(tx, task, [...linkEnded, ...updates({ brand, zones }, task, 'deleted')], now);
}

/** The page of a task for people with an account. */
export function taskUri({ webUrl }: Pick<Site, 'webUrl'>, { taskId }: { taskId: number }): string {
  return `${webUrl}/tasks/${taskId}`;
}

type Messages = { creator?: string; assignee?: string };

function messagesOf(task: TaskRow, event: 'cancelled' | 'purged' | 'expired'): Messages {
  if (event === 'cancelled') {
    return { assignee: `${creator(task)} canceled the ${approval(task)} of ${document(task, 'assignee')}` };
  }
  if (event === 'purged') {
    // Without a mention, because a purged document cannot be opened.
    const name = escapeMarkup(nameFor('assignee', task));
    return { assignee: `The ${approval(task)} of ${name} was canceled because the document was permanently deleted` };
  }
  const expired = (party: Party) => `The ${approval(task)} of ${document(task, party)} expired without a decision`;
  return { creator: expired('creator'), assignee: expired('assignee') };
}

// An assignee with an account gets a notification instead.
function linkEndedEmails(brand: Brand, task: TaskRow, event: EndedEvent): Email[] {
  if (task.assigneeId !== null) return [];
  return [{ to: task.assigneeEmail, ...renderLinkEndedEmail(brand, task, event), topic: null }];
}

// Deleted users get nothing.
async function notify(tx: Tx, task: TaskRow, messages: Messages, now: Date): Promise<void> {
  const { deploymentId, creatorId, assigneeId } = task;
  if (messages.creator !== undefined && !task.isCreatorGone) {
    await insertNotifications(tx, deploymentId, [creatorId], messages.creator, now);
  }
  if (messages.assignee !== undefined && assigneeId !== null && !task.isAssigneeGone) {
    await insertNotifications(tx, deploymentId, [assigneeId], messages.assignee, now);
  }
}

type Email = { to: string; subject: string; text: string; html: string; topic: MailTopic | null };

/** The time zone of the person with an address; null for others. */
type Zones = (email: string) => string | null;

async function findZones(tx: Tx, { deploymentId, assigneeEmail, updateRecipients }: TaskRow): Promise<Zones> {
  const people = await findSubscribers(tx, deploymentId, [assigneeEmail, ...updateRecipients]);
  return (email) => people.get(emailKey(email))?.timeZone ?? null;
}

function updates({ brand, zones }: { brand: Brand; zones: Zones }, task: TaskRow, event: TaskEvent): Email[] {
  return task.updateRecipients.map((to) => ({
    to,
    ...renderUpdateEmail(brand, task, event, zones(to)),
    topic: 'TaskUpdates',
  }));
}

async function send(tx: Tx, { deploymentId }: TaskRow, emails: Email[], now: Date): Promise<void> {
  if (emails.length === 0) return;
  await enqueueMails(
    tx,
    deploymentId,
    emails.map((email) => ({ deploymentId, ...email, now })),
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

type Party = 'creator' | 'assignee';

function document(task: TaskRow, party: Party): string {
  return mention('DocumentId', task.documentId, nameFor(party, task));
}
