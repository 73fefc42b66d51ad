import { extensionOf } from '../../../ui/extension.ts';

/** The server's limit of a name, in Unicode code points. */
const MAX_LENGTH = 199;
const FORBIDDEN = /[/\\:*?"<>|\p{Cc}\p{Surrogate}\p{Noncharacter_Code_Point}\u2028\u2029\uFFFD]/gu;
/** Invisible marks that reorder or hide text. */
const INVISIBLE = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C\uFEFF]/g;
/** Only invisible characters, such as zero-width spaces. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;
const DEVICE_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?= *(?:\.|$))/i;

/**
 * A file name that the server accepts (docs/api/conventions.md#names), as close to the given one as possible:
 * `report _b_1.txt` for `report <b>1.txt`. Equal to it if the server accepts it.
 */
export function storableName(name: string): string {
  const cleaned = name
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    .replace(/^\s+|[\s.]+$/gu, '');
  const fitting = cut(cleaned, MAX_LENGTH);
  return BLANK.test(fitting) || DEVICE_NAME.test(fitting) ? `_${cut(fitting, MAX_LENGTH - 1)}` : fitting;
}

// Keeps the extension.
function cut(name: string, length: number): string {
  const extension = extensionOf(name);
  const stem = Array.from(name.slice(0, name.length - extension.length)).slice(0, length - extension.length);
  return `${stem.join('')}${extension}`.replace(/[\s.]+$/u, '');
}
