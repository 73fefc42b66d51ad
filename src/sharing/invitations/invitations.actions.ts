/**
 * Gives users and groups access to an object, and emails a link to everybody else, in one transaction
 * (docs/api/permissions.md#giving-access).
 */
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { conflict, invalidParameter } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { changeEntries } from '../../library/permissions/changes.steps.ts';
import { changesBetween } from '../../library/permissions/gains.ts';
import { type Grantable, accessGrantable } from '../../library/permissions/permissions.access.ts';
import { entriesTag } from '../../library/permissions/permissions.presenter.ts';
import {
  type EntryRow,
  type ObjectKind,
  type UserRights,
  listEntries,
  listRightsOf,
} from '../../library/permissions/permissions.queries.ts';
import { isReadable } from '../../library/rights/rights.ts';
import type { ShareRow } from '../shares/shares.queries.ts';
import { type WithLink, insertLink, prepareLink } from './invitation-link.ts';
import { type Invitation, readInvitation } from './invitations.body.ts';
import type { AccessBody } from './invitations.schema.ts';
import { notifyInvited } from './invitations.steps.ts';
import { type Invitees, lockInvitees } from './invitees.ts';

/** The entries that were set, the people whom denials still block, and the link of the other addresses. */
export type Given = { entries: EntryRow[]; blocked: UserRights[]; share: ShareRow | null };

/** At most this many blocked people are listed. */
const MAX_BLOCKED = 100;
const MAX_ENTRIES = 1000;

/**
 * Sets an entry with the rights of the role for each user and group. 400 for unknown ones, and for addresses without
 * a user if there is no link; 403 for rights that the actor lacks; 409 if an entry of the object denies one of them something.
 */
export async function giveAccess(
  deps: Deps,
  actor: Actor,
  { kind, id }: { kind: ObjectKind; id: number },
  body: AccessBody & WithLink,
): Promise<Given> {
  const settings = await readSettings(deps.sql, actor.deploymentId);
  const invitation = readInvitation(body, actor.now);
  const link = await prepareLink(deps, actor, { kind, id }, body, settings);
  return creation(deps.sql, actor, async (tx) => {
    // Locked before the entries are read: of two at once, the second adds to the entries of the first.
    const object = await accessGrantable(tx, actor, kind, id, 'change');
    const present = await listEntries(tx, object);
    assertPreconditions(actor, 'permissions', id, () => {
      return { etag: entriesTag(present), modifiedAt: object.changedAt };
    });
    const invitees = await lockInvitees(tx, actor, invitation);
    const given = await setEntries(tx, actor, object, present, { invitation, invitees });
    await notifyInvited(tx, deps, actor, object, { ...given, invitation, invitees, brand: settings.Branding });
    const share = await insertLink(tx, deps, actor, link, invitees.outsiders);
    const entries = await listEntries(tx, object);
    const principals = new Set(invitees.principals);
    return { share, blocked: given.blocked, entries: entries.filter(({ principal }) => principals.has(principal)) };
  });
}

async function setEntries(
  tx: Tx,
  actor: Actor,
  object: Grantable,
  present: EntryRow[],
  { invitation: { allow, expiresAt }, invitees: { principals } }: { invitation: Invitation; invitees: Invitees },
): Promise<{ newReaders: UserRights[]; rights: UserRights[]; blocked: UserRights[] }> {
  const own = present.filter(({ principal }) => principals.includes(principal));
  assertNothingDenied(actor, object, own);
  if (present.length + principals.length - own.length > MAX_ENTRIES) {
    throw invalidParameter('To', `A ${object.kind} can have at most ${MAX_ENTRIES} permission entries.`);
  }
  const wanted = principals.map((principal) => ({ principal, allow, deny: 0, expiresAt }));
  const changes = changesBetween(own, wanted);
  const { before, after } = await changeEntries(tx, actor, object, changes);
  const readers = new Set(before.filter(isReadable).map(({ userId }) => userId));
  const isAll = changes.length === principals.length;
  const rights = isAll ? after : await listRightsOf(tx, object, principals, actor.now);
  return {
    rights,
    newReaders: after.filter((user) => isReadable(user) && !readers.has(user.userId)),
    blocked: rights.filter((user) => (allow & ~user.rights) !== 0).slice(0, MAX_BLOCKED),
  };
}

// Denials are lifted only by editing the entry, never as a side effect.
function assertNothingDenied({ now }: Actor, { kind }: Grantable, own: EntryRow[]): void {
  const denied = own.find(({ deny, expiresAt }) => {
    return deny !== 0 && (expiresAt === null || Date.parse(expiresAt) > now.getTime());
  });
  if (denied === undefined) return;
  throw conflict(`An entry of this ${kind} denies ${denied.name} access. Change that entry in the permissions first.`);
}
