import { useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { Previewable } from '../../../api/documents.ts';
import { viewerKindOf } from '../../viewer/kinds.ts';

/** Whether older versions of a document can be shown. The server lists the entries of archives of the current version only. */
export function canCompare(document: Previewable): boolean {
  const kind = viewerKindOf(document);
  return kind !== null && kind !== 'archive';
}

/** The versions that are compared, by their ids. `newer` null: the current one. */
export type ComparedIds = { older: number; newer: number | null };

type Compared = {
  ids: ComparedIds | null;
  open: (revisionId: number) => void;
  /** Compares other versions. */
  choose: (ids: ComparedIds) => void;
  close: () => void;
};

// The button that opened the last comparison gets the focus back.
let closed: number | null = null;

/** The comparison of versions that the address names (`?compare=12`, `?compare=12&with=15`). */
export function useCompared(): Compared {
  const { compare, with: other } = useSearch({ strict: false });
  const navigate = useNavigate();
  const older = idOf(compare);
  return {
    ids: older === null ? null : { older, newer: idOf(other) },
    open: (id) => void navigate({ to: '.', search: (search) => ({ ...search, tab: 'versions', compare: String(id) }) }),
    choose: ({ older: one, newer }) => {
      const chosen = { compare: String(one), with: newer === null ? undefined : String(newer) };
      void navigate({ to: '.', search: (search) => ({ ...search, ...chosen }), replace: true });
    },
    close: () => {
      closed = older;
      const none = { compare: undefined, with: undefined };
      void navigate({ to: '.', search: (search) => ({ ...search, ...none }), replace: true });
    },
  };
}

function idOf(text: unknown): number | null {
  const id = Number(text ?? Number.NaN);
  return Number.isInteger(id) ? id : null;
}

/** For the button that compares a version. */
export function useReturningFocus(revisionId: number): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (closed !== revisionId) return;
    closed = null;
    button.current?.focus();
  }, [revisionId]);
  return button;
}
