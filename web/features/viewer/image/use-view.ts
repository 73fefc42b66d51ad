import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { followPointers } from './follow-pointers.ts';
import {
  type Point,
  type Size,
  type Stage,
  type View,
  WHOLE,
  inReach,
  isZoomed,
  lookAt,
  moveBy,
  rotate,
  scaleOf,
  shownSize,
  zoomBy,
  zoomTo,
} from './zoom.ts';

export type ImageView = {
  view: View;
  scale: number;
  /** In CSS pixels, as it is rotated. */
  size: Size;
  isZoomed: boolean;
  zoom: (steps: number) => void;
  fit: () => void;
  showActual: () => void;
  rotate: () => void;
  /** Shows a point, as parts of the width and height of the image as it is rotated. */
  lookAt: (at: Point) => void;
};

export type Change = (next: (stage: Stage, view: View) => View) => void;

/** The position of an image, which wheel, pointers and keys change. */
export function useView(frame: RefObject<HTMLElement | null>, image: Size): ImageView {
  const [view, setView] = useState(WHOLE);
  const size = useSize(frame);
  const { width, height } = image;
  const stage: Stage = { frame: size, image };
  useEffect(() => {
    const element = frame.current;
    if (element === null || width === 0) return;
    const known = { frame: size, image: { width, height } };
    const change: Change = (next) => setView((before) => next(known, before));
    const stopping = new AbortController();
    followPointers(element, change, stopping.signal);
    element.addEventListener('keydown', (event) => onKey(event, change), stopping);
    return () => stopping.abort();
  }, [frame, size, width, height]);
  // The frame may have become smaller.
  const shown = inReach(stage, view);
  const zoomed = isZoomed(stage, shown);
  usePanKeys(zoomed, (by) => setView((before) => moveBy(stage, before, by)));
  return {
    view: shown,
    scale: scaleOf(stage, shown),
    size: shownSize(stage, shown),
    isZoomed: zoomed,
    zoom: (steps) => setView((before) => zoomBy(stage, before, steps)),
    fit: () => setView((before) => ({ ...WHOLE, turns: before.turns })),
    showActual: () => setView((before) => zoomTo(stage, before, 1)),
    rotate: () => setView((before) => rotate(stage, before)),
    lookAt: (at) => setView((before) => lookAt(stage, before, at)),
  };
}

const KEYS: Record<string, (stage: Stage, view: View) => View> = {
  '+': (stage, view) => zoomBy(stage, view, 1),
  '=': (stage, view) => zoomBy(stage, view, 1),
  '-': (stage, view) => zoomBy(stage, view, -1),
  '0': (_, view) => ({ ...WHOLE, turns: view.turns }),
  '1': (stage, view) => zoomTo(stage, view, 1),
  r: rotate,
};

function onKey(event: KeyboardEvent, change: Change): void {
  const next = KEYS[event.key.toLowerCase()];
  if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  change(next);
}

const PAN_PX = 80;
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [PAN_PX, 0],
  ArrowRight: [-PAN_PX, 0],
  ArrowUp: [0, PAN_PX],
  ArrowDown: [0, -PAN_PX],
};

// On the document, before the keys of the page: while the image is zoomed, arrows move it instead of leading to the next document.
function usePanKeys(isActive: boolean, move: (by: { x: number; y: number }) => void): void {
  useEffect(() => {
    if (!isActive) return;
    const listener = (event: KeyboardEvent) => {
      const by = ARROWS[event.key];
      if (by === undefined || event.defaultPrevented || isElsewhere(event.target)) return;
      event.preventDefault();
      move({ x: by[0], y: by[1] });
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  });
}

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=tab], dialog') !== null;

function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const shown = element.current;
    if (shown === null) return;
    const observer = new ResizeObserver(() => setSize({ width: shown.clientWidth, height: shown.clientHeight }));
    observer.observe(shown);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
