/** Snippets: the lines around the words of a search, as plain text with the ranges of the words (docs/api/search.md#results). */
import type { Db } from '../../platform/db/connection.ts';
import { type Word, wordsOf } from '../../platform/values/words.ts';
import type { LanguageQueries } from '../search-query/languages.ts';
import { type AnalyzedLeaf, beginningsOf, lexemesOf, or, quoted, rowQuery } from '../search-query/terms.ts';
import {
  type FoundPart,
  type WantedWords,
  type WordPositions,
  findMatchingWords,
  findParts,
  findPositions,
} from './snippets.queries.ts';

/** A text, and the ranges in it that match (UTF-16 units, the end is exclusive). */
export type Snippet = { text: string; marks: [number, number][] };

export type FoundText = { page: number | null; snippets: Snippet[] };

const SNIPPETS = 2;
const WORDS_BEFORE = 8;
const WORDS_AFTER = 18;
const MAX_CHARACTERS = 240;
/** More than all words of a search nearby. */
const PHRASE = 100_000;
/** Positions of a word alone, or all, because several words must be found next to each other. */
const FIRST_POSITIONS = 30;
const ALL_POSITIONS = 255;
/** Words that stand this close are shown together. */
const NEAR = WORDS_AFTER;

type Place = { blobId: number; language: string; position: number };

/** Snippets of the contents that have the words, by blob. */
export async function findSnippets(
  sql: Db,
  deploymentId: number,
  blobIds: number[],
  queries: LanguageQueries,
): Promise<Map<number, FoundText>> {
  const wanted = [...queries].map(([language, { all }]) => wantedIn(language, all.flat()));
  if (blobIds.length === 0 || wanted.every(({ query }) => query === null)) return new Map();
  const positions = await findPositions(sql, deploymentId, [...new Set(blobIds)], wanted);
  const phrases = new Map(wanted.map(({ language, queries: own }) => [language, own.flatMap(phraseOf)]));
  const places = [...Map.groupBy(positions, ({ blobId }) => blobId).values()].flatMap((found) =>
    bestPlaces(found, phrases.get(found[0]?.language ?? '') ?? []),
  );
  if (places.length === 0) return new Map();
  const parts = await findParts(sql, deploymentId, places);
  const cuts = parts.map((part) => {
    const language = places.find(({ blobId }) => blobId === part.blobId)?.language ?? 'simple';
    return { part, language, ...cutAround(part) };
  });
  const asked = cuts.flatMap(({ words, language }) => words.map(({ word }) => ({ language, word })));
  const distinct = [...new Map(asked.map((one) => [`${one.language} ${one.word}`, one])).values()];
  return collect(cuts, await findMatchingWords(sql, distinct, wanted));
}

function wantedIn(language: string, leaves: AnalyzedLeaf[]): WantedWords {
  const [lexemes, beginnings] = [leaves.flatMap(lexemesOf), leaves.flatMap(beginningsOf)];
  const query = or([...lexemes.map(quoted), ...beginnings.map((lexeme) => `${quoted(lexeme)}:*`)]);
  const queries = leaves.map((leaf) => rowQuery(leaf));
  const hasNeighbors = leaves.length > 1 || leaves.some(({ words }) => words.length > 1);
  const most = hasNeighbors ? ALL_POSITIONS : FIRST_POSITIONS;
  return { language, lexemes, beginnings, queries, query: leaves.length === 0 ? null : query, most };
}

/** The lexemes of a phrase, and how far each is from the first one. */
type Phrase = { lexeme: string; distance: number }[];

// The phrases of a tsquery, one for each language that it is written for.
function phraseOf(query: string): Phrase[] {
  return query.split('|').flatMap((variant) => {
    const phrase: Phrase = [];
    let distance = 0;
    for (const [, lexeme, step] of variant.matchAll(LEXEME_OR_STEP)) {
      if (lexeme === undefined) distance += step === '-' ? 1 : Number(step);
      else phrase.push({ lexeme: lexeme.replaceAll("''", "'"), distance });
    }
    return phrase.length > 1 && distance > 0 ? [phrase] : [];
  });
}

