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
    return own?.toLowerCase() === stem ? [{ contentUrl, language: languageOf(language) }] : [];
  });
  return found.slice(0, MAX_TRACKS);
}

/**
 * The number of the captions that are on when a film starts: in the first language of the reader that has some, or those without a
 * language. Otherwise -1: the reader turns others on.
 */
export function shownAtFirst(captions: readonly Captions[], languages: readonly string[]): number {
  const primary = (language: string | null) => language?.split('-')[0]?.toLowerCase() ?? null;
  const wanted = [...languages.map(primary), null];
  const found = wanted.map((language) => captions.findIndex((one) => primary(one.language) === language));
  return found.find((at) => at !== -1) ?? -1;
}

// Null also for what only looks like a language: `talk.en-v2.vtt`. Browsers throw on it.
function languageOf(written: string | null): string | null {
  try {
    return Intl.getCanonicalLocales(written ?? [])[0]?.toLowerCase() ?? null;
  } catch {
    return null;
  }
}

/** A name without its extension. */
export const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '');
