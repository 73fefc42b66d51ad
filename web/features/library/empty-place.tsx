import { IconFilterOff, IconFolderOpen } from '@tabler/icons-react';
import { libraryTexts as said } from '../../texts/en/library.ts';
import { Empty } from '../../ui/empty.tsx';
import { useBrowsing } from './browser-context.ts';

/** Why nothing is shown, and what one can do about it. */
export function EmptyPlace({ filter }: { filter: string }) {
  const { container, place } = useBrowsing();
  const mayWrite = place.Rights.includes('Write');
  const Icon = filter === '' ? IconFolderOpen : IconFilterOff;
  const inFolder = mayWrite ? said.emptyUpload : said.empty;
  const inLibrary = mayWrite ? said.emptyLibraryUpload : said.emptyLibrary;
  const text = filter !== '' ? said.noMatch(filter) : container.kind === 'folder' ? inFolder : inLibrary;
  return <Empty Icon={Icon} text={text} />;
}
