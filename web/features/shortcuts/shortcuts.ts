/**
 * The registry of keyboard shortcuts. Handlers look keys up here, and the sheet of shortcuts shows the same entries, so it
 * cannot differ from what the keys do.
 */
import { shortcutMessages as t } from '../../messages/en/shortcuts.ts';

/** Keys are named as in KeyboardEvent.key, after modifiers: `Mod` is Control or Command. */
export type Shortcut = {
  keys: readonly string[];
  label: string;
  /** The keys in the sheet, where all would be too many. */
  shown?: readonly string[];
};

const STEPS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'];

export const GLOBAL_SHORTCUTS = {
  palette: { keys: ['Mod+K'], label: t.palette },
  search: { keys: ['/'], label: t.search },
  sheet: { keys: ['?'], label: t.sheet },
} as const satisfies Record<string, Shortcut>;

/** Shortcuts while a list of files has the focus. */
export const LIST_SHORTCUTS = {
  move: { keys: STEPS, label: t.move, shown: STEPS.filter((key) => key !== 'ArrowLeft' && key !== 'ArrowRight') },
  extend: { keys: STEPS.map((key) => `Shift+${key}`), label: t.extend, shown: ['Shift+ArrowUp', 'Shift+ArrowDown'] },
  focus: { keys: STEPS.map((key) => `Mod+${key}`), label: t.focus, shown: ['Mod+ArrowUp', 'Mod+ArrowDown'] },
  toggle: { keys: ['Space', 'Mod+Space'], label: t.toggle },
  extendHere: { keys: ['Shift+Space'], label: t.extendHere },
  selectAll: { keys: ['Mod+A'], label: t.selectAll },
  clear: { keys: ['Escape'], label: t.clear },
  open: { keys: ['Enter'], label: t.open },
  menu: { keys: ['ContextMenu', 'Shift+F10'], label: t.menu },
  rename: { keys: ['F2'], label: t.rename },
  star: { keys: ['S'], label: t.star },
  remove: { keys: ['Delete'], label: t.remove },
} as const satisfies Record<string, Shortcut>;

/** Shortcuts on the page of a document. */
export const DOCUMENT_SHORTCUTS = {
  previous: { keys: ['ArrowLeft'], label: t.previousDocument },
  next: { keys: ['ArrowRight'], label: t.nextDocument },
} as const satisfies Record<string, Shortcut>;

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

/** The name of the shortcut that an event triggers, or null. */
export function shortcutFor<Name extends string>(registry: Record<Name, Shortcut>, event: KeyPress): Name | null {
  const names = Object.keys(registry) as Name[];
  return names.find((name) => registry[name].keys.some((keys) => matches(keys, event))) ?? null;
}

function matches(keys: string, { key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): boolean {
  const [wanted = '', ...modifiers] = partsOf(keys).toReversed();
  if (altKey || modifiers.includes('Mod') !== (ctrlKey || metaKey)) return false;
  if ((wanted === 'Space' ? ' ' : wanted.toLowerCase()) !== key.toLowerCase()) return false;
  // Whether a symbol needs Shift depends on the keyboard.
  return isSymbol(wanted) || modifiers.includes('Shift') === shiftKey;
}

const isSymbol = (key: string): boolean => /^[^a-z0-9]$/i.test(key);

/** Whether the keys are one character without a modifier, which people type by accident or by speech (WCAG 2.1.4). */
export const isSingleKey = (keys: string): boolean => keys.length === 1;

const partsOf = (keys: string): string[] => keys.split('+');

/** The parts of a combination as keyboards show them. */
export function labelsOf(keys: string, isMac: boolean): string[] {
  return partsOf(keys).map((part) => (part === 'Mod' && isMac ? t.modOnMac : (t.keys[part] ?? part)));
}
