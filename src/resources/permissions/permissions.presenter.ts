import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import type { Entry, EntryRow, InheritedRow } from './permissions.queries.ts';
import type { PermissionSchema } from './permissions.schema.ts';
import { rightNames } from './rights.ts';

type Permission = Static<typeof PermissionSchema>;

/** An object's own entry. */
export function presentEntry(entry: EntryRow): Permission {
  const { principal, allow, deny, expiresAt } = entry;
  return {
    ...(principal > 0 ? { UserId: principal } : { GroupId: -principal }),
    Name: entry.name,
    Allow: rightNames(allow),
    Deny: rightNames(deny),
    ...(expiresAt === null ? {} : { ExpiresOn: expiresAt }),
  };
}

/** An entry of something above the object. */
export function presentInheritedEntry(baseUrl: string, entry: InheritedRow): Permission {
  const { libraryId, folderId } = entry;
  const from = folderId === null ? `libraries/${libraryId}` : `folders/${folderId}`;
  return { ...presentEntry(entry), Inherited: true, InheritedFrom: `${baseUrl}/api/${from}` };
}

/** Names the state of an object's own entries, as an entity tag: who saves changes tells by it what was seen before. */
export function entriesTag(entries: Entry[]): string {
  const state = entries
    .map(({ principal, allow, deny, expiresAt }) => [principal, allow, deny, expiresAt])
    .toSorted(([one], [other]) => Number(one) - Number(other));
  return `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)}"`;
}
