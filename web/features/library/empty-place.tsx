import { Button } from '@mantine/core';
import { IconFilterOff, IconFolderOpen, IconFolderPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { filterMessages } from '../../messages/en/filters.ts';
import { libraryMessages as t } from '../../messages/en/library.ts';
import { Empty } from '../../ui/empty.tsx';
import { AddFiles } from '../uploads/add-files.tsx';
import type { PickedFile } from '../uploads/upload.ts';
import { useBrowsing } from './browser-context.ts';
import { NO_FILTERS, filtersOf, hasFilters } from './filters/filters.ts';

type Props = { onPick: ((picked: PickedFile[]) => void) | null };

/** The reason for an empty page, with the next step. */
export function EmptyPlace({ onPick }: Props) {
  const { container, place } = useBrowsing();
  const { filter = '', ...others } = useSearch({ strict: false });
  if (hasFilters(filtersOf(others))) return <NoMatch text={filterMessages.noMatch} />;
  if (filter !== '') return <NoMatch text={t.noMatch(filter)} />;
  const { AddDocument, AddFolder } = place.Abilities;
  const inFolder = AddDocument ? t.emptyUpload : t.empty;
  const inLibrary = AddFolder ? t.emptyLibraryUpload : t.emptyLibrary;
  return (
    <Empty Icon={IconFolderOpen} text={container.kind === 'folder' ? inFolder : inLibrary}>
      {AddFolder ? <Ways onPick={onPick} /> : null}
    </Empty>
  );
}

// The head of the page has the other ways to add something.
function Ways({ onPick }: Pick<Props, 'onPick'>) {
  const { ask } = useBrowsing();
  if (onPick !== null) return <AddFiles size="sm" label={t.chooseFiles} onPick={onPick} />;
  return (
    <Button size="sm" leftSection={<IconFolderPlus size={20} aria-hidden />} onClick={() => ask({ kind: 'newFolder' })}>
      {t.createFolder}
    </Button>
  );
}

function NoMatch({ text }: { text: string }) {
  const navigate = useNavigate();
  const clear = () => void navigate({ to: '.', search: (search) => ({ ...search, ...NO_FILTERS, filter: undefined }) });
  return (
    <Empty Icon={IconFilterOff} text={text}>
      <Button size="sm" variant="default" onClick={clear}>
        {t.showAll}
      </Button>
    </Empty>
  );
}
