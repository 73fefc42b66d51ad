/** The fields of the search options, read from a query and written as one (docs/api/search.md#query-language). */

export type TagOption = { name: string; value: string };

/** Empty texts are absent. `words` also has the parts of the query that no field is for. */
export type SearchOptions = {
  words: string;
  phrase: string;
  without: string;
  kind: string;
  place: string;
  owner: string;
  /** Days (`2026-05-01`), both included. */
  from: string;
  to: string;
  tags: TagOption[];
  isStarred: boolean;
};

const NONE: SearchOptions = {
  words: '',
  phrase: '',
  without: '',
  kind: '',
  place: '',
  owner: '',
  from: '',
  to: '',
  tags: [],
  isStarred: false,
};

// As the server reads it (src/library/search-query/query.ts).
const TOKEN = /(-?)(?:(type|in|owner|modified|after|before|tag|is):)?((?:"[^"]*(?:"|$)|[^\s"])+)/giu;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

type Token = { raw: string; key: string; value: string; isNot: boolean; isQuoted: boolean };

export function readOptions(q: string): SearchOptions {
  const tokens = Array.from(
    q.replaceAll(/[“”„«»]/g, '"').matchAll(TOKEN),
    ([raw, minus, key = '', rest = '']): Token => {
      const value = rest.replaceAll('"', '');
      return { raw, key: key.toLowerCase(), value, isNot: minus === '-', isQuoted: rest.startsWith('"') };
    },
  );
  const options = { ...NONE, tags: [] as TagOption[] };
  const isJoined = (at: number) => [tokens[at - 1], tokens[at], tokens[at + 1]].some((token) => token?.raw === 'OR');
  const words: string[] = [];
  const without: string[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.key === '' && token.isNot) without.push(token.raw.slice(1));
    else if (isJoined(at) || !takes(options, token)) words.push(token.raw);
  }
  return { ...options, words: words.join(' '), without: without.join(' ') };
}

// False for a part that no field is for, such as a second place or `-type:pdf`.
function takes(options: SearchOptions, { key, value, isNot, isQuoted }: Token): boolean {
  if (isNot || value.trim() === '') return false;
  if (key === '') return isQuoted && take(options, 'phrase', value);
  if (key === 'type') return take(options, 'kind', value);
  if (key === 'in') return take(options, 'place', value);
  if (key === 'owner') return take(options, 'owner', value);
  if (key === 'tag') return options.tags.push(tagOf(value)) > 0;
  if (key === 'is') return value.toLowerCase() === 'starred' && (options.isStarred = true);
  return takesDays(options, key, value);
}

function take(
  options: SearchOptions,
  field: 'phrase' | 'kind' | 'place' | 'owner' | 'from' | 'to',
  value: string,
): boolean {
  if (options[field] !== '') return false;
  options[field] = value;
  return true;
}

function tagOf(text: string): TagOption {
  const [, name = '', value = ''] = /^([^=:]*)[=:]?(.*)$/s.exec(text) ?? [];
  return { name: name.trim(), value };
}

function takesDays(options: SearchOptions, key: string, value: string): boolean {
  const [, sign = '', rest = ''] = /^(>=|<=|>|<|)(.*)$/s.exec(value) ?? [];
  const [from = '', to] = rest.split('..', 2);
  if (key === 'modified' && sign === '' && to !== undefined) {
    const isRange = [from, to].every((day) => day === '' || DAY.test(day)) && options.from + options.to === '';
    if (isRange) Object.assign(options, { from, to });
    return isRange;
  }
  if (!DAY.test(rest) || (key !== 'modified' && sign !== '')) return false;
  if (key === 'after' || sign === '>=') return take(options, 'from', rest);
  if (sign === '>') return take(options, 'from', dayAfter(rest, 1));
  if (sign === '<=') return take(options, 'to', rest);
  if (key === 'before' || sign === '<') return take(options, 'to', dayAfter(rest, -1));
  if (options.from + options.to !== '') return false;
  return take(options, 'from', rest) && take(options, 'to', rest);
}

function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The query of the options: `readOptions` of it returns them again. */
export function writeOptions(options: SearchOptions): string {
  const { words, phrase, without, kind, place, owner, from, to, tags, isStarred } = options;
  const plainPhrase = phrase.replaceAll('"', ' ').trim();
  return [
    words.trim(),
    plainPhrase === '' ? '' : `"${plainPhrase}"`,
    ...partsOf(without).map((part) => `-${part}`),
    filter('type', kind),
    filter('in', place),
    filter('owner', owner),
    rangeOf(from, to),
    ...tags
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, value }) => filter('tag', textOfTag({ name, value }))),
    isStarred ? 'is:starred' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

// Words, and phrases in quotes, without a minus and punctuation alone.
const partsOf = (text: string): string[] =>
  (text.match(/"[^"]*"|[^\s"]+/gu) ?? [])
    .map((part) => part.replace(/^-+/, ''))
    .filter((part) => /[\p{L}\p{N}]/u.test(part));

const textOfTag = ({ name, value }: TagOption): string =>
  value.trim() === '' ? name.trim() : `${name.trim()}=${value.trim()}`;

/** A filter of the query language, or nothing without a value. */
export function filter(key: string, text: string): string {
  const value = text.replaceAll('"', '').trim();
  if (value === '') return '';
  return `${key}:${/\s/u.test(value) ? `"${value}"` : value}`;
}

function rangeOf(from: string, to: string): string {
  if (from !== '' && from === to) return `modified:${from}`;
  if (from !== '' && to !== '') return `modified:${from}..${to}`;
  if (from !== '') return `modified:>=${from}`;
  return to === '' ? '' : `modified:<=${to}`;
}
