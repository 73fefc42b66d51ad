import { useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { Previewable } from '../../../api/documents.ts';
import { type ViewerKind, viewerKindOf } from '../../viewer/kinds.ts';

/** Kinds that show the content itself. Of the others, the server has pages or lists of the current version only. */
const COMPARED = new Set<ViewerKind>(['audio', 'image', 'mail', 'markdown', 'pdf', 'table', 'text', 'video']);

/** Whether older versions of a document can be shown. */
export function canCompare(document: Previewable): boolean {
  const kind = viewerKindOf(document);
  return kind !== null && document.kind === kind && COMPARED.has(kind);
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
