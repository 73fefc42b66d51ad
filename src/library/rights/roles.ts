/**
 * Roles: the sets of rights that people choose from (docs/api/permissions.md#roles). They are defined here only; rights
 * are stored and computed without them.
 */
import { ALL_RIGHTS, RIGHTS } from './rights.ts';

/** Each role includes the rights of those before it. */
export const ROLES = {
  Viewer: RIGHTS.Read,
  Editor: RIGHTS.Read | RIGHTS.Write | RIGHTS.Delete,
  Manager: ALL_RIGHTS,
} as const;

export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** The role with exactly these rights, or null. Every right implies Read. */
export function roleOf(bits: number): Role | null {
  const effective = bits === 0 ? 0 : bits | RIGHTS.Read;
  return ROLE_NAMES.find((role) => ROLES[role] === effective) ?? null;
}

/** The roles that a person with these rights can give to others. */
export function rolesWithin(bits: number): Role[] {
  return (bits & RIGHTS.Grant) === 0 ? [] : ROLE_NAMES.filter((role) => (ROLES[role] & ~bits) === 0);
}
