import { type DragEvent, useState } from 'react';
import { useBrowsing } from '../browser-context.ts';
import { draggedEntries, isDragged } from './dragged.ts';
import { canDo } from '../item/library-item.ts';
import type { Target } from './use-actions.ts';

/** Makes a folder or library a drop target that moves items into it. Null disables it. */
export function useDrop(target: Target | null) {
  const { container, place, actions } = useBrowsing();
  const [isOver, setOver] = useState(false);
  const takes = (event: DragEvent) => target !== null && isDragged(event) && !isAmong(target);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        const entries = draggedEntries();
        if (target === null || !takes(event) || !canDo(place, entries, 'Move')) return;
        event.preventDefault();
        void actions.move(entries, container, target);
      },
    },
  };
}

const isAmong = (target: Target) => draggedEntries().some(({ kind, id }) => kind === target.kind && id === target.id);
