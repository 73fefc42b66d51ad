import type { DragEvent, MouseEvent, PointerEvent } from 'react';
import { type Browsing, useBrowsing } from '../browser-context.ts';
import { drag } from '../actions/dragged.ts';
import { type LibraryItem, canDo } from '../item/library-item.ts';
import { choose, isChosen, toggle } from './selection.ts';
import { useDrop } from '../actions/use-drop.ts';
import { chooseUpTo } from './use-keys.ts';

/** With a finger, a long press opens the context menu. Dragging would start instead. */
const HAS_MOUSE = window.matchMedia('(hover: hover)').matches;

/** Handlers of a row or tile: a click selects, a tap opens, and selected items are dragged together. */
export function useItemHandlers(entry: LibraryItem | null, index: number) {
  const browsing = useBrowsing();
  const { selection, place } = browsing;
  const drop = useDrop(entry?.kind === 'folder' ? entry : null);
  const isIn = entry !== null && isChosen(selection, entry);
  return {
    isChosen: isIn,
    isActive: selection.active === index,
    isOver: drop.isOver,
    handlers:
      entry === null
        ? {}
        : {
            ...drop.handlers,
            draggable: HAS_MOUSE && canDo(place, [entry], 'Move'),
            onDragStart: (event: DragEvent) => startDrag(browsing, event, entry, index),
            onClick: (event: MouseEvent<HTMLElement>) => click(browsing, event, entry, index),
            onDoubleClick: () => browsing.open(entry),
          },
    onCheck: (event: MouseEvent) => {
      event.stopPropagation();
      if (entry === null) return;
      focusList(event.currentTarget);
      if (event.shiftKey) void chooseUpTo(browsing, index);
      else browsing.select(toggle(selection, entry, index));
    },
  };
}

// The list has the shortcuts.
function focusList(row: Element): void {
  row.closest<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
}

function startDrag({ selection, select }: Browsing, event: DragEvent, entry: LibraryItem, index: number): void {
  if (isChosen(selection, entry)) return drag(event, [...selection.chosen.values()]);
  drag(event, [entry]);
  select(choose(entry, index));
}

function click(browsing: Browsing, event: MouseEvent<HTMLElement>, entry: LibraryItem, index: number): void {
  // Links keep their behavior, except that Shift selects a range instead of opening a window.
  const isOnLink = (event.target as HTMLElement).closest('a') !== null;
  if (isOnLink && !event.shiftKey) return;
  if (isOnLink) event.preventDefault();
  const { selection, select, open } = browsing;
  // A tap opens, because touch has no double click.
  const isFinger = (event.nativeEvent as unknown as PointerEvent).pointerType === 'touch';
  focusList(event.currentTarget);
  if (event.shiftKey) void chooseUpTo(browsing, index);
  else if (event.ctrlKey || event.metaKey || (isFinger && selection.chosen.size > 0))
    select(toggle(selection, entry, index));
  else if (isFinger) open(entry);
  else select(choose(entry, index));
}
