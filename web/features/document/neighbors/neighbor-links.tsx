import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { documentMessages as t } from '../../../messages/en/document.ts';
import { listOf } from '../../library/item/list-address.ts';
import type { Neighbor } from './find-neighbors.ts';
import { useArrowKeys } from './use-arrow-keys.ts';
import { useNeighbors } from './use-neighbors.ts';
import css from './neighbors.module.css';

type Direction = 'previous' | 'next';

// The button that was used has the focus again on the next document.
let used: Direction | null = null;

/** Buttons and arrow keys to the previous and next document. Going back leads to the list from any of them. */
export function NeighborLinks({ documentId, folderId }: { documentId: number; folderId: number }) {
  const neighbors = useNeighbors(documentId, folderId);
  const navigate = useNavigate();
  const to = (neighbor: Neighbor | null | undefined) => {
    if (!neighbor) return null;
    const search = (before: Parameters<typeof listOf>[0]) => ({ ...listOf(before), tab: before.tab });
    return () => void navigate({ to: '/documents/$id', params: { id: String(neighbor.id) }, search, replace: true });
  };
  const go = { previous: to(neighbors?.previous), next: to(neighbors?.next) };
  useArrowKeys(documentId, neighbors === undefined ? undefined : go);
  if (!neighbors || neighbors.count < 2) return null;
  const { previous, next, at, count } = neighbors;
  return (
    <div role="group" aria-label={t.neighbors} className={css.neighbors}>
      <Step direction="previous" go={go.previous} label={previous === null ? t.first : t.previous(previous.name)} />
      <span className={css.position}>{t.position(at + 1, count)}</span>
      <Step direction="next" go={go.next} label={next === null ? t.last : t.next(next.name)} />
    </div>
  );
}

function Step({ direction, go, label }: { direction: Direction; go: (() => void) | null; label: string }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (used !== direction) return;
    used = null;
    button.current?.focus({ preventScroll: true });
  }, [direction]);
  const Icon = direction === 'previous' ? IconChevronLeft : IconChevronRight;
  return (
    <ActionIcon
      ref={button}
      variant="subtle"
      size={36}
      aria-label={label}
      title={label}
      aria-disabled={go === null}
      {...(go === null ? { 'data-disabled': true } : {})}
      onClick={() => {
        if (go === null) return;
        used = direction;
        go();
      }}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}
