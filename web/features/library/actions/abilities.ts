/** The actions that are offered for a selection, from the abilities that the server states. */
import type { Place } from '../../../api/answers.ts';
import type { ItemKey } from '../../../api/keys.ts';
import { contentUrl, zipUrl } from '../../../api/library.ts';
import { type LibraryItem, canDo } from '../item/library-item.ts';

export type Offered = {
  /** The download URL. Null if the selection is too large for a URL. */
  download: string | null;
  canRename: boolean;
  canMove: boolean;
  canCopy: boolean;
  canDelete: boolean;
  /** Allowed for everyone who can see the item, because its link can be copied. */
  canShare: boolean;
  canRequestFiles: boolean;
  canRequestApproval: boolean;
  canTag: boolean;
};

/** The actions for a selection; some are for one item only. `name` is the name of its archive. */
export function offeredFor(place: Place, entries: LibraryItem[], name: string): Offered {
  const isOne = entries.length === 1;
  return {
    download: downloadUrl(entries, name),
    canRename: isOne && canDo(place, entries, 'Rename'),
    canMove: canDo(place, entries, 'Move'),
    canCopy: canDo(place, entries, 'Copy'),
    canDelete: canDo(place, entries, 'Trash'),
    canShare: isOne,
    canTag: entries.every(({ kind }) => kind === 'document') && canDo(place, entries, 'SetTags'),
    canRequestFiles: isOne && entries[0]?.kind === 'folder' && canDo(place, entries, 'ShareWritable'),
    canRequestApproval: isOne && canDo(place, entries, 'AssignTask'),
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
