import type { Deps } from '../../platform/deps.ts';
import { newSecret } from '../../platform/crypto/secrets.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { enqueueMail } from '../../core/mails/mails.steps.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { lockUser } from '../credentials/credentials.queries.ts';
import { renderInvitationEmail, renderPasswordResetEmail } from './one-time-links.emails.ts';
import { type LinkUser, type Purpose, deleteUnusedLinks, insertLink } from './one-time-links.queries.ts';

const INVITATION_MS = 7 * 24 * 3_600_000;
const PASSWORD_RESET_MS = 3_600_000;

/** Mails a new user a link for setting the first password. Voids earlier unused invitations. */
export async function inviteUser(tx: Tx, { config }: Pick<Deps, 'config'>, user: LinkUser, now: Date): Promise<void> {
  const secret = await replaceLink(tx, user, 'invitation', now, INVITATION_MS);
  const { Branding } = await readSettings(tx, user.deploymentId);
  const email = renderInvitationEmail(Branding, user, `${config.webUrl}/invitation#${secret}`);
  await enqueueMail(tx, { deploymentId: user.deploymentId, to: user.email, ...email, now });
}

/** Mails a link for resetting the password. Voids earlier unused ones. */
export async function sendPasswordReset(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  user: LinkUser,
  now: Date,
): Promise<void> {
  const secret = await replaceLink(tx, user, 'password_reset', now, PASSWORD_RESET_MS);
  const { Branding } = await readSettings(tx, user.deploymentId);
  const email = renderPasswordResetEmail(Branding, user, `${config.webUrl}/password-reset#${secret}`);
  await enqueueMail(tx, { deploymentId: user.deploymentId, to: user.email, ...email, now });
}

async function replaceLink(tx: Tx, user: LinkUser, purpose: Purpose, now: Date, lifeMs: number): Promise<string> {
  // Two concurrent requests would each leave a link.
  await lockUser(tx, user);
  await deleteUnusedLinks(tx, user, purpose);
  const secret = newSecret();
  await insertLink(tx, user, { purpose, secret, now, expiresAt: new Date(now.getTime() + lifeMs) });
  return secret;
}
