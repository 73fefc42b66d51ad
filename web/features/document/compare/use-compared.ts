import { useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { Previewable } from '../../../api/documents.ts';
import { viewerKindOf } from '../../viewer/kinds.ts';

/** Whether older versions of a document can be shown. The server lists the entries of archives of the current version only. */
export function canCompare(document: Previewable): boolean {
  const kind = viewerKindOf(document);
  return kind !== null && kind !== 'archive';
}

type Compared = {
  /** The older version that is compared with the current one. */
  revisionId: number | null;
  open: (revisionId: number) => void;
  close: () => void;
};

// The button that opened the last comparison gets the focus back.
let closed: number | null = null;

/** The comparison of versions that the address names (`?compare=12`). */
export function useCompared(): Compared {
  const { compare } = useSearch({ strict: false });
  const navigate = useNavigate();
  const revisionId = Number(compare ?? Number.NaN);
  return {
    revisionId: Number.isInteger(revisionId) ? revisionId : null,
    open: (id) => void navigate({ to: '.', search: (search) => ({ ...search, tab: 'versions', compare: String(id) }) }),
    close: () => {
      closed = revisionId;
      void navigate({ to: '.', search: (search) => ({ ...search, compare: undefined }), replace: true });
    },
  };
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
