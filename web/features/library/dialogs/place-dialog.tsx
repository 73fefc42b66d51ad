import { Button, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Place } from '../../../api/answers.ts';
import { getPlace } from '../../../api/library.ts';
import { appMessages } from '../../../messages/en/app.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import type { LibraryItem } from '../item/library-item.ts';
import { FolderTree } from '../tree/folder-tree.tsx';
import type { Target } from '../actions/use-actions.ts';
import { NewFolder } from './new-folder.tsx';
import { FoundTargets, type ListedTarget, Targets, useRecentTargets } from './targets.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { SEARCH_HINTS } from '../../../ui/input-hints.ts';

const t = libraryMessages.place;

type Props = {
  purpose: 'move' | 'copy' | 'restore' | 'upload';
  entries: Pick<LibraryItem, 'kind' | 'id' | 'name'>[];
  /** The tree is expanded at the current place. */
  from: Place | null;
  /** Why a target is needed. */
  reason?: string;
  onChoose: (target: Target) => void;
  onClose: () => void;
};

/** Asks for the target of a move, copy, restore or upload. The button is enabled for allowed targets only. */
export function PlaceDialog({ purpose, entries, from, reason, onChoose, onClose }: Props) {
  const [target, setTarget] = useState<Target | null>(null);
  const { place, refusal } = useRefusal(target, entries, purpose === 'move' ? from : null);
  const [recent, remember] = useRecentTargets();
  const button = useFocusWhenLoaded(place);
  const go = { move: t.moveHere, copy: t.copyHere, restore: t.restoreHere, upload: t.uploadHere }[purpose];
  const foot = (
    <>
      {place?.Abilities.AddFolder === true && target !== null ? (
        <NewFolder key={`${target.kind} ${target.id}`} target={target} onMade={setTarget} />
      ) : null}
      <Button variant="default" onClick={onClose}>
        {appMessages.dialog.cancel}
      </Button>
      <Button
        ref={button}
        disabled={place === null || refusal !== null}
        onClick={() => {
          if (target === null || place === null) return;
          remember(target, place);
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
      {reason === undefined ? null : <Text mb="sm">{reason}</Text>}
      <TargetPicker chosen={target} onChoose={setTarget} recent={recent} from={from} />
      <Text role="status" c="dimmed" mt="xs">
        {refusal}
      </Text>
    </Dialog>
  );
}

// The form of a new folder had the focus, and is gone when the folder is the target.
function useFocusWhenLoaded(place: Place | null): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (place !== null && isLost) button.current?.focus();
  }, [place]);
  return button;
}

type Judged = { place: Place | null; refusal: string | null };

// The place of the target when it is loaded, and why it cannot be chosen. Nothing moves to where it is (`from`).
function useRefusal(target: Target | null, entries: Props['entries'], from: Place | null): Judged {
  const { data: place = null, error } = useQuery({
    queryKey: ['place', target?.kind, target?.id],
    queryFn: () => (target === null ? null : getPlace(target)),
    enabled: target !== null,
  });
  if (target === null) return { place: null, refusal: null };
  if (place === null) return { place, refusal: error === null ? null : libraryMessages.gone };
  return { place, refusal: isAt(target, from) ? t.alreadyHere : refusalOf(target, place, entries) };
}

function isAt({ kind, id }: Target, place: Place | null): boolean {
  const folder = place?.Path.at(-1);
  if (folder !== undefined) return kind === 'folder' && id === folder.FolderId;
  return kind === 'library' && id === place?.LibraryId;
}

type PickerProps = Pick<Props, 'from'> & {
  chosen: Target | null;
  onChoose: (target: Target) => void;
  recent: ListedTarget[];
};

// Recent targets and the tree, or the folders that match the search.
function TargetPicker({ chosen, onChoose, recent, from }: PickerProps) {
  const [query, setQuery] = useState('');
  const { search, keepFocus, events } = useKeptFocus();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys move between the buttons in it
    <div onKeyDown={onArrow} {...events}>
      <TextInput
        {...SEARCH_HINTS}
        ref={search}
        role="searchbox"
        aria-label={t.search}
        placeholder={t.search}
        leftSection={<IconSearch size={18} aria-hidden />}
        mb="xs"
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      {query.trim() === '' ? (
        <>
          <Targets label={t.recent} targets={recent} chosen={chosen} onChoose={onChoose} />
          <FolderTree chosen={chosen} onChoose={onChoose} open={openAt(from)} />
        </>
      ) : (
        <FoundTargets query={query.trim()} chosen={chosen} onChoose={onChoose} onChanged={keepFocus} />
      )}
    </div>
  );
}

// Up and down move between the search and the names; right and left open and close a level of the tree.
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: picker, target, key } = event;
  if (!(target instanceof HTMLElement)) return;
  const stops = [...picker.querySelectorAll<HTMLElement>('input, button[aria-pressed]')];
  const at = stops.findIndex((stop) => stop === target || stop.parentElement === target.parentElement);
  const arrow = target.parentElement?.querySelector<HTMLButtonElement>('button[aria-expanded]');
  const isOpen = arrow?.ariaExpanded === 'true';
  if (key === 'ArrowDown') stops[at + 1]?.focus();
  else if (key === 'ArrowUp') stops[at - 1]?.focus();
  else if (key === 'ArrowRight' && arrow !== null && arrow !== undefined && !isOpen) arrow.click();
  else if (key === 'ArrowLeft' && isOpen) arrow?.click();
  else return;
  event.preventDefault();
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
