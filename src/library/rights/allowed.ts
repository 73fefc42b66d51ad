/** Judges operations by the policy table. */
import { conflict, forbidden } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import {
  ABILITIES,
  type Kind,
  type OperationOn,
  POLICY,
  type Requirement,
  type TRASH_ABILITIES,
} from './library.policy.ts';
import { RIGHTS } from './rights.ts';

/** The properties of an object that decide. Unknown ones count against the actor. */
export type Judged = { rights: number; isPrivate?: boolean; trashedAt?: string | null; trashedBy?: number | null };

/** The person who requests the operation. */
type Person = Pick<Actor, 'userId' | 'isSiteAdmin'>;

/** The line of the table. */
export function requirementOf<Of extends Kind>(kind: Of, operation: OperationOn<Of>): Requirement {
  const lines: Record<string, Requirement> = POLICY[kind];
  const line = lines[operation];
  if (line === undefined) throw new Error(`The policy table has no ${operation} on a ${kind}.`);
  return line;
}

/** Whether the actor can do it: role, rights, and the kind of library. */
export function isAllowed<Of extends Kind>(
  actor: Person,
  kind: Of,
  operation: OperationOn<Of>,
  object: Judged,
): boolean {
  return refusalOf(actor, kind, requirementOf(kind, operation), object) === null;
}

/** 403 unless the actor can do it. */
export function assertAllowed<Of extends Kind>(
  actor: Person,
  kind: Of,
  operation: OperationOn<Of>,
  object: Judged,
): void {
  const refusal = refusalOf(actor, kind, requirementOf(kind, operation), object);
  if (refusal !== null) throw forbidden(refusal);
}

/** 409 unless the object is in the trash. */
export function assertInTrash(kind: Kind, { isInTrash }: { isInTrash: boolean }): void {
  if (!isInTrash) throw conflict(`The ${kind === 'library' ? kind : 'item'} is not in the trash.`);
}

export type Abilities = Record<keyof typeof ABILITIES, boolean>;

/** The actor's abilities on an object outside the trash, from its rights: false for operations that it does not have. */
export function abilitiesOf(
  actor: Person,
  kind: Kind,
  { rights, library }: { rights: number; library: { rights: number; isPrivate: boolean } },
): Abilities {
  const lines: Record<string, Requirement> = POLICY[kind];
  const { isPrivate } = library;
  const able = (operation: string) => {
    const line = lines[operation];
    if (line === undefined || refusalOf(actor, kind, line, { rights, isPrivate }) !== null) return false;
    return line.onLibrary === undefined || isAllowed(actor, 'library', line.onLibrary, library);
  };
  return Object.fromEntries(Object.keys(ABILITIES).map((operation) => [operation, able(operation)])) as Abilities;
}

/** The actor's abilities on an item in the trash. */
export function trashAbilitiesOf(
  actor: Person,
  kind: Kind,
  object: Judged,
  settings: Pick<Settings, 'EnablePurging'>,
): Record<keyof typeof TRASH_ABILITIES, boolean> {
  const able = (operation: keyof typeof TRASH_ABILITIES) => {
    const { setting } = requirementOf(kind, operation);
    return isAllowed(actor, kind, operation, object) && (setting === undefined || settings[setting]);
  };
  return { Restore: able('Restore'), Purge: able('Purge') };
}

function refusalOf(
  { userId, isSiteAdmin }: Person,
  kind: Kind,
  { role, rights, orTrasher, orSiteAdmin, isCorporate, refusal }: Requirement,
  object: Judged,
): string | null {
  if (role === 'siteAdmin' && !isSiteAdmin) return 'Only site admins can do this.';
  const isTrasher = orTrasher === true && typeof object.trashedAt === 'string' && object.trashedBy === userId;
  const isFree = isTrasher || (orSiteAdmin === true && isSiteAdmin);
  const lacking = isFree ? undefined : rights.find((right) => (object.rights & RIGHTS[right]) === 0);
  if (lacking !== undefined) return refusal ?? `You lack the right ${lacking} on this ${kind}.`;
  const isRefused = isCorporate === true && object.isPrivate !== false;
  return isRefused ? 'A personal library cannot be renamed, deleted or restored.' : null;
}
