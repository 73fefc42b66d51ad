/**
 * The registry of keyboard shortcuts. Handlers look keys up here, and the sheet of shortcuts shows the same entries, so it
 * cannot differ from what the keys do.
 */
import { shortcutMessages as t } from '../../messages/en/shortcuts.ts';
import { DOCUMENT_KEYS, type Keys, partsOf } from './keys.ts';

export type Shortcut = Keys & {
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
  previous: { ...DOCUMENT_KEYS.previous, label: t.previousDocument },
  next: { ...DOCUMENT_KEYS.next, label: t.nextDocument },
} as const satisfies Record<string, Shortcut>;

/** Whether the keys are one character without a modifier, which people type by accident or by speech (WCAG 2.1.4). */
export const isSingleKey = (keys: string): boolean => keys.length === 1;

/** The parts of a combination as keyboards show them. */
export function labelsOf(keys: string, isMac: boolean): string[] {
  return partsOf(keys).map((part) => (part === 'Mod' && isMac ? t.modOnMac : (t.keys[part] ?? part)));
}
