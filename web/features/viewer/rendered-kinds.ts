/** The formats that the server draws or converts, by extension. A test compares them with those of the renderer. */
import { extensionOf } from '../../ui/extension.ts';

export type RenderedKind = 'audio' | 'image' | 'office' | 'pdf' | 'text' | 'video';

export const EXTENSIONS: Record<RenderedKind, string> = {
  image: 'avif gif heic heif jfif jpe jpeg jpg png svg tif tiff webp',
  text:
    'bash c cc cfg conf cpp cs css csv diff go h hpp htm html ini java js json jsonl jsx log lua markdown md mjs patch php pl ' +
    'properties ps1 py rb rs rst sh sql tex text toml ts tsv tsx txt xml yaml yml',
  office: 'doc docm docx dot dotx odp ods odt otp ots ott pot potx pps ppsx ppt pptm pptx rtf xls xlsm xlsx xltx',
  pdf: 'pdf',
  video: '3g2 3gp asf avi flv m2ts m4v mkv mov mp4 mpeg mpg mts ogv webm wmv',
  audio: 'aac aiff flac m4a mp3 oga ogg opus wav wma',
};

const KINDS = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as RenderedKind])),
);

/** How the server renders a file with this name; null: not at all. */
export function renderedKindOf(name: string): RenderedKind | null {
  return KINDS.get(extensionOf(name).slice(1).toLowerCase()) ?? null;
}
