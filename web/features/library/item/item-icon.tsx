import {
  IconFile,
  IconFileMusic,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconFolderFilled,
  IconMovie,
  IconPhoto,
  IconPresentation,
} from '@tabler/icons-react';
import type { LibraryItem } from './library-item.ts';
import css from '../library.module.css';

const KINDS: [RegExp, typeof IconFile][] = [
  [/\.pdf$/i, IconFileTypePdf],
  [/\.(png|jpe?g|gif|webp|tiff?|avif|heic|svg|bmp)$/i, IconPhoto],
  [/\.(docx?|odt|rtf|txt|md|log)$/i, IconFileText],
  [/\.(xlsx?|ods|csv|tsv)$/i, IconFileSpreadsheet],
  [/\.(pptx?|odp|key)$/i, IconPresentation],
  [/\.(mp4|mov|mkv|webm|avi|mpe?g|wmv)$/i, IconMovie],
  [/\.(mp3|wav|flac|ogg|m4a)$/i, IconFileMusic],
  [/\.(zip|7z|rar|tar|gz)$/i, IconFileZip],
];

/** The icon of an item. */
export function ItemIcon({ entry, size = 22 }: { entry: Pick<LibraryItem, 'kind' | 'name'>; size?: number }) {
  if (entry.kind === 'folder') return <IconFolderFilled size={size} className={css.iconFolder} aria-hidden />;
  const Icon = KINDS.find(([pattern]) => pattern.test(entry.name))?.[1] ?? IconFile;
  return <Icon size={size} stroke={1.5} className={css.iconDocument} aria-hidden />;
}
