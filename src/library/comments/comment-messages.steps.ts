/** Notifications and emails about comments, in the transaction of the comment (docs/api/comments.md#messages). */
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { addJobs } from '../../platform/jobs/job.ts';
import type { Actor } from '../../core/actor.ts';
import { countMails } from '../../core/mails/mail-limit.steps.ts';
import { siteOfDeployment } from '../../core/hosts/sites.ts';
import { enqueueMails } from '../../core/mails/mails.steps.ts';
import { mention } from '../../core/notifications/markup.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { findPersons } from '../../core/persons/persons.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { listRightsOf } from '../permissions/permissions.queries.ts';
import { isReadable } from '../rights/rights.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';
import { commentNoticeJob } from './comment-notices.jobs.ts';
import { gatherNotice, listConcerned } from './comment-notices.queries.ts';
import { renderMentionEmail } from './comments.emails.ts';
import type { CommentRow } from './comments.queries.ts';

type Mentioned = { document: DocumentRow; comment: CommentRow; mentionedIds: number[] };

/**
 * Notifies and emails the mentioned people, except the author. 400 if one of them cannot view the document, 429 beyond the
 * actor's daily limit of emails.
 */
export async function notifyMentioned(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  actor: Actor,
  { document, comment, mentionedIds }: Mentioned,
): Promise<void> {
  if (mentionedIds.length === 0) return;
  await assertReaders(tx, actor, document, mentionedIds);
  const { deploymentId, now } = actor;
  const persons = await findPersons(tx, deploymentId, mentionedIds);
  const others = [...persons.values()].filter(({ userId }) => userId !== actor.userId);
  const about = mention('DocumentId', document.documentId, document.name);
  const message = `${mention('UserId', actor.userId, actor.name)} mentioned you in a comment on ${about}`;
  await insertNotifications(
    tx,
    deploymentId,
    others.map(({ userId }) => userId),
    message,
    now,
  );
  await countMails(tx, actor, others.length);
  if (others.length === 0) return;
  const { Branding: brand } = await readSettings(tx, deploymentId);
  const { webUrl } = await siteOfDeployment(tx, config, deploymentId);
  const url = `${webUrl}/documents/${document.documentId}?tab=comments`;
  const email = renderMentionEmail(brand, actor, { documentName: document.name, text: comment.text, url });
  const mails = others.map(({ email: to }) => ({ deploymentId, to, ...email, topic: 'CommentMentions' as const, now }));
  await enqueueMails(tx, deploymentId, mails);
}

async function assertReaders(tx: Tx, actor: Actor, document: DocumentRow, userIds: number[]): Promise<void> {
  const object = { ...document, deploymentId: actor.deploymentId, kind: 'document' as const, id: document.documentId };
  const rights = await listRightsOf(tx, object, userIds, actor.now);
  const readers = new Set(rights.filter(isReadable).map(({ userId }) => userId));
  const others = userIds.filter((userId) => !readers.has(userId));
  if (others.length === 0) return;
  throw invalidParameter(
    'Mentions',
    `These users cannot view the document: ${others.join(', ')}. Share it with them first.`,
  );
}

/**
 * Adds the comment to the next notices of the people whom it concerns: the owner of the document, the other people of the
 * thread, and the creator of the link that a visitor came by. Each notice is sent at once, or a few minutes after the last
 * one about the document. People whom the comment mentions have been notified already.
 */
export async function gatherNotices(tx: Tx, actor: Actor, comment: CommentRow): Promise<void> {
  const linkOwnerId = actor.via.kind === 'visit' ? actor.userId : null;
  const concerned = await listConcerned(tx, comment, linkOwnerId);
  const mentionedIds = new Set(comment.mentions.map(({ userId }) => userId));
  const isAuthor = (userId: number) => comment.author?.userId === userId;
  const userIds = concerned.filter((userId) => !isAuthor(userId) && !mentionedIds.has(userId));
  const due = await gatherNotice(tx, comment, { userIds, linkOwnerId }, actor.now);
  const { deploymentId, documentId } = comment;
  for (const { userId, runAt } of due) {
    await addJobs(tx, commentNoticeJob, [{ deploymentId, documentId, userId }], { runAt: new Date(runAt) });
  }
}
