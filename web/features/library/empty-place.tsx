import { IconFilterOff, IconFolderOpen } from '@tabler/icons-react';
import { libraryMessages as t } from '../../messages/en/library.ts';
import { Empty } from '../../ui/empty.tsx';
import { useBrowsing } from './browser-context.ts';

/** The reason for an empty page, with the next step. */
export function EmptyPlace({ filter }: { filter: string }) {
  const { container, place } = useBrowsing();
  const { AddDocument, AddFolder } = place.Abilities;
  const Icon = filter === '' ? IconFolderOpen : IconFilterOff;
  const inFolder = AddDocument ? t.emptyUpload : t.empty;
  const inLibrary = AddFolder ? t.emptyLibraryUpload : t.emptyLibrary;
  const text = filter !== '' ? t.noMatch(filter) : container.kind === 'folder' ? inFolder : inLibrary;
  return <Empty Icon={Icon} text={text} />;
}
