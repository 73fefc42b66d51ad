import { createContext, useContext } from 'react';
import type { Place } from '../../api/answers.ts';
import type { ContainerKey, ItemKey } from '../../api/keys.ts';
import type { Governed } from '../permissions/permissions-dialog.tsx';
import type { Picked } from '../uploads/upload.ts';
import type { Entry } from './entry.ts';
import type { Selection } from './selection.ts';
import type { Actions } from './use-actions.ts';
import type { Listing } from './use-listing.ts';

/** What the browser asks somebody about. */
export type Question =
  | { kind: 'newFolder' }
  | { kind: 'dropped'; picked: Picked[] }
  | AboutOne<'rename'>
  | AboutOne<'share'>
  | AboutOne<'approve'>
  | { kind: 'permissions'; object: Governed }
  | CarryQuestion;

type AboutOne<Kind> = { kind: Kind; entry: Entry };

export type CarryQuestion = { kind: 'move' | 'copy'; entries: Entry[] };

/** What all parts of the browser of one library or folder know. */
export type Browsing = {
  container: ContainerKey;
  place: Place;
  name: string;
  listing: Listing;
  selection: Selection;
  select: (selection: Selection) => void;
  actions: Actions;
  ask: (question: Question) => void;
  open: (item: ItemKey) => void;
};

export const BrowserContext = createContext<Browsing | null>(null);

export function useBrowsing(): Browsing {
  const browsing = useContext(BrowserContext);
  if (browsing === null) throw new Error('This is shown outside the browser.');
  return browsing;
}
