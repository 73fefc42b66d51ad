/** Captions lie beside a film, under its name: `talk.vtt`, or `talk.en.vtt` with a language. */

export type Beside = { name: string; contentUrl: string };
export type Captions = { contentUrl: string; language: string | null };

/** More tracks than this are not offered. */
const MAX_TRACKS = 20;

/** The captions of a film among the documents of its folder. */
export function captionsOf(film: string, documents: readonly Beside[]): Captions[] {
  const stem = stemOf(film).toLowerCase();
  const found = documents.flatMap(({ name, contentUrl }) => {
    const [, own, language = null] = /^(.+?)(?:\.([a-z]{2,3}(?:-[a-z0-9]{2,8})*))?\.vtt$/i.exec(name) ?? [];
    return own?.toLowerCase() === stem ? [{ contentUrl, language: language?.toLowerCase() ?? null }] : [];
  });
  return found.slice(0, MAX_TRACKS);
}

/** A name without its extension. */
export const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '');
