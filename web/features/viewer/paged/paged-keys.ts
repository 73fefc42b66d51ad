/** The keys of a list of pages. They work while the focus is in the viewer. */
import { scrollsSideways } from '../frame/scrolls-sideways.ts';
import { type Pager, goTo, setZoom, stepZoom, turnPages } from './pager.ts';

const KEYS: Record<string, (pager: Pager) => void> = {
  PageDown: (pager) => goTo(pager, pager.view.page + 1),
  PageUp: (pager) => goTo(pager, pager.view.page - 1),
  Home: (pager) => goTo(pager, 1),
  End: (pager) => goTo(pager, pager.source.count),
  '+': (pager) => stepZoom(pager, 1),
  '=': (pager) => stepZoom(pager, 1),
  '-': (pager) => stepZoom(pager, -1),
  '0': (pager) => setZoom(pager, 'width'),
  r: turnPages,
};

/** On a full screen, as in a presentation. Elsewhere these keys lead to other documents. */
const ON_FULL_SCREEN: typeof KEYS = {
  ArrowRight: (pager) => goTo(pager, pager.view.page + 1),
  ArrowLeft: (pager) => goTo(pager, pager.view.page - 1),
};

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

/** Runs the action of a key. False: the key has none here. */
export function pressKey(pager: Pager, event: Key): boolean {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (ctrlKey || metaKey || altKey || isField(target)) return false;
  const act =
    KEYS[key.length === 1 ? key.toLowerCase() : key] ?? (isPresented(target) ? ON_FULL_SCREEN[key] : undefined);
  act?.(pager);
  return act !== undefined;
}

// A page that is wider than the screen is scrolled by them.
const isPresented = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[data-full]') !== null && !scrollsSideways(target);

/** The tool that the keys of the browser open for the document instead: `search` for Ctrl+F, `print` for Ctrl+P. */
export function toolOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'search' | 'print' | null {
  if (!(ctrlKey || metaKey) || altKey || shiftKey) return null;
  return ({ f: 'search', p: 'print' } as const)[key.toLowerCase()] ?? null;
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role="menu"]') !== null;
