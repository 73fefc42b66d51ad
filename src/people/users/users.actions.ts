/** Creates and changes users, for site admins (docs/api/users.md#users). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { emailKey, parseEmail } from '../../platform/values/email.ts';
import { conflict, invalidParameter } from '../../platform/errors.ts';
import { displayName } from '../../platform/values/names.ts';
import type { WithSteps } from '../../platform/steps.ts';
import { recordActivity, recordForBoth } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { countMails } from '../../core/mails/mail-limit.steps.ts';
import { enqueueMail } from '../../core/mails/mails.steps.ts';
import { assertFresh } from '../credentials/fresh.ts';
import { type LinkUser, deleteUnusedLinks } from '../one-time-links/one-time-links.queries.ts';
import { inviteUser } from '../one-time-links/one-time-links.steps.ts';
import { assertPasswordAllowed } from '../../core/settings/password-policy.ts';
import type { PasswordOwner } from '../../core/settings/password-words.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { accessUser } from './users.access.ts';
import { renderAddressChangedEmail } from './users.emails.ts';
import type { PresentableUser } from './users.presenter.ts';
import { type UserRow, lockSiteAdmins, updateUser } from './users.queries.ts';
import { removeUser } from './user-removal.steps.ts';
import type { ChangeUserBody, CreateUserBody } from './users.schema.ts';
import { type UserSteps, addUser, assertAdminStays, whyNotInvited } from './users.steps.ts';

/**
 * Creates a user with a personal library; without a password, mails an invitation. 400 for a malformed address or a
 * password that the policy does not allow, 409 for a taken address.
 */
export async function createUser(
  deps: WithSteps<UserSteps>,
  actor: Actor,
  wanted: Static<typeof CreateUserBody>,
): Promise<PresentableUser> {
  const { deploymentId, userId: createdBy, now } = actor;
  if (wanted.IsSiteAdmin === true) assertFresh(actor);
  const email = readEmail(wanted.Email);
  const name = displayName(wanted.Name, 'Name');
  const isSiteAdmin = wanted.IsSiteAdmin ?? false;
  const passwordHash =
    wanted.Password === undefined ? null : await hashAllowed(deps, actor, wanted.Password, { name, email });
  return creation(deps.sql, actor, async (tx) => {
    const user = { deploymentId, email, name, isSiteAdmin };
    const { userId } = await addUser(tx, deps.steps, { ...user, passwordHash, createdBy, now });
    if (passwordHash === null) await invite(tx, deps, actor, { ...user, userId });
    await recordActivity(tx, actor, { type: 'UserCreated', contentName: email, details: { userId, isSiteAdmin } });
    return { ...user, userId, createdAt: now.toISOString(), pictureVersion: null };
  });
}

/** 400 for an empty or invalid change, 409 for a taken address and for demoting the last site admin. */
export async function changeUser(
  deps: Deps,
  actor: Actor,
  userId: number,
  change: Static<typeof ChangeUserBody>,
): Promise<PresentableUser> {
  const wanted = readChange(change);
  return transaction(deps.sql, async (tx) => {
    if (wanted.isSiteAdmin === false) assertAdminStays(await lockSiteAdmins(tx, actor.deploymentId), userId);
    const user = await accessUser(tx, actor, userId, 'Change', 'change');
    const changed = { ...user, ...wanted };
    if (changed.email !== user.email || changed.isSiteAdmin !== user.isSiteAdmin) assertFresh(actor);
    await updateUser(tx, actor.deploymentId, changed);
    if (emailKey(changed.email) !== emailKey(user.email)) await changeAddress(tx, deps, actor, user, changed);
    const details = differences(user, wanted);
    await recordForBoth(tx, actor, userId, { type: 'UserChanged', contentName: changed.email, details });
    return changed;
  });
}

// Clients send back what they have read.
function differences(user: UserRow, wanted: Partial<UserRow>): Record<string, string | boolean> {
  const changes = Object.entries(wanted).filter(([name, value]) => value !== user[name as keyof UserRow]);
  return Object.fromEntries(changes) as Record<string, string | boolean>;
}

/** Mails a new invitation and voids the previous one. 409 for a user who is deactivated or has a password. */
export async function inviteAgain(deps: Deps, actor: Actor, userId: number): Promise<void> {
  await creation(deps.sql, actor, async (tx) => {
    const user = await accessUser(tx, actor, userId, 'Change', 'change');
    const refusal = whyNotInvited(user);
    if (refusal !== null) throw conflict(refusal);
    await invite(tx, deps, actor, user);
    await recordForBoth(tx, actor, userId, {
      type: 'UserChanged',
      contentName: user.email,
      details: { invited: true },
    });
  });
}

/** See removeUser. */
export async function deleteUser(
  deps: WithSteps<UserSteps>,
  actor: Actor,
  userId: number,
  transferTo: number | undefined,
): Promise<void> {
  const by = { deploymentId: actor.deploymentId, userId: actor.userId, at: actor.now };
  assertFresh(actor);
  const removed = { userId, transferTo: transferTo ?? null };
  await transaction(deps.sql, (tx) => removeUser(tx, deps.steps, by, removed));
}

async function invite(tx: Tx, deps: Deps, actor: Actor, user: Omit<LinkUser, 'deploymentId'>): Promise<void> {
  await countMails(tx, actor, 1);
  await inviteUser(tx, deps, { ...user, deploymentId: actor.deploymentId }, actor.now);
}

function readEmail(text: string): string {
  const email = parseEmail(text);
  if (email === null) throw invalidParameter('Email', 'Email must be an email address.');
  return email;
}

async function hashAllowed(deps: Deps, actor: Actor, password: string, owner: PasswordOwner): Promise<string> {
  const settings = await readSettings(deps.sql, actor.deploymentId);
  await assertPasswordAllowed(settings, { password, parameter: 'Password', owner });
  return hashPassword(password);
}

function readChange(change: Static<typeof ChangeUserBody>): { name?: string; email?: string; isSiteAdmin?: boolean } {
  const { Name, Email, IsSiteAdmin } = change;
  if (Name === undefined && Email === undefined && IsSiteAdmin === undefined) {
    throw invalidParameter('body', 'Nothing to change: give Name, Email or IsSiteAdmin.');
  }
  return {
    ...(Name === undefined ? {} : { name: displayName(Name, 'Name') }),
    ...(Email === undefined ? {} : { email: readEmail(Email) }),
    ...(IsSiteAdmin === undefined ? {} : { isSiteAdmin: IsSiteAdmin }),
  };
}

// Links mailed to the old address must not grant access to the account; a user without a password is invited again. The
// old address is notified, so that an account takeover does not go unnoticed.
async function changeAddress(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  before: UserRow,
  user: PresentableUser & { hasPassword: boolean },
): Promise<void> {
  const { deploymentId, now } = actor;
  await deleteUnusedLinks(tx, { deploymentId, userId: user.userId });
  if (!user.hasPassword) return invite(tx, deps, actor, user);
  const { Branding } = await readSettings(tx, deploymentId);
  const email = renderAddressChangedEmail(Branding, before, { email: user.email, changedBy: actor });
  await enqueueMail(tx, { deploymentId, to: before.email, ...email, topic: null, now });
}
