import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { Place } from '../../api/answers.ts';
import type { ContainerKey, ItemKey } from '../../api/keys.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { FailedMessage } from '../visits/states.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { PageTitle } from '../shell/shell-page.tsx';
import { PageDrop } from '../uploads/drop-zone.tsx';
import type { PickedFile } from '../uploads/upload.ts';
import { type Browsing, type BrowserDialog, BrowserContext, useBrowsing } from './browser-context.ts';
import { BrowserHead } from './browser-head.tsx';
import { EmptyPlace } from './empty-place.tsx';
import { ItemList } from './list/item-list.tsx';
import { optionsOf } from './list/listing-query.ts';
import { BrowserDialogs } from './dialogs/browser-dialogs.tsx';
import { NOTHING, type Selection } from './list/selection.ts';
import { useActions } from './actions/use-actions.ts';
import { useListing } from './list/use-listing.ts';
import { useOwnUploads } from './uploads/use-own-uploads.ts';
import css from './library.module.css';

const FIRST_ROWS = { start: 0, end: 50 };

/** The content of a library or folder, with all actions. */
export function Browser({ container, place }: { container: ContainerKey; place: Place }) {
  const { sort, filter, view = 'rows' } = useSearch({ strict: false });
  const [seen, setSeen] = useState(FIRST_ROWS);
  const options = useMemo(() => optionsOf({ sort, filter }), [sort, filter]);
  const listing = useListing(container, options, seen);
  const [selection, select] = useState<Selection>(NOTHING);
  const [question, ask] = useState<BrowserDialog | null>(null);
  const actions = useActions(useCallback(() => select(NOTHING), []));
  const open = useOpen();
  const name = nameOf(container, place);
  const mayAdd = place.Abilities.AddDocument;
  const browsing: Browsing = { container, place, name, listing, selection, select, actions, ask, open };
  const add = useAdd(container.id);
  return (
    <BrowserContext value={browsing}>
      <PageTitle title={name} />
      <div className={css.browser}>
        <BrowserHead onPick={mayAdd ? add : null} />
        {listing.error !== null ? (
          <FailedMessage error={listing.error} retry={listing.retry} />
        ) : listing.count === 0 ? (
          <EmptyPlace filter={options.filter} />
        ) : (
          <ItemList key={view} view={view === 'tiles' ? 'tiles' : 'rows'} onSee={setSeen} />
        )}
      </div>
      <BrowserDrop onPick={mayAdd ? add : null} />
      {question === null ? null : <BrowserDialogs question={question} onClose={() => ask(null)} />}
    </BrowserContext>
  );
}

// Handles every drop. A drop that is not allowed shows the reason.
function BrowserDrop({ onPick }: { onPick: ((picked: PickedFile[]) => void) | null }) {
  const { place, name, ask } = useBrowsing();
  const t = libraryMessages.dropped;
  if (onPick !== null) return <PageDrop label={libraryMessages.drop(name)} onPick={onPick} />;
  if (!place.Abilities.AddFolder) {
    return <PageDrop label={t.forbidden} onPick={() => showNotice({ kind: 'failed', text: t.forbidden })} />;
  }
  return <PageDrop label={t.intoFolder(name)} onPick={(picked) => ask({ kind: 'dropped', picked })} />;
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
      : navigate({ to: '/documents/$id', params }));
  };
}
