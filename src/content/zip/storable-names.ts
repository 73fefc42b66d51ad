/** Names that any common file system can store when an archive is unpacked. Pure. */
import { DEVICE_NAME, extensionOf, nameKey } from '../../platform/values/names.ts';

/** The limit of Linux and macOS; Windows allows as many UTF-16 units, of which there are never more. */
const NAME_BYTES = 255;
/** A longer text after a dot is not treated as an extension. */
const EXTENSION_BYTES = 64;

/**
 * The name with `_` for characters that Windows cannot store (folders may contain `: * ? " < > |` and trailing dots and
 * spaces), truncated before the extension to 255 bytes.
 */
export function storableName(name: string): string {
  const clean = name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_').replace(DEVICE_NAME, '$&_');
  return numbered(clean, '').replace(/[. ]+$/, (end) => '_'.repeat(end.length));
}

/** The names used in one folder, compared as the service does, so that Windows can unpack them. */
export type Siblings = {
  /** The storable name, or null if it is already used. `key` is the name's key. */
  claim(name: string, key: string): string | null;
  /** The same with the first free ` (2)`, ` (3)`, … before the extension. Folder names have no extension. */
  number(name: string, kind: 'folder' | 'document'): string;
};

export function newSiblings(): Siblings {
  const taken = new Set<string>();
  // The last number used for a name; folders with `/`.
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
