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
