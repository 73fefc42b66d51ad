/** The kind of a file by its name, for its icon. No other place maps names to icons. */
import type { KindColor } from '../look/schemes.ts';
import { extensionOf } from '../extension.ts';

/** A kind of file. Each has a color and a drawing of its own. */
export type FileKind = KindColor;

/** The extensions of each kind. Filters of lists group them (src/library/listings/file-kinds.ts); a test compares both. */
export const EXTENSIONS: Record<Exclude<FileKind, 'other'>, string> = {
  pdf: 'pdf',
  image: 'png jpg jpeg gif webp tif tiff avif heic heif svg bmp psd',
  doc: 'doc docx odt rtf pages',
  sheet: 'xls xlsx xlsm ods csv tsv numbers',
  slides: 'ppt pptx odp key',
  video: 'mp4 mov mkv webm avi mpg mpeg wmv m4v',
  audio: 'mp3 wav flac ogg m4a aac opus',
  archive: 'zip 7z rar tar gz bz2 xz tgz',
  code: 'html htm css js ts json xml yml yaml sql py sh java c cpp go rs php',
  mail: 'eml msg',
  drawing: 'dwg dxf skp rvt ifc ai eps',
  text: 'txt md log ini',
};

const KINDS = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as FileKind])),
);

/** The kind of the file with this name. */
export function kindOf(name: string): FileKind {
  return KINDS.get(extensionOf(name).slice(1).toLowerCase()) ?? 'other';
}
