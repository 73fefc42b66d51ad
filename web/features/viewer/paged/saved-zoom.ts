/** The zoom, remembered for the session of the tab. */
import { type Zoom, clampScale } from './page-layout.ts';

const KEY = 'carrel.viewer.zoom';

export function readZoom(): Zoom {
  const saved = attempt(() => sessionStorage.getItem(KEY)) ?? null;
  if (saved === 'width' || saved === 'page') return saved;
  const scale = Number(saved ?? Number.NaN);
  return Number.isFinite(scale) ? clampScale(scale) : 'width';
}

export function saveZoom(zoom: Zoom): void {
  attempt(() => sessionStorage.setItem(KEY, String(zoom)));
}

// Browsers can refuse storage, and the zoom works without it.
function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
