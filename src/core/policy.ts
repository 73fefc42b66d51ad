/**
 * Rules about people's relations to an object, such as its creator, for objects that have no permissions of their own.
 * The policy table of each area (`*.policy.ts`) lists its operations with such rules (decision 0067).
 */
import { forbidden } from '../platform/errors.ts';

/** An operation that any of these people can do. */
export type PartyRule<Party extends string> = { by: readonly Party[]; refusal: string };

/** Whether the actor is one of the people who may. */
export function isParty<Party extends string>({ by }: PartyRule<Party>, parties: Record<Party, boolean>): boolean {
  return by.some((party) => parties[party]);
}

/** 403 unless the actor is one of them. */
export function assertParty<Party extends string>(rule: PartyRule<Party>, parties: Record<Party, boolean>): void {
  if (!isParty(rule, parties)) throw forbidden(rule.refusal);
}
