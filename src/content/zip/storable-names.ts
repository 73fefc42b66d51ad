/** Names under which any common file system can unpack what is in an archive. Pure. */
import { DEVICE_NAME, extensionOf, nameKey } from '../../platform/values/names.ts';

/** What Linux and macOS store; Windows stores as many UTF-16 units, which are never more. */
const NAME_BYTES = 255;
/** What is longer after a dot is no extension that is worth keeping. */
const EXTENSION_BYTES = 64;

/**
 * The name with `_` for what Windows does not store (folders may have `: * ? " < > |` and dots and spaces at the end), and
 * shortened before the extension to 255 bytes.
 */
export function storableName(name: string): string {
  const clean = name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_').replace(DEVICE_NAME, '$&_');
  return numbered(clean, '').replace(/[. ]+$/, (end) => '_'.repeat(end.length));
}

/** Who has which name in one folder, compared as the service compares names, so that Windows can unpack it. */
export type Siblings = {
  /** The name as it can be stored, or null if another has it already. `key` is the name's. */
  claim(name: string, key: string): string | null;
  /** The same with ` (2)`, ` (3)`, … before the extension: the first that nobody has. A folder's name has no extension. */
  number(name: string, kind: 'folder' | 'document'): string;
};

export function newSiblings(): Siblings {
  const taken = new Set<string>();
  // The last number that was given to a name, of a folder with `/`.
  const numbers = new Map<string, number>();
  return {
    claim(name, key) {
      const storable = storableName(name);
      const storableKey = storable === name ? key : nameKey(storable);
      if (taken.has(storableKey)) return null;
      taken.add(storableKey);
      return storable;
    },
    number(name, kind) {
      const storable = storableName(name);
      const counter = nameKey(storable) + (kind === 'folder' ? '/' : '');
      for (let number = (numbers.get(counter) ?? 1) + 1; ; number += 1) {
        const candidate = numbered(storable, ` (${number})`, kind);
        if (taken.has(nameKey(candidate))) continue;
        taken.add(nameKey(candidate));
        numbers.set(counter, number);
        return candidate;
      }
    },
  };
}

function numbered(name: string, number: string, kind: 'folder' | 'document' = 'document'): string {
  const found = kind === 'folder' ? '' : extensionOf(name);
  const extension = Buffer.byteLength(found) > EXTENSION_BYTES ? '' : found;
  const stem = name.slice(0, name.length - extension.length);
  return shortened(stem, NAME_BYTES - Buffer.byteLength(number + extension)) + number + extension;
}

function shortened(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let kept = '';
  let room = bytes;
  for (const character of text) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    kept += character;
  }
  return kept;
}
