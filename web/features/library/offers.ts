/** What one can do with things: only what would work. */
import type { Place } from '../../api/answers.ts';
import type { ItemKey } from '../../api/keys.ts';
import { contentUrl, zipUrl } from '../../api/library.ts';
import { type Entry, mayAll } from './entry.ts';

export type Offers = {
  /** An address to download them from. */
  download: string;
  canRename: boolean;
  canMove: boolean;
  canCopy: boolean;
  canRemove: boolean;
  canShare: boolean;
  canAskApproval: boolean;
};

/** What is offered for these; `name` is that of the archive if it takes one. */
export function offersFor(place: Place, entries: Entry[], name: string): Offers {
  const isOne = entries.length === 1 && mayAll(place, entries, 'Grant');
  return {
    download: downloadUrl(entries, name),
    canRename: entries.length === 1 && mayAll(place, entries, 'Write'),
    canMove: mayAll(place, entries, 'Write', 'Delete'),
    canCopy: entries.every(({ kind }) => kind === 'document'),
    canRemove: mayAll(place, entries, 'Delete'),
    canShare: isOne,
    canAskApproval: isOne && entries[0]?.kind === 'document',
  };
}

function downloadUrl(items: ItemKey[], name: string): string {
  const [first] = items;
  return items.length === 1 && first?.kind === 'document' ? contentUrl(first.id) : zipUrl(items, archiveName(name));
}

// Folders may be called what files may not.
const archiveName = (name: string) => name.replaceAll(/[\\/:*?"<>|]/g, '_').slice(0, 150) || 'archive';
