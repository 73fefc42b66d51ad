/** The kind of a document by its extension. The viewer has the same table (web/features/viewer/rendered-kinds.ts); a test compares them. */
import { extensionKey } from '../values/names.ts';

export const EXTENSIONS = {
  image: 'avif gif heic heif jfif jpe jpeg jpg png svg tif tiff webp',
  text:
    'bash c cc cfg conf cpp cs css diff go h hpp htm html ini java js json jsonl jsx log lua markdown md mjs patch php pl ' +
    'properties ps1 py rb rs rst sh sql tex text toml ts tsx txt xml yaml yml',
  spreadsheet: 'csv ods ots tsv xls xlsm xlsx xltx',
  pdf: 'pdf',
  presentation: 'odp otp pot potx pps ppsx ppt pptm pptx',
  word: 'doc docm docx dot dotx odt ott rtf',
  video: '3g2 3gp asf avi flv m2ts m4v mkv mov mp4 mpeg mpg mts ogv webm wmv',
  audio: 'aac aiff flac m4a mp3 oga ogg opus wav wma',
  archive: '7z bz2 cab gz iso jar rar tar tgz xz zip zst',
} as const;

/** Kinds that can be rendered. */
export const RENDERABLE_KINDS = ['image', 'text', 'spreadsheet', 'pdf', 'presentation', 'word', 'video'] as const;

export type RenderableKind = (typeof RENDERABLE_KINDS)[number];
export type Kind = RenderableKind | 'audio' | 'archive' | 'other';

const KINDS = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, extensions]) =>
    extensions.split(' ').map((extension) => [extension, kind as Kind] as const),
  ),
);

/** The kind of a document with this name. */
export function kindOf(name: string): Kind {
  return KINDS.get(extensionKey(name)) ?? 'other';
}

/** Whether documents of this kind can be rendered. */
export function isRenderable(kind: Kind): kind is RenderableKind {
  return (RENDERABLE_KINDS as readonly Kind[]).includes(kind);
}
