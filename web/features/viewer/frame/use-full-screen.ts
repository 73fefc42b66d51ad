import { type RefObject, useCallback, useEffect, useState } from 'react';

/**
 * A part of the page that can fill the screen. Without the API, as on some phones, it fills the window. Escape leaves. Menus of
 * the part must be inside it.
 */
export function useFullScreen(part: RefObject<HTMLElement | null>): { isFull: boolean; toggle: () => void } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    if (!isFull || part.current === null) return;
    return fill(part.current, () => setFull(false));
  }, [isFull, part]);
  return { isFull, toggle: useCallback(() => setFull((was) => !was), []) };
}

function fill(part: HTMLElement, leave: () => void): () => void {
  const behind = elementsBehind(part);
  for (const element of behind) element.inert = true;
  const stopping = new AbortController();
  void fillScreen(part).catch(() => fillWindow(part));
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) leave();
  };
  const onChange = () => {
    if (document.fullscreenElement === null) leave();
  };
  document.addEventListener('keydown', onKey, stopping);
  document.addEventListener('fullscreenchange', onChange, stopping);
  return () => {
    stopping.abort();
    for (const element of behind) element.inert = false;
    part.popover = null;
    if (document.fullscreenElement !== null) void document.exitFullscreen();
  };
}

async function fillScreen(part: HTMLElement): Promise<void> {
  if (!document.fullscreenEnabled) throw new Error('The browser has no full screen.');
  await part.requestFullscreen();
}

// In the top layer, above everything on the page.
function fillWindow(part: HTMLElement): void {
  part.popover = 'manual';
  part.showPopover();
}

// Everything that the part covers, so that the keyboard does not reach it.
function elementsBehind(part: HTMLElement): HTMLElement[] {
  const behind: HTMLElement[] = [];
  for (let inner = part; inner.parentElement !== null; inner = inner.parentElement) {
    for (const other of inner.parentElement.children)
      if (other !== inner && other instanceof HTMLElement && !other.inert) behind.push(other);
  }
  return behind;
}
