/** Text as it is compared in a search: without case, accents, line breaks and hyphens at the end of a line. */

/** A piece of text of a page. `hasEOL`: a line ends behind it. */
export type TextPiece = { str: string; hasEOL: boolean };

type Place = { item: number; offset: number };

/** The folded text, and where each of its characters comes from. */
export type FoldedText = { text: string; placeOf: (at: number) => Place };

export function foldText(items: TextPiece[]): FoldedText {
  const parts: string[] = [];
  const places: Place[] = [];
  const push = (text: string, place: Place) => {
    for (const unit of text.split('')) {
      if (unit === ' ' && (parts.at(-1) ?? ' ') === ' ') continue;
      parts.push(unit);
      places.push(place);
    }
  };
  for (const [item, { str, hasEOL }] of items.entries()) {
    let offset = 0;
    for (const character of str) {
      push(foldCharacter(character), { item, offset });
      offset += character.length;
    }
    if (!hasEOL) continue;
    const isHyphenated = parts.at(-1) === '-' && /\p{L}/u.test(parts.at(-2) ?? '');
    if (isHyphenated) {
      parts.pop();
      places.pop();
    } else push(' ', { item, offset: Math.max(0, str.length - 1) });
  }
  return { text: parts.join(''), placeOf: (at) => places[at] ?? { item: 0, offset: 0 } };
}

// Ligatures become their letters, and accents are left out.
function foldCharacter(character: string): string {
  if (/\s/u.test(character)) return ' ';
  if (character >= ' ' && character <= '~') return character.toLowerCase();
  return character
    .normalize('NFKD')
    .replace(/\p{M}|\u00AD/gu, '')
    .toLowerCase();
}

/** A query as it is compared; empty: nothing to search. */
export const foldQuery = (query: string): string => foldText([{ str: query.trim(), hasEOL: false }]).text;

/** The places of a folded query, which do not overlap. */
export function findMatches(text: string, query: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  if (query === '') return found;
  for (let start = text.indexOf(query); start !== -1; start = text.indexOf(query, start + query.length))
    found.push({ start, end: start + query.length });
  return found;
}
