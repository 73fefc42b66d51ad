/**
 * The kinds by which lists are filtered, with the extensions of each. The icons of the web app have finer kinds
 * (web/ui/kinds/kind-of.ts); a test compares the two tables.
 */
export const EXTENSIONS = {
  document: words('doc docx odt rtf pages txt md log ini'),
  spreadsheet: words('xls xlsx xlsm ods csv tsv numbers'),
  presentation: words('ppt pptx odp key'),
  pdf: words('pdf'),
  image: words('png jpg jpeg gif webp tif tiff avif heic heif svg bmp psd'),
  video: words('mp4 mov mkv webm avi mpg mpeg wmv m4v'),
  audio: words('mp3 wav flac ogg m4a aac opus'),
  archive: words('zip 7z rar tar gz bz2 xz tgz'),
} as const;

type KnownKind = keyof typeof EXTENSIONS;

/** `other` is a document of none of the kinds with extensions. */
export type ItemKind = 'folder' | KnownKind | 'other';

const KNOWN_KINDS = Object.keys(EXTENSIONS) as KnownKind[];
export const ITEM_KINDS: ItemKind[] = ['folder', ...KNOWN_KINDS, 'other'];

/**
 * The extensions of documents of these kinds, in lower case, or with `isExcept` those of all other documents; null if
 * no document is of these kinds.
 */
export function extensionsOf(kinds: ItemKind[]): { extensions: string[]; isExcept: boolean } | null {
  const isExcept = kinds.includes('other');
  const named = KNOWN_KINDS.filter((kind) => kinds.includes(kind) !== isExcept);
  if (!isExcept && named.length === 0) return null;
  return { extensions: named.flatMap((kind) => EXTENSIONS[kind]), isExcept };
}

function words(text: string): string[] {
  return text.split(' ');
}
