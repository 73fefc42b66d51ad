/**
 * The state of a list of pages: sizes, zoom, turn, and the part that is visible. Only pages near the visible part are rendered.
 *
 * An anchor says which point of which page is at which point of the screen. Whenever the layout changes, because of zoom, a turn, a
 * resized window or a size that became known, the list scrolls so that the anchor stays in place.
 */
import {
  GAP,
  MAX_HEIGHT,
  type PageLayout,
  type PageSize,
  type Room,
  type Turn,
  type Zoom,
  clampScale,
  endOf,
  layOut,
  pageAt,
  readPageAt,
  stepScale,
  topOf,
  windowStart,
} from './page-layout.ts';
import type { PageSource } from './page-source.ts';
import { readZoom, saveZoom } from './saved-zoom.ts';

/** The values that are rendered. They are replaced as a whole, so that React can compare it. */
export type PagerView = {
  room: Room;
  layout: PageLayout;
  zoom: Zoom;
  turn: Turn;
  /** The start of the window of a very long list (`windowStart`). */
  start: number;
  /** The pages to render. */
  first: number;
  last: number;
  /** The page that the reader sees. */
  page: number;
};

/** A point of the visible part, from its top left corner. */
type Point = { x: number; y: number };
/** `across` and `down`: the point of the page, as parts of its width and height. */
type Anchor = { page: number; across: number; down: number; at: Point };

export type Pager = {
  source: PageSource;
  scroller: HTMLElement | null;
  view: PagerView;
  known: Map<number, PageSize>;
  asked: Set<number>;
  anchor: Anchor;
  /** The page that the reader chose, until they scroll. A short last page may never be at the top. */
  chosen: { page: number; top: number } | null;
  listeners: Set<() => void>;
};

export function createPager(source: PageSource, page: number): Pager {
  const room = { width: 0, height: 0 };
  const zoom = source.isPicture ? 'page' : readZoom();
  const first = Math.min(page, source.count);
  const layout = layOut({ count: source.count, first: source.firstSize, known: new Map() }, room, zoom, 0);
  return {
    source,
    scroller: null,
    view: { room, layout, zoom, turn: 0, start: 0, first, last: first - 1, page: first },
    known: new Map(),
    asked: new Set(),
    anchor: { page: first, across: 0.5, down: 0, at: { x: 0, y: GAP } },
    chosen: null,
    listeners: new Set(),
  };
}

/** Follows the size and the position of the element that scrolls. */
export function attach(pager: Pager, scroller: HTMLElement): () => void {
  pager.scroller = scroller;
  const onResize = () => {
    const room = { width: scroller.clientWidth - 2 * GAP, height: scroller.clientHeight - 2 * GAP };
    if (room.width > 0 && room.height > 0) layOutAgain(pager, { room });
  };
  const onScroll = () => look(pager);
  const sizes = new ResizeObserver(onResize);
  sizes.observe(scroller);
  scroller.addEventListener('scroll', onScroll, { passive: true });
  onResize();
  return () => {
    sizes.disconnect();
    scroller.removeEventListener('scroll', onScroll);
    pager.scroller = null;
  };
}

/** Shows a page. `down` is the part of its height that is above the top of the list. */
export function goTo(pager: Pager, page: number, down = 0): void {
  const near = Math.max(1, Math.min(Math.round(page), pager.source.count));
  pager.anchor = { page: near, across: 0.5, down, at: { x: middleOf(pager).x, y: down === 0 ? GAP : 5 * GAP } };
  const top = topOf(pager.view.layout, near);
  pager.chosen = { page: near, top: Number.NaN };
  publish(pager, { page: near, start: startFor(pager, top) });
  settle(pager);
}

/** Changes the scale. The point `at` of the visible part stays where it is. */
export function setZoom(pager: Pager, zoom: Zoom, at: Point = middleOf(pager)): void {
  pager.anchor = anchorAt(pager, at);
  if (!pager.source.isPicture) saveZoom(zoom);
  layOutAgain(pager, { zoom: typeof zoom === 'number' ? clampScale(zoom) : zoom });
}

export const stepZoom = (pager: Pager, direction: 1 | -1): void =>
  setZoom(pager, stepScale(scaleOf(pager.view), direction));

/** The scale of the current page. */
export const scaleOf = ({ layout, page }: PagerView): number => layout.boxOf(page).scale;

/** Turns all pages clockwise. */
export function turnPages(pager: Pager): void {
  pager.anchor = { ...pager.anchor, page: pager.view.page, down: 0, at: { ...pager.anchor.at, y: GAP } };
  layOutAgain(pager, { turn: ((pager.view.turn + 90) % 360) as Turn });
}

