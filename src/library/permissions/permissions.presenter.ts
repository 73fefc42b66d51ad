import type { Static } from 'typebox';
import { entityTag } from '../../platform/http/files/entity-tag.ts';
import type { EntryRow, InheritedRow } from './permissions.queries.ts';
import type { PermissionSchema } from './permissions.schema.ts';
import { rightNames } from '../rights/rights.ts';

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

/** An inherited entry. */
export function presentInheritedEntry(baseUrl: string, entry: InheritedRow): Permission {
  const { libraryId, folderId } = entry;
  const from = folderId === null ? `libraries/${libraryId}` : `folders/${folderId}`;
  return { ...presentEntry(entry), Inherited: true, InheritedFrom: `${baseUrl}/api/${from}` };
}

/** The tag of an object's own entries. */
export function entriesTag(entries: EntryRow[]): string {
  return entityTag('permissions', ...entries.map(presentEntry));
}