const LEXEME_OR_STEP = /'((?:[^']|'')*)'|<(-|\d+)>/g;

// Where phrases begin.
function phrasePlaces(found: WordPositions[], phrases: Phrase[]): Set<number> {
  const positions = new Map<string, Set<number>>();
  // A lexeme can be in two sections.
  for (const one of found) {
    const known = positions.get(one.lexeme) ?? new Set();
    for (const position of one.positions) known.add(position);
    positions.set(one.lexeme, known);
  }
  return new Set(
    phrases.flatMap(([first, ...others]) =>
      [...(positions.get(first?.lexeme ?? '') ?? [])].filter((start) =>
        others.every(({ lexeme, distance }) => positions.get(lexeme)?.has(start + distance) === true),
      ),
    ),
  );
}

/** The positions where a phrase begins, else with most different words of the search nearby, at most two that are apart. */
export function bestPlaces(found: WordPositions[], phrases: Phrase[] = []): Place[] {
  const begun = phrasePlaces(found, phrases);
  const hits = found
    .flatMap(({ blobId, language, lexeme, positions }) =>
      positions.map((position) => ({ blobId, language, lexeme, position })),
    )
    .sort((a, b) => a.position - b.position);
  const scored = hits.map((hit, at) => {
    const near = new Map<string, number>();
    for (let n = at; n < hits.length; n += 1) {
      const { lexeme, position } = hits[n] ?? hit;
      if (position > hit.position + NEAR) break;
      if (!near.has(lexeme)) near.set(lexeme, position - hit.position);
    }
    // Of places with as many words that with the closest ones, and then the first.
    const distance = Math.max(0, ...near.values());
    return { ...hit, score: near.size * 100 - distance + (begun.has(hit.position) ? PHRASE : 0) };
  });
  const best: typeof scored = [];
  for (const hit of scored.sort((a, b) => b.score - a.score || a.position - b.position)) {
    if (best.length === SNIPPETS) break;
    if (best.every(({ position }) => Math.abs(position - hit.position) > WORDS_BEFORE + WORDS_AFTER)) best.push(hit);
  }
  return best.map(({ blobId, language, position }) => ({ blobId, language, position }));
}

type Cut = { start: number; end: number; words: Word[] };

// Some words before and after the position, no more than fit.
function cutAround({ text, firstWord, position }: FoundPart): Cut {
  const words = wordsOf(text);
  const center = Math.min(Math.max(0, position - firstWord), words.length - 1);
  const middle = words[center];
  if (middle === undefined) return { start: 0, end: Math.min(text.length, MAX_CHARACTERS), words: [] };
  const near = words
    .slice(Math.max(0, center - WORDS_BEFORE), center + WORDS_AFTER)
    .filter(
      ({ start, end }) => end <= middle.start + MAX_CHARACTERS * 0.7 && start >= middle.start - MAX_CHARACTERS * 0.3,
    );
  const kept = near.length === 0 ? [middle] : near;
  return {
    start: kept[0]?.start ?? 0,
    end: Math.min(kept.at(-1)?.end ?? 0, middle.start + MAX_CHARACTERS),
    words: kept,
  };
}

function collect(cuts: (Cut & { part: FoundPart; language: string })[], matching: Set<string>): Map<number, FoundText> {
  const found = new Map<number, FoundText>();
  for (const { part, language, start, end, words } of cuts) {
    const ranges = words
      .filter(({ word }) => matching.has(`${language} ${word}`))
      .map((word): [number, number] => [word.start - start, Math.min(word.end, end) - start]);
    const text = found.get(part.blobId) ?? { page: null, snippets: [] };
    // A page that does not have the word would be the wrong one.
    if (text.snippets.length === 0 && ranges.length > 0) text.page = part.page;
    if (ranges.length > 0) text.snippets.push({ text: part.text.slice(start, end), marks: merge(ranges) });
    found.set(part.blobId, text);
  }
  return found;
}

// Pairs of characters overlap.
function merge(ranges: [number, number][]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [start, end] of ranges.filter(([from, to]) => to > from)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
