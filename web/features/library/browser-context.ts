import { createContext, useContext } from 'react';
import type { Place } from '../../api/answers.ts';
import type { ContainerKey, ItemKey } from '../../api/keys.ts';
import type { ShareTarget } from '../sharing/dialog/share-home.tsx';
import type { PickedFile } from '../uploads/upload.ts';
import type { LibraryItem } from './item/library-item.ts';
import type { Selection } from './list/selection.ts';
import type { Actions } from './actions/use-actions.ts';
import type { Look } from './columns/use-look.ts';
import type { ItemListing } from './list/use-listing.ts';

/** The dialogs of the browser. */
export type BrowserDialog =
  | { kind: 'newFolder' }
  | { kind: 'dropped'; picked: PickedFile[] }
  | ItemDialog<'rename'>
  | { kind: 'share'; object: ShareTarget; isRequest?: boolean }
  | ItemDialog<'approve'>
  | { kind: 'tagTypes' }
  | { kind: 'tags'; entries: LibraryItem[] }
  | TransferDialog;

type ItemDialog<Kind> = { kind: Kind; entry: LibraryItem };

export type TransferDialog = { kind: 'move' | 'copy'; entries: LibraryItem[] };

/** The shared state of the browser of one library or folder. */
export type Browsing = {
  container: ContainerKey;
  place: Place;
  name: string;
  listing: ItemListing;
  selection: Selection;
  select: (selection: Selection) => void;
  actions: Actions;
  look: Look;
  ask: (question: BrowserDialog) => void;
  open: (item: ItemKey) => void;
};

export const BrowserContext = createContext<Browsing | null>(null);

export function useBrowsing(): Browsing {
  const browsing = useContext(BrowserContext);
  if (browsing === null) throw new Error('This is shown outside the browser.');
  return browsing;
}
