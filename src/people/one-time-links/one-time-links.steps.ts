import type { Deps } from '../../platform/deps.ts';
import { newSecret } from '../../platform/crypto/secrets.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { enqueueMail, enqueueMails } from '../../core/mails/mails.steps.ts';
import { findDistinctName } from '../../core/deployments/deployments.queries.ts';
import { siteOfDeployment } from '../../core/hosts/sites.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { renderInvitationEmail, renderPasswordResetEmail } from './one-time-links.emails.ts';
import { type LinkUser, type Purpose, deleteUnusedOf, insertLinks, lockForLinks } from './one-time-links.queries.ts';

const INVITATION_MS = 7 * 24 * 3_600_000;
const PASSWORD_RESET_MS = 3_600_000;

/** Mails a new user a link for setting the first password. Voids earlier unused invitations. */
export async function inviteUser(tx: Tx, deps: Pick<Deps, 'config'>, user: LinkUser, now: Date): Promise<void> {
  await inviteUsers(tx, deps, user.deploymentId, { users: [user], now });
}

/** The same for many users of a deployment. */
export async function inviteUsers(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  deploymentId: number,
  { users, now }: { users: Omit<LinkUser, 'deploymentId'>[]; now: Date },
): Promise<void> {
  const invited = users.map((user) => ({ ...user, deploymentId, secret: newSecret() }));
  await replaceLinks(tx, deploymentId, { links: invited, purpose: 'invitation', now, lifeMs: INVITATION_MS });
  const { Branding } = await readSettings(tx, deploymentId);
  const { webUrl } = await siteOfDeployment(tx, config, deploymentId);
  const mails = invited.map((user) => {
    const email = renderInvitationEmail(Branding, user, `${webUrl}/invitation#${user.secret}`);
    return { deploymentId, to: user.email, ...email, topic: null, now };
  });
  await enqueueMails(tx, deploymentId, mails);
}

/** Mails a link for resetting the password. Voids earlier unused ones. */
export async function sendPasswordReset(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  user: LinkUser,
  now: Date,
): Promise<void> {
  const { deploymentId } = user;
  const secret = newSecret();
  const links = [{ ...user, secret }];
  await replaceLinks(tx, deploymentId, { links, purpose: 'password_reset', now, lifeMs: PASSWORD_RESET_MS });
  const { Branding } = await readSettings(tx, user.deploymentId);
  const deployment = await findDistinctName(tx, deploymentId);
  const { webUrl } = await siteOfDeployment(tx, config, deploymentId);
  const email = renderPasswordResetEmail(Branding, { ...user, deployment }, `${webUrl}/password-reset#${secret}`);
  await enqueueMail(tx, { deploymentId: user.deploymentId, to: user.email, ...email, topic: null, now });
}

type Replaced = { links: { userId: number; secret: string }[]; purpose: Purpose; now: Date; lifeMs: number };

async function replaceLinks(tx: Tx, deploymentId: number, { links, purpose, now, lifeMs }: Replaced): Promise<void> {
  const userIds = links.map(({ userId }) => userId);
  // Two concurrent requests would each leave a link.
  await lockForLinks(tx, deploymentId, userIds);
  await deleteUnusedOf(tx, deploymentId, userIds, purpose);
  await insertLinks(tx, deploymentId, links, { purpose, now, expiresAt: new Date(now.getTime() + lifeMs) });
}
