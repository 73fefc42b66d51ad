/** Computes what a change of entries grants, which determines who may make it. Pure. */
import type { PermissionEntry } from './permissions.queries.ts';
import { ALL_RIGHTS, RIGHTS } from '../rights/rights.ts';

/** A user's or group's entry on an object before and after; undefined: none. */
export type Change<Before extends PermissionEntry = PermissionEntry> = {
  principal: number;
  before: Before | undefined;
  after: PermissionEntry | undefined;
};

/** The differences between the entries of an object, per affected user and group. */
export function changesBetween<Before extends PermissionEntry>(
  former: Before[],
  wanted: PermissionEntry[],
): Change<Before>[] {
  const before = new Map(former.map((entry) => [entry.principal, entry]));
  const after = new Map(wanted.map((entry) => [entry.principal, entry]));
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((principal) => ({ principal, before: before.get(principal), after: after.get(principal) }))
    .filter((change) => !isSame(change));
}

/** The rights that the entry grants now and did not before, or not for so long. */
export function newlyAllowed({ before, after }: Change, now: Date): number {
  if (after === undefined) return 0;
  if (before === undefined || isOver(before, now) || endOf(after) > endOf(before)) return after.allow;
  return after.allow & ~before.allow;
}

/**
 * The rights that the change may grant: newly allowed ones, and those no longer denied, or not for so long. A denied
 * Read blocked all rights granted above, so lifting it may grant everything that is not still denied.
 */
export function gains(change: Change, now: Date): number {
  return newlyAllowed(change, now) | lifted(change, now);
}

/** A time after all others, for entries that never expire. */
const FOREVER = Date.parse('9999-12-31T00:00:00Z');

/** Until when the change grants its rights, in milliseconds. Lifted denials grant rights forever. */
export function gainsUntil(change: Change, now: Date): number {
  if (lifted(change, now) !== 0 || change.after === undefined) return FOREVER;
  return Math.min(endOf(change.after), FOREVER);
}

function lifted({ before, after }: Change, now: Date): number {
  if (before === undefined || isOver(before, now)) return 0;
  const stillDenied = after === undefined || endOf(after) < endOf(before) ? 0 : after.deny;
  const bits = before.deny & ~stillDenied;
  return (bits & RIGHTS.Read) === 0 ? bits : ALL_RIGHTS & ~stillDenied;
}

function isSame({ before, after }: Change): boolean {
  return before?.allow === after?.allow && before?.deny === after?.deny && before?.expiresAt === after?.expiresAt;
}

function isOver(entry: PermissionEntry, now: Date): boolean {
  return endOf(entry) <= now.getTime();
}

function endOf({ expiresAt }: PermissionEntry): number {
  return expiresAt === null ? Infinity : Date.parse(expiresAt);
}
