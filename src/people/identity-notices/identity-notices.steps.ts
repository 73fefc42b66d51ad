import type { Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';
import { enqueueMail } from '../../core/mails/mails.steps.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { type IdentityNotice, renderIdentityEmail } from './identity-notices.emails.ts';

type Owner = UserKey & { name: string; email: string };

/** Mails the person that an identity of a provider was connected to their account, or disconnected. */
export async function mailIdentityNotice(tx: Tx, owner: Owner, notice: IdentityNotice, now: Date): Promise<void> {
  const { deploymentId } = owner;
  const { Branding } = await readSettings(tx, deploymentId);
  const email = renderIdentityEmail(Branding, owner, notice);
  await enqueueMail(tx, { deploymentId, to: owner.email, ...email, topic: null, now });
}
