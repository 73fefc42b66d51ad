import { type ReactNode, createContext, use, useMemo, useState } from 'react';
import type { Markable } from '../kinds.ts';
import type { PagePlace } from './region.ts';

/** A mark at a place of a document, such as that of a comment. */
export type PageMark = { id: number; place: PagePlace };

/** A mark that is shown all the time. `label`: its name for screen readers, and on hover. */
export type NamedMark = PageMark & { label: string };

/** The target of a choice: the thread beside the pages, the place on the pages, or the form for a new comment. */
type Goal = 'thread' | 'page' | 'form';

/** The place of a new comment, on the version with this hash. */
export type DraftPlace = PagePlace & { hash: string };

type State = {
  marks: NamedMark[];
  /** The mark whose region is outlined. */
  chosen: PageMark | null;
  /** The place that a new comment will have. */
  draft: DraftPlace | null;
  isDrawing: boolean;
  /** Null after it has been reached. */
  goal: Goal | null;
};

/** The marks on the pages of a document. The viewer shows them, and what is beside it provides them. */
export type PageMarks = State & {
  on: Markable;
  /** SHA-256 of the shown version. */
  hash: string;
  setMarks: (marks: NamedMark[]) => void;
  choose: (mark: PageMark, goal: 'thread' | 'page') => void;
  /** Ends the choice of a mark, unless another one was chosen meanwhile. */
  release: (id: number) => void;
  /** Begins a new comment at a place. */
  begin: (place: PagePlace) => void;
  /** Continues a new comment at a place, unless one has begun. */
  resume: (place: DraftPlace) => void;
  endDraft: () => void;
  setDrawing: (isDrawing: boolean) => void;
  reached: () => void;
};

const Context = createContext<PageMarks | null>(null);

/** Null: the pages have no marks. */
export const usePageMarks = (): PageMarks | null => use(Context);

type Props = {
  /** Null: the document has no marks. */
  on: Markable | null;
  hash: string;
  /** Shows the threads, which may be hidden. */
  onOpen?: () => void;
  children: ReactNode;
};

const NONE: State = { marks: [], chosen: null, draft: null, isDrawing: false, goal: null };

/** Connects the pages of a document with the comments beside them. */
export function PageMarksProvider({ on, hash, onOpen, children }: Props) {
  const [state, setState] = useState(NONE);
  const actions = useMemo(() => actionsOf(setState), []);
  const value = useMemo(() => {
    if (on === null) return null;
    const choose: PageMarks['choose'] = (mark, goal) => {
      actions.choose(mark, goal);
      if (goal === 'thread') onOpen?.();
    };
    const begin: PageMarks['begin'] = (place) => {
      actions.begin({ ...place, hash });
      onOpen?.();
    };
    return { ...state, ...actions, on, hash, choose, begin };
  }, [on, hash, state, actions, onOpen]);
  return <Context value={value}>{children}</Context>;
}

type SetState = (change: (before: State) => State) => void;

type Actions = Omit<PageMarks, keyof State | 'on' | 'hash' | 'begin'> & { begin: (place: DraftPlace) => void };

const actionsOf = (setState: SetState): Actions => ({
  setMarks: (marks) => setState((before) => ({ ...before, marks })),
  choose: (chosen, goal) => setState((before) => ({ ...before, chosen, goal, isDrawing: false })),
  release: (id) => setState((before) => (before.chosen?.id === id ? { ...before, chosen: null } : before)),
  begin: (draft) => setState((before) => ({ ...before, draft, goal: 'form', isDrawing: false })),
  resume: (draft) => setState((before) => (before.draft === null ? { ...before, draft } : before)),
  endDraft: () => setState((before) => ({ ...before, draft: null })),
  setDrawing: (isDrawing) => setState((before) => ({ ...before, isDrawing })),
  reached: () => setState((before) => ({ ...before, goal: null })),
});
