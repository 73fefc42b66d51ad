/** Where pages are in a list of pages one below the other. Lengths are CSS pixels; pages are numbered from 1. */

/** CSS pixels of a point, of which an inch has 72. */
export const PIXELS = 96 / 72;

/** The size of a page at 100 %. */
export type PageSize = { width: number; height: number };

/** The room for pages, without margins. */
export type Room = { width: number; height: number };

/** A scale, where 1 is 100 %, or a rule that gives one for each page. */
export type Zoom = number | 'width' | 'page';

export type Turn = 0 | 90 | 180 | 270;

export type PageLayout = {
  count: number;
  /** The top of each page, and at last the end of the list. */
  tops: Float64Array;
  /** The width of the widest page. */
  width: number;
  boxOf: (page: number) => PageSize & { scale: number };
};

export const MIN_SCALE = 0.1;
export const MAX_SCALE = 5;
/** The space above, between and below pages. */
export const GAP = 12;

export type Sizes = { count: number; first: PageSize; known: ReadonlyMap<number, PageSize> };

/** Lays out pages. A page has the size of the first one until its own is known. */
export function layOut({ count, first, known }: Sizes, room: Room, zoom: Zoom, turn: Turn): PageLayout {
  const usual = boxOf(first, room, zoom, turn);
  const boxes = new Map([...known].map(([page, size]) => [page, boxOf(size, room, zoom, turn)]));
  const tops = new Float64Array(count + 1);
  tops[0] = GAP;
  for (let page = 1; page <= count; page++)
    tops[page] = (tops[page - 1] ?? 0) + (boxes.get(page) ?? usual).height + GAP;
  const width = Math.max(usual.width, ...[...boxes.values()].map((box) => box.width));
  return { count, tops, width, boxOf: (page) => boxes.get(page) ?? usual };
}

function boxOf(size: PageSize, room: Room, zoom: Zoom, turn: Turn): PageSize & { scale: number } {
  const isLying = turn % 180 !== 0;
  const [width, height] = isLying ? [size.height, size.width] : [size.width, size.height];
  const fitting = scaleOf({ width, height }, room, zoom);
  // Whole pictures and pages are visible, however large they are.
  const scale = typeof zoom === 'number' ? clampScale(fitting) : Math.min(MAX_SCALE, fitting);
  return { width: Math.floor(width * scale), height: Math.floor(height * scale), scale };
}

function scaleOf({ width, height }: PageSize, room: Room, zoom: Zoom): number {
  if (zoom === 'width') return room.width / width;
  return zoom === 'page' ? Math.min(room.width / width, room.height / height) : zoom;
}

export const clampScale = (scale: number): number => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));

export const topOf = ({ tops }: PageLayout, page: number): number => tops[page - 1] ?? 0;

export const endOf = ({ tops, count }: PageLayout): number => tops[count] ?? 0;

/** The page at a distance from the top of the list; the nearest one beyond its ends. */
export function pageAt({ tops, count }: PageLayout, y: number): number {
  let [low, high] = [1, count];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle - 1] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The part of the visible height at which the current page is determined. */
const READING_LINE = 0.4;

/** The page that a reader sees who has scrolled to `y`. At the top it is the first one, however short it is. */
export function readPageAt(layout: PageLayout, y: number, height: number): number {
  return pageAt(layout, y + Math.min(y, height * READING_LINE));
}

/** The scales that the buttons step through. */
const STEPS = [0.25, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5];

/** The next larger or smaller step. */
export function stepScale(scale: number, direction: 1 | -1): number {
  const isBeyond = (step: number) => (direction === 1 ? step > scale * 1.01 : step < scale * 0.99);
  return (direction === 1 ? STEPS.find(isBeyond) : STEPS.findLast(isBeyond)) ?? clampScale(scale);
}

/**
 * Browsers limit the height of an element. Of a longer list, a window is shown; this is its start, so that `y` is in the middle
 * of it.
 */
export function windowStart(layout: PageLayout, y: number): number {
  return Math.max(0, Math.min(y - MAX_HEIGHT / 2, endOf(layout) - MAX_HEIGHT));
}

/** The height of the list, or of the window of a longer one. Firefox has the smallest limit, 17 million pixels. */
export const MAX_HEIGHT = 8_000_000;
