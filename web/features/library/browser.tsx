import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  Suspense,
  lazy,
  useCallback,
  useMemo,
  useState,
} from 'react';
import type { Place } from '../../api/answers.ts';
import type { ContainerKey, ItemKey } from '../../api/keys.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { FailedMessage } from '../visits/states.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { PageTitle } from '../shell/shell-page.tsx';
import { PageDrop } from '../uploads/drop-zone.tsx';
import type { PickedFile } from '../uploads/upload.ts';
import { type Command, useCommands } from '../shortcuts/commands.ts';
import { type Browsing, type BrowserDialog, BrowserContext, useBrowsing } from './browser-context.ts';
import { BrowserHead } from './browser-head.tsx';
import { EmptyPlace } from './empty-place.tsx';
import { ItemList } from './list/item-list.tsx';
import { optionsOf } from './list/listing-query.ts';
import { useFocusOnChange } from './list/use-focus-on-change.ts';
import { BrowserDialogs } from './dialogs/browser-dialogs.tsx';
import { NOTHING, type Selection, chooseIfNone, drop } from './list/selection.ts';
import { type Chosen, useActions } from './actions/use-actions.ts';
import { expandFor } from './columns/columns.ts';
import { type Look, useLook } from './columns/use-look.ts';
import { listOf } from './item/list-address.ts';
import { useListing } from './list/use-listing.ts';
import { useOwnUploads } from './uploads/use-own-uploads.ts';
import { useDetails } from './details/use-details.ts';
import css from './library.module.css';
import detailsCss from './details/details.module.css';

const DetailsPane = lazy(async () => ({ default: (await import('./details/details-pane.tsx')).DetailsPane }));

const FIRST_ROWS = { start: 0, end: 50 };

/** The content of a library or folder, with all actions. */
export function Browser({ container, place }: { container: ContainerKey; place: Place }) {
  const look = useLook(place);
  const { options, isTiles } = useListOptions(look);
  const [seen, setSeen] = useState(FIRST_ROWS);
  const listing = useListing(container, options, seen);
  const [selection, select] = useState<Selection>(NOTHING);
  const [question, ask] = useState<BrowserDialog | null>(null);
  const actions = useActionsOn(select);
  const name = nameOf(container, place);
  const browsing: Browsing = {
    container,
    place,
    name,
    listing,
    selection,
    select,
    actions,
    look,
    ask,
    open: useOpen(),
  };
  usePageCommands(place, ask);
  const pick = usePick(container, place, ask);
  return (
    <BrowserContext value={browsing}>
      <PageTitle title={name} />
      <div className={css.browser}>
        <BrowserHead onPick={pick} />
        <div className={detailsCss.beside}>
          <Contents onPick={pick}>
            <ItemList key={String(isTiles)} view={isTiles ? 'tiles' : 'rows'} onSee={setSeen} />
          </Contents>
          <Details />
        </div>
      </div>
      <BrowserDrop onPick={pick} />
      {question === null ? null : <BrowserDialogs question={question} onClose={() => ask(null)} />}
    </BrowserContext>
  );
}

// The selection follows the actions.
function useActionsOn(select: Dispatch<SetStateAction<Selection>>) {
  const chosen = useMemo(
    (): Chosen => ({
      drop: (entries) => select((before) => drop(before, entries)),
      choose: (entries) => select((before) => chooseIfNone(before, entries)),
    }),
    [select],
  );
  return useActions(chosen);
}

// The address sorts and filters the list, and the columns ask for properties.
function useListOptions({ isPhone, columns }: Look) {
  const { sort, filter, view, kind, by, date, tag } = useSearch({ strict: false });
  const isTiles = view === 'tiles';
  const expand = isPhone || isTiles ? '' : expandFor(columns);
  const options = useMemo(
    () => optionsOf({ sort, filter, kind, by, date, tag }, expand),
    [sort, filter, kind, by, date, tag, expand],
  );
  return { options, isTiles };
}

type ContentsProps = { onPick: ((picked: PickedFile[]) => void) | null; children: ReactNode };

// The list, or the reason why there is none.
function Contents({ onPick, children }: ContentsProps) {
  const { listing } = useBrowsing();
  const place = useFocusOnChange(listing.count === null ? null : listing.count === 0);
  if (listing.error !== null) return <FailedMessage error={listing.error} retry={listing.retry} />;
  return (
    <div ref={place} className={css.contents}>
      {listing.count === 0 ? <EmptyPlace onPick={onPick} /> : children}
    </div>
  );
}

function Details() {
  const { isOpen, toggle } = useDetails();
  if (!isOpen) return null;
  return (
    <Suspense fallback={<aside className={detailsCss.details} />}>
      <DetailsPane onClose={toggle} />
    </Suspense>
  );
}

// Offers actions of the place in the command palette.
function usePageCommands({ Abilities }: Place, ask: Browsing['ask']): void {
  const { toggle } = useDetails();
  const canAdd = Abilities.AddFolder;
  const commands: Command[] = useMemo(
    () => [
      ...(canAdd ? [{ label: libraryMessages.actions.newFolder, run: () => ask({ kind: 'newFolder' }) }] : []),
      { label: libraryMessages.details.toggle, run: toggle },
    ],
    [canAdd, ask, toggle],
  );
  useCommands(commands);
}

// Adds files, if the person can. A library contains only folders, so a dialog asks for the folder of the files.
function usePick(container: ContainerKey, { Abilities }: Place, ask: Browsing['ask']) {
  const add = useAdd(container.id);
  const askFolder = useCallback((picked: PickedFile[]) => ask({ kind: 'dropped', picked }), [ask]);
  if (Abilities.AddDocument) return add;
  return Abilities.AddFolder && container.kind === 'library' ? askFolder : null;
}

// Handles every drop. A drop that is not allowed shows the reason.
function BrowserDrop({ onPick }: { onPick: ((picked: PickedFile[]) => void) | null }) {
  const { place, name } = useBrowsing();
  const { forbidden, intoFolder } = libraryMessages.dropped;
  const label = place.Abilities.AddDocument ? libraryMessages.drop(name) : intoFolder(name);
  if (onPick !== null) return <PageDrop label={label} onPick={onPick} />;
  return <PageDrop label={forbidden} onPick={() => showNotice({ kind: 'failed', text: forbidden })} />;
}

function useAdd(folderId: number): (picked: PickedFile[]) => void {
  const { uploads } = useOwnUploads();
  return useCallback((picked) => void uploads.add({ kind: 'folder', folderId }, picked), [uploads, folderId]);
}

function nameOf({ kind }: ContainerKey, { LibraryName, IsPrivate, Path }: Place): string {
  if (kind === 'folder') return Path.at(-1)?.FolderName ?? '';
  return IsPrivate ? libraryMessages.libraries.mine : (LibraryName ?? '');
}

function useOpen(): (item: ItemKey) => void {
  const navigate = useNavigate();
  return ({ kind, id }) => {
    const params = { id: String(id) };
    void (kind === 'folder'
      ? // The way of looking stays; a filter was for the folder that one leaves.
        navigate({ to: '/folders/$id', params, search: ({ sort, view }) => ({ sort, view }) })
      : navigate({ to: '/documents/$id', params, search: listOf }));
  };
}
