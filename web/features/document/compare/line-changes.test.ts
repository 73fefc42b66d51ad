/** Changes between two texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Row, compareLines } from './line-changes.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index + 1}`);

/** A row in short: changed words in brackets. */
function short(row: Row): string {
  if (row.kind === 'gap') return `… ${row.count}`;
  const [before, after] = [row.before, row.after].map((line) =>
    line === null
      ? '–'
      : `${line.number} ${line.words.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')}`,
  );
  return row.kind === 'same' ? `${before}` : `${before} → ${after}`;
}

const compared = (before: string, after: string) => compareLines(before, after)?.rows.map(short);

test('the changed words of a line are marked on both sides', () => {
  assert.deepEqual(compared('The parties agree.', 'The heirs agree.'), [
    '1 The [parties] agree. → 1 The [heirs] agree.',
  ]);
});

test('lines with little in common are two different lines, and lines without a counterpart are whole', () => {
  assert.deepEqual(compared('One\nTwo', 'Completely other words\nTwo\nThree'), [
    '1 [One] → 1 [Completely other words]',
    '2 Two',
    '– → 3 [Three]',
  ]);
});

test('unchanged lines far from a change are counted', () => {
  const after = lines(100).with(49, 'Line fifty');
  assert.deepEqual(compared(lines(100).join('\n'), after.join('\n')), [
    '… 46',
    '47 Line 47',
    '48 Line 48',
    '49 Line 49',
    '50 Line [50] → 50 Line [fifty]',
    '51 Line 51',
    '52 Line 52',
    '53 Line 53',
    '… 47',
  ]);
});

test('line breaks of another system, and a missing one at the end, are no change', () => {
  assert.deepEqual(compareLines('a\r\nb\r\n', 'a\nb'), { rows: [], added: 0, removed: 0, isCut: false });
});

test('the number of rows is limited, and texts that differ too much are not compared', () => {
  const many = compareLines('', lines(3000).join('\n'));
  assert.equal(many?.rows.length, 2000);
  assert.ok(many.isCut);
  assert.equal(many.added, 3000);
  const others = lines(2500).map((line) => `Other ${line}`);
  assert.equal(compareLines(lines(2500).join('\n'), others.join('\n')), null);
});

test('an empty text has no lines', () => {
  const { added, removed } = compareLines('', 'a') ?? {};
  assert.deepEqual([added, removed], [1, 0]);
});
