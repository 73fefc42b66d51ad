/** The keys of a list of pages. They work while the focus is in the viewer. */
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

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

/** Runs the action of a key. False: the key has none here. */
export function pressKey(pager: Pager, event: Key): boolean {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (ctrlKey || metaKey || altKey || isField(target)) return false;
  const act = KEYS[key.length === 1 ? key.toLowerCase() : key];
  act?.(pager);
  return act !== undefined;
}

/** Whether the keys search in the document. */
export const isSearchKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'f';

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role="menu"]') !== null;
