/** The four rights, by their API names and as the bits that PostgreSQL computes with. */
import { forbidden } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';

/** The person whose rights are checked, and the time. */
export type RightsHolder = Pick<Actor, 'deploymentId' | 'userId' | 'isSiteAdmin' | 'now'>;

export const RIGHTS = { Read: 1, Write: 2, Delete: 4, Grant: 8 } as const;
export type Right = keyof typeof RIGHTS;
export const ALL_RIGHTS = 15;

/** The names of the rights in a bit set, in the order of the table above. */
export function rightNames(bits: number): Right[] {
  return (Object.keys(RIGHTS) as Right[]).filter((name) => (bits & RIGHTS[name]) !== 0);
}

/** The bit set of some names. */
export function rightBits(names: Right[]): number {
  return names.reduce((bits, name) => bits | RIGHTS[name], 0);
}

/** 403 if the effective rights lack the required one. `what` is the object's kind in words, such as `folder`. */
export function assertRight(rights: number, right: Right, what: string): void {
  if ((rights & RIGHTS[right]) === 0) throw forbidden(`You lack the right ${right} on this ${what}.`);
}

/** The owner determines the rules of a library: `ownerId` is null in a corporate library. */
export type LibraryOwner = { ownerId: number | null };

/**
 * Whether the actor has all rights in the library, whatever entries grant or deny: the owner of a personal library, and
 * site admins in corporate ones. The same rule in SQL: the function effective_rights and `isBound`.
 */
export function isUnbound(actor: Pick<Actor, 'userId' | 'isSiteAdmin'>, { ownerId }: LibraryOwner): boolean {
  return ownerId === null ? actor.isSiteAdmin : ownerId === actor.userId;
}
