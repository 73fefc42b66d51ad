import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** One item per line, or as many tiles as fit. */
export type View = 'rows' | 'tiles';

type Options = {
  scroller: RefObject<HTMLElement | null>;
  view: View;
  /** The number of items. */
  count: number;
  /** The height of a row in pixels. */
  rowHeight: number;
  onSee: (seen: { start: number; end: number }) => void;
};

/** In pixels. The style sheet has the same values. */
const HEAD_HEIGHT = 40;
const TILE_HEIGHT = 214;
const TILE_WIDTH = 190;

/** The visible lines of a long list and their positions. */
export function useLines({ scroller, view, count, rowHeight, onSee }: Options) {
  const isRows = view === 'rows';
  const width = useWidth(scroller);
  const columns = isRows ? 1 : Math.max(2, Math.floor(width / TILE_WIDTH));
  const lineHeight = isRows ? rowHeight : TILE_HEIGHT;
  const head = isRows ? HEAD_HEIGHT : 0;
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoized here
  const virtual = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: isRows ? 8 : 2,
    scrollMargin: head,
    scrollPaddingStart: head,
    useFlushSync: false,
  });
  // The density may change while the list is shown.
  useEffect(() => virtual.measure(), [virtual, lineHeight]);
  const items = virtual.getVirtualItems();
  const start = (items[0]?.index ?? 0) * columns;
  const end = Math.min(((items.at(-1)?.index ?? 0) + 1) * columns, Math.max(count, 1));
  useEffect(() => onSee({ start, end }), [onSee, start, end]);
  return {
    lines: items.map((item) => ({ line: item.index, top: item.start - head })),
    height: virtual.getTotalSize(),
    columns,
    /** The number of items that are visible at once. */
    page: Math.max(1, Math.floor((virtual.scrollRect?.height ?? lineHeight) / lineHeight) - 1) * columns,
    seen: { start, end },
    /** Scrolls an item into view. */
    show: (index: number) => virtual.scrollToIndex(Math.floor(index / columns)),
  };
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const shown = element.current;
    if (shown === null) return;
    const observer = new ResizeObserver(() => setWidth(shown.clientWidth));
    observer.observe(shown);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
