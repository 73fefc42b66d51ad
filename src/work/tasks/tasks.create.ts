/** Assigns tasks (docs/api/tasks.md#creating-a-task). */
import type { Deps } from '../../platform/deps.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { type ProblemEntry, forbidden, notFound, unauthorized } from '../../platform/errors.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { siteOfDeployment } from '../../core/hosts/sites.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { countMails } from '../../core/mails/mail-limit.steps.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { lockUsers } from '../../people/users/users.queries.ts';
import { isAllowed } from '../../library/rights/allowed.ts';
import { isReadable } from '../../library/rights/rights.ts';
import { setTaskTags } from '../../library/tags/task-tags.queries.ts';
import { accessDocument } from '../../library/tree/tree.access.ts';
import { type DocumentRow, findDocument } from '../../library/tree/tree.queries.ts';
import { insertRecipients } from '../../sharing/shares/recipients.queries.ts';
import { insertShare, newShare, reserveShareId } from '../../sharing/shares/shares.queries.ts';
import { taskUriOf } from '../../sharing/shares/web-links.ts';
import { type LockedUser, insertTaskEntry, isUserAt, lockUserAt } from '../task-rows/access.queries.ts';
import {
  type OutsideLimit,
  type WantedTask,
  assertDueWithin,
  assigneeIn,
  namesRecipients,
  readNewTask,
} from './tasks.body.ts';
import { notifyAssigned, taskUri } from '../task-messages/task-messages.steps.ts';
import { type TaskRow, findTask, insertTask } from '../task-rows/tasks.queries.ts';
import { ACCESS_AFTER_MS, entryOf } from './tasks.steps.ts';

const DAY_MS = 86_400_000;

/**
 * Assigns a task on a document and grants the assignee Read for it. 400 for every invalid field, including a due date
 * after the end of an outside assignee's access; 404 without the document; 403 without Grant on it until the end of
 * that access, for an assignee who is denied the document, and for recipients that only a site admin can set.
 */
export async function createTask(
  deps: Deps,
  actor: Actor,
  body: unknown,
  unknown: ProblemEntry[] = [],
): Promise<TaskRow> {
  if (namesRecipients(body) && !actor.isSiteAdmin) throw forbidden('Only site admins can name Recipients.');
  const limit = await outsideLimit(deps.sql, actor);
  const address = limit === null ? null : assigneeIn(body);
  const isOutside = address !== null && !(await isUserAt(deps.sql, actor.deploymentId, address));
  const wanted = readNewTask(body, actor, isOutside ? limit : null, unknown);
  return creation(deps.sql, actor, async (tx) => {
    const document = await accessDocument(tx, actor, wanted.documentId, 'AssignTask', 'change');
    const user = await lockPeople(tx, actor, wanted.assignee);
    // Again, because a user may have been deleted since.
    if (user === undefined) assertDueWithin(wanted.dueAt, limit, 'DueDate');
    const endsAt = accessEnd(wanted, user === undefined ? limit : null);
    await assertMayGive(tx, actor, document, endsAt);
    const assignee = { assigneeId: user?.userId ?? null, assigneeEmail: user === undefined ? wanted.assignee : null };
    const taskId = await insertTask(tx, actor, { ...wanted, ...assignee });
    const access = { taskId, documentId: document.documentId, endsAt };
    const url =
      user === undefined
        ? await openLink(tx, deps, actor, access, wanted.assignee)
        : await openDocument(tx, deps, actor, access, user);
    await setTaskTags(tx, actor.deploymentId, [document.documentId]);
    const task = await findTask(tx, { ...actor, taskId }, actor.now);
    if (task === undefined) throw new Error('The new task was not found.');
    await recordActivity(tx, actor, entryOf('TaskCreated', task));
    await countMails(tx, actor, 1 + task.updateRecipients.length);
    await notifyAssigned(tx, task, url, actor.now);
    return task;
  });
}

// Locks the creator and the assignee until the end: deleting one of them ends the access of their tasks and must find
// this one. Returns the assignee if it is a user.
async function lockPeople(tx: Tx, actor: Actor, address: string): Promise<LockedUser | undefined> {
  const isThere = (await lockUsers(tx, actor.deploymentId, [actor.userId])).has(actor.userId);
  if (!isThere) throw unauthorized();
  return lockUserAt(tx, actor.deploymentId, address);
}

// Until when people without an account can read the document of a task created now; null: no limit.
async function outsideLimit(sql: Db, actor: Actor): Promise<OutsideLimit> {
  const { MaxExternalShareDurationDays: days } = await readSettings(sql, actor.deploymentId);
  return days === null ? null : { days, end: new Date(actor.now.getTime() + days * DAY_MS) };
}

// The earlier of the two (docs/api/tasks.md#access).
function accessEnd({ dueAt }: WantedTask, limit: OutsideLimit): Date {
  const afterDue = dueAt.getTime() + ACCESS_AFTER_MS;
  return new Date(Math.min(afterDue, limit?.end.getTime() ?? Infinity));
}

// As for every grant: nobody can grant a right for longer than they have it.
async function assertMayGive(tx: Tx, actor: Actor, { documentId }: DocumentRow, endsAt: Date): Promise<void> {
  const then = await findAgain(tx, { ...actor, now: endsAt }, documentId);
  if (isAllowed(actor, 'document', 'AssignTask', then)) return;
  throw forbidden(
    `The task would let its assignee read the document until ${endsAt.toISOString()}; your Grant right ends before that.`,
  );
}

type Access = { taskId: number; documentId: number; endsAt: Date };

async function openDocument(
  tx: Tx,
  { config }: Deps,
  actor: Actor,
  { taskId, documentId, endsAt: expiresAt }: Access,
  user: LockedUser,
): Promise<string> {
  await insertTaskEntry(tx, actor, { taskId, documentId, userId: user.userId, expiresAt });
  if (!isReadable(await findAgain(tx, { ...actor, ...user }, documentId))) {
    throw forbidden('Reading the document is denied to the assignee.');
  }
  return taskUri(await siteOfDeployment(tx, config, actor.deploymentId), { taskId });
}

async function openLink(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { taskId, documentId, endsAt: expiresAt }: Access,
  email: string,
): Promise<string> {
  const shared = { kind: 'document', id: documentId } as const;
  const shareId = await reserveShareId(tx, actor);
  if (shareId === undefined) throw unauthorized();
  const made = newShare(deps.secretKey, actor, shared, {
    shareId,
    shareType: 'Content',
    status: 'Active',
    allowView: true,
    allowDownload: true,
    allowUpload: false,
    allowEdit: false,
    accessCodeRequired: true,
    passwordHash: null,
    expiresAt,
    taskId,
  });
  await insertShare(tx, actor, shared.kind, made);
  const [recipient] = await insertRecipients(tx, deps.secretKey, { ...actor, shareId }, [email]);
  if (recipient === undefined) throw new Error('An insert returned no row.');
  const config = await siteOfDeployment(tx, deps.config, actor.deploymentId);
  return taskUriOf({ config, secretKey: deps.secretKey }, taskId, made.row, recipient);
}

// A parent folder may have been purged meanwhile.
async function findAgain(tx: Tx, actor: Actor, documentId: number): Promise<DocumentRow> {
  const document = await findDocument(tx, actor, documentId);
  if (document === undefined) throw notFound('document');
  return document;
}
