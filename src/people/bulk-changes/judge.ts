/** The rules of bulk changes, without effects (docs/api/users.md#changing-many-accounts). */
import type { Actor } from '../../core/actor.ts';
import type { UserRow } from '../users/users.queries.ts';
import { LAST_SITE_ADMIN, whyNotInvited } from '../users/users.steps.ts';
import type { BULK_ACTIONS, BULK_OUTCOMES } from './bulk-changes.schema.ts';

export type AccountAction = Exclude<(typeof BULK_ACTIONS)[number], 'AddToGroup'>;
export type Outcome = { outcome: (typeof BULK_OUTCOMES)[number]; reason: string | null };

export const CHANGED: Outcome = { outcome: 'Changed', reason: null };
export const UNCHANGED: Outcome = { outcome: 'Unchanged', reason: null };
export const UNKNOWN = refused('This account no longer exists.');

/**
 * Judges the accounts in their order; undefined stands for an id that is no account. `siteAdmins` are those from
 * lockSiteAdmins, so that of two requests at once the second sees what the first left.
 */
export function judgeAll(
  actor: Actor,
  action: AccountAction,
  accounts: (UserRow | undefined)[],
  siteAdmins: ReadonlySet<number>,
): Outcome[] {
  const remaining = new Set(siteAdmins);
  return accounts.map((account) => {
    if (account === undefined) return UNKNOWN;
    const found = judge(actor, action, account);
    if (found !== CHANGED || (action !== 'MakeMember' && action !== 'Deactivate')) return found;
    if (remaining.has(account.userId) && remaining.size === 1) return refused(LAST_SITE_ADMIN);
    remaining.delete(account.userId);
    return CHANGED;
  });
}

function judge(actor: Actor, action: AccountAction, account: UserRow): Outcome {
  if (action === 'Invite') {
    const reason = whyNotInvited(account);
    return reason === null ? CHANGED : refused(reason);
  }
  if (action === 'Deactivate' && account.userId === actor.userId) {
    return refused('You cannot deactivate your own account.');
  }
  return IS_SO[action](account) ? UNCHANGED : CHANGED;
}

const IS_SO: Record<Exclude<AccountAction, 'Invite'>, (account: UserRow) => boolean> = {
  MakeSiteAdmin: ({ isSiteAdmin }) => isSiteAdmin,
  MakeMember: ({ isSiteAdmin }) => !isSiteAdmin,
  Deactivate: ({ isDeactivated }) => isDeactivated,
  Reactivate: ({ isDeactivated }) => !isDeactivated,
};

function refused(reason: string): Outcome {
  return { outcome: 'Refused', reason };
}
