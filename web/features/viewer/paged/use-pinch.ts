import { type RefObject, useEffect } from 'react';
import { type Pager, scaleOf, setZoom } from './pager.ts';

/** Zooms by two fingers on a touch screen, and by the wheel with Ctrl, which trackpads send for a pinch. */
export function usePinch(area: RefObject<HTMLElement | null>, pager: Pager): void {
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const stopping = new AbortController();
    followFingers(element, pager, stopping.signal);
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomBy(element, pager, Math.exp(-event.deltaY / 200), event);
    };
    element.addEventListener('wheel', onWheel, { passive: false, signal: stopping.signal });
    return () => stopping.abort();
  }, [area, pager]);
}

type Place = { clientX: number; clientY: number };

function followFingers(element: HTMLElement, pager: Pager, signal: AbortSignal): void {
  let distance: number | null = null;
  const onTouch = (event: TouchEvent) => {
    const [one, other] = event.touches;
    if (one === undefined || other === undefined || event.touches.length !== 2) {
      distance = null;
      return;
    }
    const now = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (distance !== null && event.cancelable) {
      event.preventDefault();
      const middle = { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
      zoomBy(element, pager, now / distance, middle);
    }
    distance = now;
  };
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
    element.addEventListener(type, onTouch, { passive: false, signal });
}

function zoomBy(element: HTMLElement, pager: Pager, factor: number, { clientX, clientY }: Place): void {
  const { left, top } = element.getBoundingClientRect();
  setZoom(pager, scaleOf(pager.view) * factor, { x: clientX - left, y: clientY - top });
}