/** Scrolls to the anchor. Called after the list has been rendered with its new heights. */
export function settle(pager: Pager, layout = pager.view.layout, start = pager.view.start): void {
  const { scroller, view, anchor } = pager;
  // A newer layout is going to be rendered, and settles then.
  if (scroller === null || layout !== view.layout || start !== view.start || view.room.width === 0) return;
  const box = layout.boxOf(anchor.page);
  const top = topOf(layout, anchor.page) + anchor.down * box.height - anchor.at.y - start;
  const left = leftOf(view, anchor.page) + anchor.across * box.width - anchor.at.x;
  scroller.scrollTo({ top, left, behavior: 'instant' });
  if (pager.chosen !== null) pager.chosen.top = scroller.scrollTop;
  look(pager);
}

/** The width of the list. */
export const widthOf = ({ layout, room }: PagerView): number => Math.max(room.width, layout.width) + 2 * GAP;

/** The left edge of a page in the list. */
export const leftOf = (view: PagerView, page: number): number =>
  Math.floor((widthOf(view) - view.layout.boxOf(page).width) / 2);

// Finds what is visible now.
function look(pager: Pager): void {
  const { scroller, view } = pager;
  if (scroller === null || view.room.width === 0) return;
  const { layout } = view;
  const height = scroller.clientHeight;
  const y = view.start + scroller.scrollTop;
  if (pager.chosen !== null && Math.abs(scroller.scrollTop - pager.chosen.top) > 2) pager.chosen = null;
  if (pager.chosen === null) pager.anchor = anchorAt(pager, { x: middleOf(pager).x, y: 0 });
  const page = pager.chosen?.page ?? readPageAt(layout, y, height);
  const [first, last] = [pageAt(layout, y - height / 2), pageAt(layout, y + height * 1.5)];
  publish(pager, { page, first, last, start: startFor(pager, y) });
  findSizes(pager);
}

// The window moves when the visible part comes close to its ends.
function startFor({ view: { layout, start } }: Pager, y: number): number {
  const margin = MAX_HEIGHT / 8;
  const isInside = y > start + margin || start === 0;
  const isBefore = y < start + MAX_HEIGHT - margin || start + MAX_HEIGHT >= endOf(layout);
  return isInside && isBefore ? start : windowStart(layout, y);
}

function findSizes(pager: Pager): void {
  const { source, asked } = pager;
  if (source.findSize === null) return;
  for (let page = pager.view.first; page <= pager.view.last; page++) {
    if (asked.has(page)) continue;
    asked.add(page);
    // A page that failed is asked for again when it is visible the next time.
    source.findSize(page).then(
      (size) => learnSize(pager, page, size),
      () => asked.delete(page),
    );
  }
}

/** Gives a page its own size. */
export function learnSize(pager: Pager, page: number, size: PageSize): void {
  const before = pager.known.get(page) ?? pager.source.firstSize;
  if (size.width === before.width && size.height === before.height) return;
  pager.known.set(page, size);
  layOutAgain(pager, {});
}

function layOutAgain(pager: Pager, change: Partial<Pick<PagerView, 'room' | 'zoom' | 'turn'>>): void {
  const { room, zoom, turn } = { ...pager.view, ...change };
  const sizes = { count: pager.source.count, first: pager.source.firstSize, known: pager.known };
  const layout = layOut(sizes, room, zoom, turn);
  pager.view = { ...pager.view, layout };
  publish(pager, { ...change, start: startFor(pager, topOf(layout, pager.anchor.page)) });
}

function anchorAt({ scroller, view, anchor }: Pager, at: Point): Anchor {
  if (scroller === null || view.room.width === 0) return anchor;
  const y = view.start + scroller.scrollTop + at.y;
  const page = pageAt(view.layout, y);
  const box = view.layout.boxOf(page);
  const across = (scroller.scrollLeft + at.x - leftOf(view, page)) / box.width;
  return { page, across, down: (y - topOf(view.layout, page)) / box.height, at };
}

function middleOf({ scroller }: Pager): Point {
  return { x: (scroller?.clientWidth ?? 0) / 2, y: (scroller?.clientHeight ?? 0) / 2 };
}

function publish(pager: Pager, change: Partial<PagerView>): void {
  const next = { ...pager.view, ...change };
  const isSame = (Object.keys(change) as (keyof PagerView)[]).every((key) => pager.view[key] === change[key]);
  pager.view = isSame ? pager.view : next;
  for (const listener of pager.listeners) listener();
}
