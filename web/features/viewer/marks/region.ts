/** Rectangles on pages, as fractions of the width and height of a page that is not turned. Pure. */
import type { CommentRegion } from '../../../api/answers.ts';
import type { Turn } from '../paged/page-layout.ts';

export type Region = CommentRegion;

/** A page, and the part of it; null: the whole page. */
export type PagePlace = { page: number; region: Region | null };

type Point = { x: number; y: number };

/** The rectangle on a page that is turned clockwise. */
export function turnRegion({ X, Y, Width, Height }: Region, turn: Turn): Region {
  if (turn === 90) return { X: rest(Y + Height), Y: X, Width: Height, Height: Width };
  if (turn === 180) return { X: rest(X + Width), Y: rest(Y + Height), Width, Height };
  if (turn === 270) return { X: Y, Y: rest(X + Width), Width: Height, Height: Width };
  return { X, Y, Width, Height };
}

// Sums of fractions can be slightly more than 1.
const rest = (end: number) => Math.max(0, 1 - end);

/** The rectangle between two points of a turned page, on the page as it is. Points outside count as on the edge. */
export function regionBetween(one: Point, other: Point, turn: Turn): Region {
  const [left, right] = sorted(one.x, other.x);
  const [top, bottom] = sorted(one.y, other.y);
  const { X, Y, Width, Height } = turnRegion(
    { X: left, Y: top, Width: right - left, Height: bottom - top },
    ((360 - turn) % 360) as Turn,
  );
  const [x, y] = [round(X), round(Y)];
  return { X: x, Y: y, Width: round(Math.min(Width, 1 - x)), Height: round(Math.min(Height, 1 - y)) };
}

const sorted = (one: number, other: number) =>
  [Math.min(one, other), Math.max(one, other)].map((value) => Math.min(1, Math.max(0, value))) as [number, number];

// Rounded down, so that a rectangle at the edge stays on the page.
const round = (value: number) => Math.floor(value * 10_000) / 10_000;

/** The rectangle as CSS, relative to its page. */
export const placeOf = ({ X, Y, Width, Height }: Region) => ({
  left: `${X * 100}%`,
  top: `${Y * 100}%`,
  width: `${Width * 100}%`,
  height: `${Height * 100}%`,
});
