import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Place } from '../../../api/answers.ts';
import { getPlace } from '../../../api/library.ts';
import { appMessages } from '../../../messages/en/app.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { LibraryItem } from '../item/library-item.ts';
import { FolderTree } from '../tree/folder-tree.tsx';
import type { Target } from '../actions/use-actions.ts';

const t = libraryMessages.place;

type Props = {
  purpose: 'move' | 'copy' | 'restore';
  entries: Pick<LibraryItem, 'kind' | 'id' | 'name'>[];
  /** The tree is expanded at the current place. */
  from: Place | null;
  onChoose: (target: Target) => void;
  onClose: () => void;
};

/** Asks for the target of a move, copy or restore. The button is enabled for allowed targets only. */
export function PlaceDialog({ purpose, entries, from, onChoose, onClose }: Props) {
  const [target, setTarget] = useState<Target | null>(null);
  const { data: place } = useQuery({
    queryKey: ['place', target?.kind, target?.id],
    queryFn: () => (target === null ? null : getPlace(target)),
    enabled: target !== null,
  });
  const refusal = target === null || place === undefined || place === null ? null : refusalOf(target, place, entries);
  const canGo = target !== null && place !== undefined && place !== null && refusal === null;
  const go = { move: t.moveHere, copy: t.copyHere, restore: t.restoreHere }[purpose];
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        {appMessages.dialog.cancel}
      </Button>
      <Button
        disabled={!canGo}
        onClick={() => {
          if (target === null) return;
          onClose();
          onChoose(target);
        }}
      >
        {target === null ? t.choose : go(target.name)}
      </Button>
    </>
  );
  return (
    <Dialog title={t[purpose](libraryMessages.what(entries.map(({ name }) => name)))} onClose={onClose} foot={foot}>
      <FolderTree chosen={target} onChoose={setTarget} open={openAt(from)} />
      <Text role="status" c="dimmed" mt="xs">
        {refusal}
      </Text>
    </Dialog>
  );
}

function refusalOf(target: Target, place: Place, entries: Props['entries']): string | null {
  const { AddFolder, AddDocument } = place.Abilities;
  const isRefused = entries.some(({ kind }) => (kind === 'folder' ? !AddFolder : !AddDocument));
  if (isRefused) return target.kind === 'library' && AddFolder ? t.notRoot : t.noWrite;
  const above = new Set(place.Path.map(({ FolderId }) => FolderId));
  return entries.some(({ kind, id }) => kind === 'folder' && above.has(id)) ? t.inItself : null;
}

function openAt(place: Place | null): ReadonlySet<string> {
  if (place === null) return new Set();
  return new Set([`library-${place.LibraryId}`, ...place.Path.map(({ FolderId }) => `folder-${FolderId}`)]);
}
