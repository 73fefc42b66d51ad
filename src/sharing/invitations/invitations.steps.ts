import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Brand } from '../../platform/mail/render-email.ts';
import type { Actor } from '../../core/actor.ts';
import { countMails } from '../../core/mails/mail-limit.steps.ts';
import { type Site, siteOfDeployment } from '../../core/hosts/sites.ts';
import { enqueueMails } from '../../core/mails/mails.steps.ts';
import { findSubscribers } from '../../core/subscriptions/subscribers.queries.ts';
import { emailKey } from '../../platform/values/email.ts';
import { notifyOfAccess } from '../../library/permissions/changes.steps.ts';
import type { Grantable } from '../../library/permissions/permissions.access.ts';
import { OBJECT_KINDS, type UserRights } from '../../library/permissions/permissions.queries.ts';
import { isReadable } from '../../library/rights/rights.ts';
import type { Invitation } from './invitations.body.ts';
import { renderAccessEmail } from './invitations.emails.ts';
import type { Invitees } from './invitees.ts';

type Invited = {
  brand: Brand;
  invitation: Invitation;
  invitees: Invitees;
  /** The effective rights of the users and of the members of the groups. */
  rights: UserRights[];
  newReaders: UserRights[];
};

/**
 * Notifies the invited users and the members of groups who could not read the object before, and emails the users. People
 * who cannot read the object because of a denial get neither. 429 beyond the daily limit of the actor.
 */
export async function notifyInvited(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  actor: Actor,
  object: Grantable,
  { brand, invitation, invitees, rights, newReaders }: Invited,
): Promise<void> {
  const readers = new Set(rights.filter(isReadable).map(({ userId }) => userId));
  const isTold = ({ userId }: { userId: number }) => readers.has(userId) && userId !== actor.userId;
  const users = invitation.notifiesUsers ? invitees.users.filter(isTold) : [];
  const notified = new Set([...users, ...newReaders].map(({ userId }) => userId));
  await notifyOfAccess(
    tx,
    actor,
    object,
    [...notified].map((userId) => ({ userId })),
  );
  await countMails(tx, actor, users.length);
  if (users.length === 0) return;
  const { role, expiresAt, message } = invitation;
  const url = urlOf(await siteOfDeployment(tx, config, actor.deploymentId), object);
  const news = { kind: object.kind, name: object.name, role, expiresAt, message, url };
  const people = await findSubscribers(
    tx,
    actor.deploymentId,
    users.map(({ email }) => email),
  );
  const zoneOf = (email: string) => people.get(emailKey(email))?.timeZone ?? null;
  const mails = users.map(({ email }) => ({
    deploymentId: actor.deploymentId,
    to: email,
    ...renderAccessEmail(brand, actor, news, zoneOf(email)),
    topic: 'AccessGrants' as const,
    now: actor.now,
  }));
  await enqueueMails(tx, actor.deploymentId, mails);
}

// The page of the object in the app.
function urlOf({ webUrl }: Site, { kind, id }: Grantable): string {
  const plural = OBJECT_KINDS.find((object) => object.kind === kind)?.plural;
  return `${webUrl}/${plural}/${id}`;
}
