import { useEffect } from 'react';
import { isPhone } from './use-is-phone.ts';

/** In pixels: a swipe closes the sheet from here on, and moves it only if it goes down. */
const FAR = 70;
const MIN = 6;
/** Pixels per millisecond from which a short swipe closes too. */
const FAST = 0.5;

type Swipe = { sheet: HTMLElement; x: number; y: number; at: number; down: number };

/** Closes the sheet at the bottom edge of a phone (`selector`) when a finger pulls it down. */
export function useSwipeDown(isOpen: boolean, selector: string, close: () => void): void {
  useEffect(() => {
    if (!isOpen || !isPhone()) return undefined;
    const stopping = new AbortController();
    follow(selector, close, stopping.signal);
    return () => stopping.abort();
  }, [isOpen, selector, close]);
}

function follow(selector: string, close: () => void, signal: AbortSignal): void {
  let swipe: Swipe | null = null;
  const start = ({ touches, target, timeStamp }: TouchEvent) => {
    const [finger] = touches;
    const sheet = target instanceof Element ? target.closest<HTMLElement>(selector) : null;
    // A sheet that is scrolled goes back to its beginning first.
    const canPull = sheet !== null && finger !== undefined && touches.length === 1 && sheet.scrollTop === 0;
    swipe = canPull ? { sheet, x: finger.clientX, y: finger.clientY, at: timeStamp, down: 0 } : null;
  };
  const move = (event: TouchEvent) => {
    const [finger] = event.touches;
    if (swipe === null || finger === undefined) return;
    const down = finger.clientY - swipe.y;
    if (swipe.down === 0 && (down < MIN || Math.abs(finger.clientX - swipe.x) > down)) return;
    // The page behind the sheet is not pulled.
    event.preventDefault();
    swipe.down = Math.max(down, 1);
    swipe.sheet.style.translate = `0 ${swipe.down}px`;
  };
  const end = ({ timeStamp, type }: TouchEvent) => {
    if (swipe === null || swipe.down === 0) return;
    const { sheet, down, at } = swipe;
    swipe = null;
    if (type === 'touchend' && (down > FAR || down / (timeStamp - at) > FAST)) close();
    else sheet.style.translate = '';
  };
  document.addEventListener('touchstart', start, { signal, passive: true });
  document.addEventListener('touchmove', move, { signal, passive: false });
  document.addEventListener('touchend', end, { signal });
  document.addEventListener('touchcancel', end, { signal });
}
