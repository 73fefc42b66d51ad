/** The text that the address of a document asks to find, as a result of a search does: `#search=lease`. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { searchOfHash } from '../paged/page-address.ts';
import { findText, type FoundText } from './find-text.ts';

/** The name in `::highlight()` of the style sheet. */
const HIGHLIGHT = 'found-text';

/** `wanted`: whether the address asks for a text. `found`: null if the document does not have it. */
export function useFoundText(
  text: string | undefined,
  hasAddress: boolean,
): { wanted: boolean; found: FoundText | null } {
  const [wanted] = useState(() => (hasAddress ? searchOfHash(window.location.hash) : null));
  const found = useMemo(() => (text === undefined || wanted === null ? null : findText(text, wanted)), [text, wanted]);
  return { wanted: wanted !== null, found };
}

/**
 * Scrolls to the text when it is first shown, and marks it, without a change of the page's text. `shown`: changes when lines are rendered
 * again.
 */
export function useShownText(area: RefObject<HTMLElement | null>, found: FoundText | null, shown: unknown): void {
  const isReached = useRef(false);
  useEffect(() => {
    if (found === null || isReached.current) return;
    // When more of the text is loaded, the reader is somewhere else.
    isReached.current = true;
    let frame = 0;
    const settle = (left: number) => {
      scrollTo(area.current, found);
      if (left > 0) frame = requestAnimationFrame(() => settle(left - 1));
    };
    settle(SETTLING_FRAMES);
    return () => cancelAnimationFrame(frame);
  }, [area, found]);
  useEffect(() => {
    const range = rangeOf(area.current, found);
    // Browsers without highlights show the line only.
    if (range === null || typeof Highlight === 'undefined') return;
    CSS.highlights.set(HIGHLIGHT, new Highlight(range));
    return () => void CSS.highlights.delete(HIGHLIGHT);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- lines have other nodes when they are rendered again
  }, [area, found, shown]);
}

/** Pixels beside the text in a line that is not wrapped. */
const MARGIN = 40;
/** The heights of blocks are estimates until they are near the visible part, which moves what is below them. */
const SETTLING_FRAMES = 20;

function scrollTo(area: HTMLElement | null, found: FoundText): void {
  const range = rangeOf(area, found);
  if (range === null || area === null) return;
  const [place, visible] = [range.getBoundingClientRect(), area.getBoundingClientRect()];
  const right = Math.max(0, place.right - visible.right + MARGIN);
  area.scrollBy(right, place.top - visible.top - area.clientHeight / 3);
}

function rangeOf(area: HTMLElement | null, found: FoundText | null): Range | null {
  if (area === null || found === null) return null;
  const [start, end] = [placeOf(area, found.from), placeOf(area, found.to)];
  if (start === null || end === null) return null;
  const range = document.createRange();
  range.setStart(...start);
  range.setEnd(...end);
  return range;
}

function placeOf(area: HTMLElement, { line, column }: FoundText['from']): [Node, number] | null {
  const element = area.querySelector(`[data-number="${line + 1}"]`);
  if (element === null) return null;
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = column;
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const { length } = node as Text;
    if (left <= length) return [node, left];
    left -= length;
  }
  return null;
}
