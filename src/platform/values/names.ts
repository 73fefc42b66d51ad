/**
 * Names of things: how they are compared, and which are allowed
 * (docs/api/conventions.md#names).
 */
import { invalidParameter } from '../errors.ts';

/** A name has fewer than this many characters (Unicode code points). */
export const NAME_LIMIT = 200;

/** Windows opens a device instead of a file for these names, whatever follows the first dot. */
export const DEVICE_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?= *(?:\.|$))/i;

/**
 * The key by which names are compared and ordered: canonical caseless matching (Unicode 3.13, D145),
 * NFC(fold(NFD(name))) with full case folding. Computed here instead of in SQL, so that every PostgreSQL compares
 * alike.
 */
export function nameKey(name: string): string {
  return fold(name.normalize('NFD')).normalize('NFC');
}

// Lower, upper, lower gives the classes of full case folding (ß = ss = ẞ, ς = σ, K = k), except for the dotless ı,
// which folds to itself and must not equal i. A test compares this with Unicode's table.
function fold(text: string): string {
  return text.replace(/[^ı]+/g, (part) => part.toLowerCase().toUpperCase().toLowerCase());
}

/**
 * The stored form of a library or folder name: trimmed, NFC. 400 for `parameter` if it is blank, too long, `.` or `..`,
 * or has a slash, backslash or control character.
 */
export function containerName(name: string, parameter: string): string {
  const normal = name.normalize('NFC').trim();
  assertNotBlank(normal, parameter);
  assertStorable(normal, parameter);
  return normal;
}

/**
 * The stored form of a document or revision name: NFC. Stricter than folder names, because it becomes a file name on
 * other computers: also none of `: * ? " < > |`, no space at either end, no trailing dot.
 */
export function fileName(name: string, parameter: string): string {
  const normal = name.normalize('NFC');
  assertNotBlank(normal, parameter);
  assertStorable(normal, parameter);
  if (/[:*?"<>|]/.test(normal)) {
    throw invalidParameter(parameter, `${parameter} must not contain any of : * ? " < > |`);
  }
  if (/^\s|[\s.]$/u.test(normal)) {
    throw invalidParameter(parameter, `${parameter} must not start with a space or end with a space or dot.`);
  }
  if (DEVICE_NAME.test(normal)) {
    throw invalidParameter(parameter, `${parameter} is a device name on Windows; choose another.`);
  }
  return normal;
}

/**
 * The stored form of a person's or token's name: trimmed, NFC. It is only displayed, never part of a path, so slashes
 * are allowed. 400 for `parameter` if it is blank, too long, or has a control or direction character.
 */
export function displayName(name: string, parameter: string): string {
  const normal = name.normalize('NFC').trim();
  assertNotBlank(normal, parameter);
  assertShowable(normal, parameter);
  return normal;
}

/** Whether a text has only spaces and invisible characters such as zero-width spaces. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}

function assertNotBlank(name: string, parameter: string): void {
  if (isBlank(name)) throw invalidParameter(parameter, `${parameter} must not be blank.`);
}

function assertStorable(name: string, parameter: string): void {
  if (name === '.' || name === '..') throw invalidParameter(parameter, `${parameter} must not be "." or "..".`);
  if (/[/\\]/.test(name)) throw invalidParameter(parameter, `${parameter} must not contain / or \\.`);
  assertShowable(name, parameter);
}

function assertShowable(name: string, parameter: string): void {
  if ([...name].length >= NAME_LIMIT) {
    throw invalidParameter(parameter, `${parameter} must be shorter than ${NAME_LIMIT} characters.`);
  }
  // Control characters, and invisible marks that reorder or hide text: a name must look like what it is.
  if (/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C\uFEFF]/u.test(name)) {
    throw invalidParameter(parameter, `${parameter} must not contain control or direction characters.`);
  }
  // Decoders replace bytes that are not UTF-8 by U+FFFD: the original name was lost.
  if (/[\p{Surrogate}\p{Noncharacter_Code_Point}\uFFFD]/u.test(name)) {
    throw invalidParameter(parameter, `${parameter} is not well-formed Unicode.`);
  }
}

/** A valid extension without its dot: 1 to 10 letters or digits, not digits alone. */
export const EXTENSION = '(?=\\p{N}*\\p{L})[\\p{L}\\p{N}]{1,10}';
const LAST_PART = new RegExp(`\\.${EXTENSION}$`, 'u');

/**
 * The extension with its dot as written (`.PDF`), or ''. `Minutes 2026.11`, `v1.2 report`, and names that only start
 * with a dot (`.profile`) have none.
 */
export function extensionOf(name: string): string {
  const found = LAST_PART.exec(name);
  return found === null || found.index === 0 ? '' : found[0];
}

/** The last segment of a path: old browsers and scripts send `C:\\scans\\a.pdf` or `/scans/2026/a.pdf` as a file name. */
export function lastSegment(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** The extension for comparisons: lower case, without the dot. */
export function extensionKey(name: string): string {
  return nameKey(extensionOf(name).slice(1));
}

/** `name (2).txt`, `name (3).txt`, … shortened if the number would make it too long. */
export function numberedName(name: string, number: number): string {
  const extension = extensionOf(name);
  return withSuffix(name.slice(0, name.length - extension.length), ` (${number})${extension}`);
}

/** `v1.2 (2)`, …: the text after a dot in a folder or library name is not an extension. */
export function numberedContainerName(name: string, number: number): string {
  return withSuffix(name, ` (${number})`);
}

function withSuffix(name: string, suffix: string): string {
  const room = NAME_LIMIT - 1 - [...suffix].length;
  return Array.from(name).slice(0, room).join('') + suffix;
}
