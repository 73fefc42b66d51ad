import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../platform/db/connection.ts';
import type { Deps } from '../../platform/deps.ts';
import { forbidden } from '../../platform/errors.ts';
import { emailKey } from '../../platform/values/email.ts';
import { countMails } from '../../core/mails/mail-limit.steps.ts';
import { enqueueMail } from '../../core/mails/mails.steps.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { endSessionsOf, storeDeactivation } from '../bulk-changes/bulk-changes.queries.ts';
import type { Connection } from '../connections/authenticate-connection.ts';
import { deleteUnusedLinks } from '../one-time-links/one-time-links.queries.ts';
import { inviteUser } from '../one-time-links/one-time-links.steps.ts';
import { renderAddressChangedEmail } from '../users/users.emails.ts';
import { updateUser } from '../users/users.queries.ts';
import { assertAdminStays } from '../users/users.steps.ts';
import { recordByConnection } from './connection-activity.steps.ts';
import { storeUserLink } from './scim-users.queries.ts';
import type { ScimUserRow } from './scim.presenter.ts';

type Change = {
  before: ScimUserRow;
  after: ScimUserRow;
  /** Locked by lockSiteAdmins if the change may deactivate. */
  siteAdmins?: Set<number>;
};

/** Stores the difference, with everything that follows from it as in the app. Repeating a change stores nothing. */
export async function storeChange(tx: Tx, deps: Deps, connection: Connection, change: Change): Promise<void> {
  const { before, after, siteAdmins = new Set() } = change;
  if (before.isManaged && isDeepStrictEqual(before, after)) return;
  assertAdminIsSafe(before, after);
  await storeUserLink(tx, connection, after.userId, after);
  if (before.email !== after.email || before.name !== after.name) {
    await updateUser(tx, connection.deploymentId, after);
    if (emailKey(before.email) !== emailKey(after.email)) await changeAddress(tx, deps, connection, change);
  }
  if (after.isDeactivated && before.isSiteAdmin && !before.isDeactivated && !siteAdmins.has(before.userId)) {
    throw new Error('Site admins are deactivated only after all of them were locked.');
  }
  if (after.isDeactivated && !before.isDeactivated) await deactivate(tx, connection, after.userId, siteAdmins);
  if (before.isDeactivated && !after.isDeactivated) {
    await storeDeactivation(tx, connection.deploymentId, [after.userId], null);
    if (!after.hasPassword) await inviteByConnection(tx, deps, connection, after);
  }
  const { userId: ofUserId, email: contentName } = after;
  const details = detailsOf(before, after);
  await recordByConnection(tx, connection, { type: 'UserChanged', contentName, details, ofUserId });
}

/** Ends the sessions; tokens do not work while the account is deactivated. 409 for the last site admin. */
export async function deactivate(
  tx: Tx,
  { deploymentId, now }: Connection,
  userId: number,
  siteAdmins: Set<number>,
): Promise<void> {
  assertAdminStays(siteAdmins, userId);
  await storeDeactivation(tx, deploymentId, [userId], now);
  await endSessionsOf(tx, deploymentId, [userId]);
}

/** Mails an invitation, if the connection does that, within the daily limit of emails. */
export async function inviteByConnection(
  tx: Tx,
  deps: Deps,
  { deploymentId, connectionId, invites, now }: Connection,
  { userId, email, name }: { userId: number; email: string; name: string },
): Promise<void> {
  if (!invites) return;
  await countMails(tx, { deploymentId, userId: `connection-${connectionId}`, now }, 1);
  await inviteUser(tx, deps, { deploymentId, userId, email, name }, now);
}

// With the address of a site admin, a stolen token of the connection could reset the password and become site admin.
// Site admins who were deactivated may be so for a reason that the identity provider does not know.
function assertAdminIsSafe(before: ScimUserRow, after: ScimUserRow): void {
  if (!before.isSiteAdmin) return;
  if (emailKey(before.email) !== emailKey(after.email)) {
    throw forbidden('This person is a site admin, whose address only site admins can change.');
  }
  if (before.isDeactivated && !after.isDeactivated) {
    throw forbidden('This person is a site admin, whom only site admins can reactivate.');
  }
}

// Links mailed to the old address must not grant access to the account. The old address is notified.
async function changeAddress(tx: Tx, deps: Deps, connection: Connection, { before, after }: Change): Promise<void> {
  const { deploymentId, name, now } = connection;
  const { userId } = after;
  await deleteUnusedLinks(tx, { deploymentId, userId });
  if (!after.hasPassword) {
    if (!after.isDeactivated && !before.isDeactivated) await inviteByConnection(tx, deps, connection, after);
    return;
  }
  const { Branding } = await readSettings(tx, deploymentId);
  const mail = renderAddressChangedEmail(Branding, before, { email: after.email, changedBy: { name, email: null } });
  await enqueueMail(tx, { deploymentId, to: before.email, ...mail, topic: null, now });
}

function detailsOf(before: ScimUserRow, after: ScimUserRow): Record<string, string | boolean> {
  return {
    ...(before.isManaged ? {} : { managed: true }),
    ...(before.email === after.email ? {} : { email: after.email }),
    ...(before.name === after.name ? {} : { name: after.name }),
    ...(before.isDeactivated === after.isDeactivated ? {} : { deactivated: after.isDeactivated }),
  };
}
