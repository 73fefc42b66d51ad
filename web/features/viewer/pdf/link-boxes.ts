/** Where the links of a page can be clicked. Lengths are percent of the page. */

export type LinkBox = { left: number; top: number; width: number; height: number };

/** The smallest size that people hit reliably (WCAG 2.5.8), in CSS pixels. */
const TARGET = 24;

type Style = { left: string; top: string; width: string; height: string };

/** The styles of links: small ones grow, but not over the middle between two links. */
export function linkStyles(boxes: readonly LinkBox[]): Style[] {
  return boxes.map((box) => {
    const others = boxes.filter((other) => other !== box);
    const beside = others.filter((other) => overlaps(box.top, box.height, other.top, other.height));
    const across = others.filter((other) => overlaps(box.left, box.width, other.left, other.width));
    const [left, width] = grow(box.left, box.width, roomAround(beside.map(spanAcross), box.left, box.width));
    const [top, height] = grow(box.top, box.height, roomAround(across.map(spanDown), box.top, box.height));
    return { left, top, width, height };
  });
}

type Span = [start: number, length: number];

const spanAcross = ({ left, width }: LinkBox): Span => [left, width];
const spanDown = ({ top, height }: LinkBox): Span => [top, height];

const overlaps = (a: number, long: number, b: number, other: number) => a < b + other && b < a + long;

/** Half of the free length before and after. */
function roomAround(spans: Span[], start: number, length: number): { before: number; after: number } {
  const gaps = (found: number[]) => Math.max(0, Math.min(...found)) / 2;
  const before = spans.filter(([other]) => other < start).map(([other, long]) => start - other - long);
  const after = spans.filter(([other]) => other >= start).map(([other]) => other - start - length);
  return { before: gaps([...before, 2 * start]), after: gaps([...after, 2 * (100 - start - length)]) };
}

// As far as possible to both sides alike; the rest to the side that has room.
function grow(start: number, length: number, { before, after }: { before: number; after: number }): Css {
  const missing = `max(0px, ${TARGET}px - ${length}%)`;
  const half = `min(${missing} / 2, ${before}%)`;
  const more = `min(${missing} - ${half}, ${after}%)`;
  const less = `min(${missing} - ${more}, ${before}%)`;
  return [`calc(${start}% - ${less})`, `calc(${length}% + ${less} + ${more})`];
}

type Css = [start: string, length: string];
