/** The changes between two texts: line by line, with the changed words in each line. */
import { diffArrays, diffWordsWithSpace } from 'diff';
import { linesOf } from '../../viewer/text/lines-of.ts';

export type Words = { text: string; isChanged: boolean };
export type Line = { number: number; words: Words[] };

export type Row =
  | { kind: 'same'; before: Line; after: Line }
  /** A line that is only on one side was added or removed. */
  | { kind: 'changed'; before: Line | null; after: Line | null }
  /** Lines far from any change. */
  | { kind: 'gap'; before: number; count: number };

export type Changes = {
  /** The changes and the lines around them. */
  rows: Row[];
  added: number;
  removed: number;
  /** Whether there are more rows. */
  isCut: boolean;
};

/** Unchanged lines that are shown before and after a change. */
const AROUND = 3;
const MAX_ROWS = 2000;
const MAX_MS = 4000;
/** Texts that differ in more lines need too much time and memory. */
const MAX_CHANGED_LINES = 4000;
/** Bounds for the words of one line. */
const MAX_LINE = 4000;
const MAX_CHANGED_WORDS = 200;
/** Lines that share less of their text are shown as two different lines. */
const LEAST_SHARED = 0.3;

/** Compares two texts. Null: they differ too much. */
export function compareLines(before: string, after: string): Changes | null {
  const limits = { timeout: MAX_MS, maxEditLength: MAX_CHANGED_LINES };
  const runs = diffArrays(
    ...([before, after].map((text) => (text === '' ? [] : linesOf(text))) as [string[], string[]]),
    limits,
  );
  if (runs === undefined) return null;
  const countOf = (own: typeof runs) => own.reduce((sum, { count }) => sum + count, 0);
  const added = countOf(runs.filter((run) => run.added));
  const removed = countOf(runs.filter((run) => run.removed));
  const rows = added + removed === 0 ? [] : rowsOf(runs);
  return { rows: rows.slice(0, MAX_ROWS), added, removed, isCut: rows.length > MAX_ROWS };
}

type Run = { value: string[]; added: boolean; removed: boolean };

function rowsOf(runs: Run[]): Row[] {
  const rows: Row[] = [];
  let [before, after] = [1, 1];
  for (let at = 0; at < runs.length && rows.length <= MAX_ROWS; at += 1) {
    const run = runs[at];
    if (run === undefined) break;
    if (!run.added && !run.removed) {
      rows.push(...sameRows(run.value, { before, after }, { isFirst: at === 0, isLast: at === runs.length - 1 }));
      before += run.value.length;
      after += run.value.length;
      continue;
    }
    // Removed lines come before the lines that replace them.
    const next = runs[at + 1];
    const isReplaced = run.removed && next?.added === true;
    const gone = run.removed ? run.value : [];
    const come = isReplaced ? next.value : run.added ? run.value : [];
    rows.push(...changedRows(gone, come, { before, after }));
    before += gone.length;
    after += come.length;
    if (isReplaced) at += 1;
  }
  return rows;
}

type Start = { before: number; after: number };

function sameRows(lines: string[], { before, after }: Start, at: { isFirst: boolean; isLast: boolean }): Row[] {
  const [head, tail] = [at.isFirst ? 0 : AROUND, at.isLast ? 0 : AROUND];
  const rowAt = (index: number): Row => {
    const words = [{ text: lines[index] ?? '', isChanged: false }];
    return { kind: 'same', before: { number: before + index, words }, after: { number: after + index, words } };
  };
  const rowsFrom = (start: number, count: number) => Array.from({ length: count }, (_, index) => rowAt(start + index));
  const hidden = lines.length - head - tail;
  // The note about a gap takes the place of one line.
  if (hidden <= 1) return rowsFrom(0, lines.length);
  const gap: Row = { kind: 'gap', before: before + head, count: hidden };
  return [...rowsFrom(0, head), gap, ...rowsFrom(lines.length - tail, tail)];
}

function changedRows(gone: string[], come: string[], { before, after }: Start): Row[] {
  const count = Math.min(MAX_ROWS + 1, Math.max(gone.length, come.length));
  return Array.from({ length: count }, (_, index): Row => {
    const [old, own] = wordsOf(gone[index], come[index]);
    return {
      kind: 'changed',
      before: old === null ? null : { number: before + index, words: old },
      after: own === null ? null : { number: after + index, words: own },
    };
  });
}

function wordsOf(before: string | undefined, after: string | undefined): [Words[] | null, Words[] | null] {
  const whole = (text: string | undefined) => (text === undefined ? null : [{ text, isChanged: true }]);
  if (before === undefined || after === undefined) return [whole(before), whole(after)];
  const longest = Math.max(before.length, after.length);
  const changes =
    longest > MAX_LINE ? undefined : diffWordsWithSpace(before, after, { maxEditLength: MAX_CHANGED_WORDS });
  const shared = changes?.filter(({ added, removed }) => !added && !removed) ?? [];
  const sharedLength = shared.reduce((sum, { value }) => sum + value.trim().length, 0);
  if (changes === undefined || sharedLength < longest * LEAST_SHARED) return [whole(before), whole(after)];
  const side = (own: 'added' | 'removed', other: 'added' | 'removed') =>
    changes.filter((change) => !change[other]).map((change) => ({ text: change.value, isChanged: change[own] }));
  return [side('removed', 'added'), side('added', 'removed')];
}
