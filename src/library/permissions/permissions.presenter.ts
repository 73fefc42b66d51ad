import type { Static } from 'typebox';
import { entityTag } from '../../platform/http/files/entity-tag.ts';
import { pictureUriOf } from '../../core/persons/persons.presenter.ts';
import type { EntryRow, InheritedRow } from './permissions.queries.ts';
import type { PermissionSchema } from './permissions.schema.ts';
import { rightNames } from '../rights/rights.ts';
import { roleOf } from '../rights/roles.ts';

type Permission = Static<typeof PermissionSchema>;

/** An object's own entry. */
export function presentEntry(baseUrl: string, entry: EntryRow): Permission {
  const PictureUri = pictureUriOf(baseUrl, { userId: entry.principal, pictureVersion: entry.pictureVersion });
  return { ...withoutPicture(entry), ...(PictureUri === null ? {} : { PictureUri }) };
}

function withoutPicture({ name, principal, allow, deny, expiresAt }: EntryRow): Permission {
  return {
    ...(principal > 0 ? { UserId: principal } : { GroupId: -principal }),
    Name: name,
    Role: deny === 0 ? roleOf(allow) : null,
    Allow: rightNames(allow),
    Deny: rightNames(deny),
    ...(expiresAt === null ? {} : { ExpiresOn: expiresAt }),
  };
}

/** An inherited entry. */
export function presentInheritedEntry(baseUrl: string, entry: InheritedRow): Permission {
  const { libraryId, folderId } = entry;
  const from = folderId === null ? `libraries/${libraryId}` : `folders/${folderId}`;
  return { ...presentEntry(baseUrl, entry), Inherited: true, InheritedFrom: `${baseUrl}/api/${from}` };
}

/** The tag of an object's own entries. A new picture of somebody changes no entry. */
export function entriesTag(entries: EntryRow[]): string {
  return entityTag('permissions', ...entries.map(withoutPicture));
}
