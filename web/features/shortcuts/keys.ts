/** Keys and the shortcuts that they trigger. The pages of links load this without the names of all shortcuts. */

/** Keys are named as in KeyboardEvent.key, after modifiers: `Mod` is Control or Command. */
export type Keys = { keys: readonly string[] };

/** Keys on the page of a document. */
export const DOCUMENT_KEYS = {
  previous: { keys: ['ArrowLeft'] },
  next: { keys: ['ArrowRight'] },
} as const satisfies Record<string, Keys>;

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

/** The name of the shortcut that an event triggers, or null. */
export function shortcutFor<Name extends string>(registry: Record<Name, Keys>, event: KeyPress): Name | null {
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

/** The parts of a combination. */
export const partsOf = (keys: string): string[] => keys.split('+');
