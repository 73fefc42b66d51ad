import type { Static } from 'typebox';
import { invalidParameter, missingParameter } from '../../platform/errors.ts';
import { readEnd } from '../../platform/values/times.ts';
import type { PermissionEntry } from './permissions.queries.ts';
import type { PermissionsBody } from './permissions.schema.ts';
import { rightBits } from '../rights/rights.ts';

type Wanted = Static<typeof PermissionsBody>[number];

/** The entries in a body without inherited ones, each with its index there; 400 for a malformed one. */
export function readEntries(body: Wanted[]): Map<PermissionEntry, number> {
  const seen = new Set<number>();
  const entries = new Map<PermissionEntry, number>();
  for (const [index, wanted] of body.entries()) {
    if (wanted.Inherited === true) continue;
    const entry = readEntry(wanted, index);
    if (seen.has(entry.principal)) {
      throw invalidParameter(subjectAt(index, entry.principal), 'Each user and each group may have one entry only.');
    }
    seen.add(entry.principal);
    entries.set(entry, index);
  }
  return entries;
}

/** The parameter name for an entry's user or group in errors. */
export function subjectAt(index: number, principal: number): string {
  return `${index}.${principal > 0 ? 'UserId' : 'GroupId'}`;
}

function readEntry(wanted: Wanted, index: number): PermissionEntry {
  const { UserId, GroupId, Allow, Deny, ExpiresOn } = wanted;
  if (Allow === undefined && Deny === undefined) throw missingParameter(`${index}.Allow`, 'Give Allow, Deny or both.');
  return {
    principal: readPrincipal(UserId, GroupId, index),
    allow: rightBits(Allow ?? []),
    deny: rightBits(Deny ?? []),
    expiresAt: ExpiresOn === undefined ? null : readEnd(ExpiresOn, `${index}.ExpiresOn`).at.toISOString(),
  };
}

function readPrincipal(userId: number | undefined, groupId: number | undefined, index: number): number {
  if (userId !== undefined && groupId !== undefined) {
    throw invalidParameter(`${index}.GroupId`, 'Only one of UserId and GroupId may be given.');
  }
  if (userId !== undefined) return userId;
  if (groupId !== undefined) return -groupId;
  throw missingParameter(`${index}.UserId`, 'One of UserId and GroupId must be given.');
}
