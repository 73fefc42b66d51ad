/** The four rights, by their API names and as the bits that PostgreSQL computes with. */
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

/** Whether the effective rights make the object visible at all. */
export function isReadable({ rights }: { rights: number }): boolean {
  return (rights & RIGHTS.Read) !== 0;
}
