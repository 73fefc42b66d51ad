/** The actions that the server would allow for a selection. */
import type { Place } from '../../../api/answers.ts';
import type { ItemKey } from '../../../api/keys.ts';
import { contentUrl, zipUrl } from '../../../api/library.ts';
import { type LibraryItem, hasRights } from '../item/library-item.ts';

export type Abilities = {
  /** The download URL. Null if the selection is too large for a URL. */
  download: string | null;
  canRename: boolean;
  canMove: boolean;
  canDelete: boolean;
  canShare: boolean;
  canRequestApproval: boolean;
  canManagePermissions: boolean;
};

/** The abilities for a selection. `name` is the name of its archive. */
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

/** Proxies accept at most 8 kB of request line and headers. */
const MAX_URL_LENGTH = 7500;

function downloadUrl(items: ItemKey[], name: string): string | null {
  const [first] = items;
  if (items.length === 1 && first?.kind === 'document') return contentUrl(first.id);
  const url = zipUrl(items, archiveName(name));
  return url.length > MAX_URL_LENGTH ? null : url;
}

// Folder names can contain characters that file names cannot.
const archiveName = (name: string) => name.replaceAll(/[\\/:*?"<>|]/g, '_').slice(0, 150) || 'archive';
