/** Wheel, drag, pinch and double click on an image. */
import type { Change } from './use-view.ts';
import { type Point, isZoomed, moveBy, scaleOf, toggleZoom, zoomBy, zoomTo } from './zoom.ts';

/** Wheel events of a touchpad are small, those of a mouse are about 100 pixels. */
const WHEEL_STEP_PX = 60;

export function followPointers(frame: HTMLElement, change: Change, signal: AbortSignal): void {
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const at = placeOf(frame, event);
    change((stage, view) => zoomBy(stage, view, -event.deltaY / WHEEL_STEP_PX, at));
  };
  const onDouble = (event: MouseEvent) => {
    if (isOnMark(event)) return;
    const at = placeOf(frame, event);
    change((stage, view) => toggleZoom(stage, view, at));
  };
  frame.addEventListener('wheel', onWheel, { signal, passive: false });
  frame.addEventListener('dblclick', onDouble, { signal });
  followFingers(frame, change, signal);
}

// One moves the image, two zoom it.
function followFingers(frame: HTMLElement, change: Change, signal: AbortSignal): void {
  const fingers = new Map<number, Point>();
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0 || isOnMark(event)) return;
    fingers.set(event.pointerId, placeOf(frame, event));
    frame.focus({ preventScroll: true });
  };
  const onMove = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const now = placeOf(frame, event);
    const [other] = [...fingers].flatMap(([id, place]) => (id === event.pointerId ? [] : [place]));
    fingers.set(event.pointerId, now);
    if (other !== undefined) return change((stage, view) => pinch(stage, view, { before, now, other }));
    const by = { x: now.x - before.x, y: now.y - before.y };
    change((stage, view) => (isZoomed(stage, view) ? moveBy(stage, view, by) : view));
  };
  const onUp = ({ pointerId }: PointerEvent) => void fingers.delete(pointerId);
  frame.addEventListener('pointerdown', onDown, { signal });
  // On the window, because the pointer may leave the frame while it is down.
  window.addEventListener('pointermove', onMove, { signal });
  for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, onUp, { signal });
}

// Marks of comments have their own actions.
const isOnMark = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('button, [data-drawing]') !== null;

// From the center of the frame.
function placeOf(frame: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top, width, height } = frame.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

type Fingers = { before: Point; now: Point; other: Point };

const pinch = (...[stage, view, { before, now, other }]: [...Parameters<Parameters<Change>[0]>, Fingers]) => {
  const ratio = distance(now, other) / Math.max(distance(before, other), 1);
  const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
  return zoomTo(stage, view, scaleOf(stage, view) * ratio, middle);
};

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
