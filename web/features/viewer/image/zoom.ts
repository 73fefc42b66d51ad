/** The position of an image in its frame. Lengths are in CSS pixels, positions from the center of the frame. */
import type { Turn } from '../paged/page-layout.ts';

export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

/** `scale` null: as large as fits. `turns`: quarter turns to the right. */
export type View = Point & { scale: number | null; turns: number };

export const WHOLE: View = { scale: null, x: 0, y: 0, turns: 0 };

/** The sizes of the frame and of the image. */
export type Stage = { frame: Size; image: Size };

const MAX_SCALE = 8;
const STEP = 1.25;

const turned = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** The rotation in degrees clockwise. */
export const turnOf = ({ turns }: View): Turn => ((turns % 4) * 90) as Turn;

/** The scale at which the whole image is visible. Small images are not enlarged. */
export function fitScale({ frame, image }: Stage, turns: number): number {
  const { width, height } = turned(image, turns);
  return Math.min(1, frame.width / Math.max(width, 1), frame.height / Math.max(height, 1));
}

export const scaleOf = (stage: Stage, { scale, turns }: View): number => scale ?? fitScale(stage, turns);

/** Whether the image is larger than its frame, so that it can be moved. */
export function isZoomed(stage: Stage, view: View): boolean {
  const { x, y } = reachOf(stage, view);
  return x > 0 || y > 0;
}

/** Another scale, at which the point stays where it is. */
export function zoomTo(stage: Stage, view: View, scale: number, at: Point = { x: 0, y: 0 }): View {
  const before = scaleOf(stage, view);
  const least = Math.min(fitScale(stage, view.turns), 1);
  const now = Math.min(Math.max(scale, least), MAX_SCALE);
  const x = at.x - ((at.x - view.x) * now) / before;
  const y = at.y - ((at.y - view.y) * now) / before;
  return inReach(stage, { ...view, x, y, scale: now <= least ? null : now });
}

/** One step closer (1) or back (-1). */
export const zoomBy = (stage: Stage, view: View, steps: number, at?: Point): View =>
  zoomTo(stage, view, scaleOf(stage, view) * STEP ** steps, at);

/** Moves the image, at most until its edge is at the edge of the frame. */
export const moveBy = (stage: Stage, view: View, { x, y }: Point): View =>
  inReach(stage, { ...view, x: view.x + x, y: view.y + y });

/** Moves a point, as parts of the width and height of the image as it is rotated, to the middle of the frame. */
export function lookAt(stage: Stage, view: View, at: Point): View {
  const { width, height } = shownSize(stage, view);
  return inReach(stage, { ...view, x: (0.5 - at.x) * width, y: (0.5 - at.y) * height });
}

/** The size of the image as it is shown. */
export function shownSize(stage: Stage, view: View): Size {
  const { width, height } = turned(stage.image, view.turns);
  const scale = scaleOf(stage, view);
  return { width: width * scale, height: height * scale };
}

export const rotate = (stage: Stage, view: View): View =>
  inReach(stage, { ...view, turns: (view.turns + 1) % 4, x: -view.y, y: view.x });

/** Between the whole image and a closer look at the point. */
export function toggleZoom(stage: Stage, view: View, at: Point): View {
  if (view.scale !== null) return { ...WHOLE, turns: view.turns };
  const fit = fitScale(stage, view.turns);
  return zoomTo(stage, view, fit < 0.5 ? 1 : fit * 2, at);
}

/** Keeps the image in its frame, after the frame or the image changed. */
export function inReach(stage: Stage, view: View): View {
  const reach = reachOf(stage, view);
  return { ...view, x: clamp(view.x, reach.x), y: clamp(view.y, reach.y) };
}

function reachOf(stage: Stage, view: View): Point {
  const { width, height } = shownSize(stage, view);
  const { frame } = stage;
  return { x: Math.max(0, (width - frame.width) / 2), y: Math.max(0, (height - frame.height) / 2) };
}

// Without a negative zero.
const clamp = (value: number, reach: number): number => Math.min(Math.max(value, -reach), reach) + 0;
