/** Password strength estimated by zxcvbn-ts (decision 0054), which is loaded for the first password. */
import type { FeedbackType, ZxcvbnFactory } from '@zxcvbn-ts/core';

/** More than a million guesses, which is enough when attempts are limited, as they are here. */
const ENOUGH = 2;

/** Run time grows with the square of the length, and a strong beginning is not weakened by what follows. */
const JUDGED_CHARACTERS = 32;

/** `Summer2026!`: the estimator counts all years and signs, but people try words with the current year first. */
const WITH_YEAR = /^(?<word>.*[\p{L}\d])[^\p{L}\d]*(?:19|20)\d\d[^\p{L}\d]{0,2}$/u;

/** The number of guesses that find a common word. */
const COMMON = 10_000;

/** Why a password is too easy to guess. */
export type Weakness = 'common' | 'pattern' | 'date' | 'short';

/** Null for a password that is hard enough to guess. `words`: words that an attacker with context would try first. */
export async function weaknessOf(password: string, words: string[]): Promise<Weakness | null> {
  const estimator = await (loading ??= load());
  const judged = [...password.normalize('NFC')].slice(0, JUDGED_CHARACTERS).join('');
  const { score, feedback } = estimator.check(judged, words);
  if (score < ENOUGH) return kindOf(feedback);
  const word = WITH_YEAR.exec(judged)?.groups?.['word'];
  return word !== undefined && estimator.check(word, words).guesses < COMMON ? 'common' : null;
}

let loading: Promise<ZxcvbnFactory> | undefined;

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ graphs, dictionary });
}

const KINDS: Record<string, Weakness> = {
  straightRow: 'pattern',
  keyPattern: 'pattern',
  simpleRepeat: 'pattern',
  extendedRepeat: 'pattern',
  sequences: 'pattern',
  recentYears: 'date',
  dates: 'date',
};

function kindOf({ warning }: FeedbackType): Weakness {
  if (warning === null || warning === '') return 'short';
  return KINDS[warning] ?? 'common';
}
