/** Marks search results in the text of pages, by the CSS Custom Highlight API, which changes no element. */
import { findMatches, foldText } from './fold-text.ts';
import type { RenderedText } from '../pdf-text.tsx';

const pages = new Map<number, { all: Range[]; current: Range | null }>();

/** The results in the text of a page. */
export function rangesOf({ elements, pieces }: RenderedText, query: string): Range[] {
  const folded = foldText(pieces);
  return findMatches(folded.text, query).flatMap(({ start, end }) => {
    const [from, to] = [folded.placeOf(start), folded.placeOf(end - 1)];
    const [first, last] = [elements[from.item]?.firstChild, elements[to.item]?.firstChild];
    if (!(first instanceof Text) || !(last instanceof Text)) return [];
    const range = new Range();
    range.setStart(first, Math.min(from.offset, first.length));
    range.setEnd(last, Math.min(to.offset + 1, last.length));
    return [range];
  });
}

export function showHighlights(page: number, all: Range[], current: Range | null): void {
  pages.set(page, { all, current });
  publish();
}

export function clearHighlights(page: number): void {
  pages.delete(page);
  publish();
}

// Older browsers show the page of a result without marks.
function publish(): void {
  if (!('highlights' in CSS)) return;
  const shown = [...pages.values()];
  CSS.highlights.set('carrel-found', new Highlight(...shown.flatMap(({ all }) => all)));
  const current = new Highlight(...shown.flatMap((page) => (page.current === null ? [] : [page.current])));
  current.priority = 1;
  CSS.highlights.set('carrel-current', current);
}
