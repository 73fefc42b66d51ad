/** What one can do with things: only what would work. */
import type { Place } from '../../../api/answers.ts';
import type { ItemKey } from '../../../api/keys.ts';
import { contentUrl, zipUrl } from '../../../api/library.ts';
import { type LibraryItem, hasRights } from '../item/library-item.ts';

export type Abilities = {
  /** An address to download them from; null if they are so many that it would be too long. */
  download: string | null;
  canRename: boolean;
  canMove: boolean;
  canDelete: boolean;
  canShare: boolean;
  canRequestApproval: boolean;
  canManagePermissions: boolean;
};

/** What is offered for these; `name` is that of the archive if it takes one. */
export function abilitiesFor(place: Place, entries: LibraryItem[], name: string): Abilities {
  const isOne = entries.length === 1 && hasRights(place, entries, 'Grant');
  return {
    download: downloadUrl(entries, name),
    canRename: entries.length === 1 && hasRights(place, entries, 'Write'),
    canMove: hasRights(place, entries, 'Write', 'Delete'),
    canDelete: hasRights(place, entries, 'Delete'),
    canShare: isOne,
    canManagePermissions: isOne,
    canRequestApproval: isOne && entries[0]?.kind === 'document',
  };
}

/** Proxies take no more than 8 kB in front of the headers. */
const MAX_URL_LENGTH = 7500;

function downloadUrl(items: ItemKey[], name: string): string | null {
  const [first] = items;
  if (items.length === 1 && first?.kind === 'document') return contentUrl(first.id);
  const url = zipUrl(items, archiveName(name));
  return url.length > MAX_URL_LENGTH ? null : url;
}

// Folders may be called what files may not.
const archiveName = (name: string) => name.replaceAll(/[\\/:*?"<>|]/g, '_').slice(0, 150) || 'archive';
