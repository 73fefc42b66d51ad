import { FileIcon, FolderIcon } from '../../../ui/kinds/kind-icon.tsx';
import type { LibraryItem } from './library-item.ts';

type Props = { entry: Pick<LibraryItem, 'kind' | 'name'>; size?: number };

/** The icon of an item. */
export function ItemIcon({ entry, size }: Props) {
  return entry.kind === 'folder' ? <FolderIcon size={size} /> : <FileIcon name={entry.name} size={size} />;
}
