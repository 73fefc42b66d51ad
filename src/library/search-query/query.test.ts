import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '../../platform/errors.ts';
import { type Leaf, parseQuery } from './query.ts';

const shown = ({ kind, words }: Leaf) =>
  kind === 'prefix' ? `${words.join(' ')}*` : kind === 'phrase' ? `"${words.join(' ')}"` : words.join(' ');

function read(text: string): { all: string[]; none: string[] } {
  const { all, none } = parseQuery(text);
  return { all: all.map((clause) => clause.map(shown).join('|')), none: none.map(shown) };
}

test('words, phrases, prefixes, alternatives and exclusions are read', () => {
  const cases: [string, string[], string[]?][] = [
    ['Lease  ELMWOOD', ['lease', 'elmwood']],
    ['"Lease agreement" draft', ['"lease agreement"', 'draft']],
    ['a OR b', ['a|b']],
    ['a b OR c OR "d e"', ['a', 'b|c|"d e"']],
    ['a -b -"c d"', ['a'], ['b', '"c d"']],
    ['agree*', ['agree*']],
    ['A-12/3.pdf', ['"a 12 3 pdf"']],
    ['foo:bar', ['"foo bar"']],
    ['東京都', ['"東京 京都"']],
    ['字*', ['字*']],
    ['a AND b', ['a', 'b']],
    ['or', ['or']],
    ['"OR"', ['or']],
    ['-', []],
    ['… ! ()', []],
    ['"open ended', ['"open ended"']],
    ['“lease agreement”', ['"lease agreement"']],
    ['e-mail*', ['e mail*']],
    ['zzz OR foo-plan*', ['zzz|foo plan*']],
    ['a -abc-def*', ['a'], ['abc def*']],
    ['東京都*', ['東京 京都*']],
    ['ที่', ['ที่*']],
    ['a ＯＲ b', ['a|b']],
    ['"a b　－c', ['"a b c"']],
    ['a　－b ＂c d＂', ['a', '"c d"'], ['b']],
    ['plan＊', ['plan*']],
    ['a or b', ['a', 'or', 'b']],
    ['a Or b', ['a', 'or', 'b']],
    ['a and b', ['a', 'and', 'b']],
    ['"say \\"hi\\" now"', ['"say hi now"']],
    ['ﷲ السﻼم', ['الله', 'السلام']],
    ['محـــمد ﺍﻟﺴﻼﻡ', ['محمد', 'السلام']],
    ['ﾊﾟｿｺﾝ', ['"パソ ソコ コン"']],
  ];
  for (const [text, all, none = []] of cases) assert.deepEqual(read(text), { all, none }, text);
});

test('filters are read, also with quotes and a minus', () => {
  const parsed = parseQuery(
    'plan type:pdf -type:image IN:"Projects/Elm wood" owner:me -owner:bob tag:Phase="Concept design" is:starred',
  );
  assert.deepEqual(parsed.types, [
    { value: 'pdf', isNot: false },
    { value: 'image', isNot: true },
  ]);
  assert.deepEqual(parsed.places, ['Projects/Elm wood']);
  assert.deepEqual(parsed.owners, [
    { value: 'me', isNot: false },
    { value: 'bob', isNot: true },
  ]);
  assert.deepEqual(parsed.tags, [{ value: 'Phase=Concept design', isNot: false }]);
  assert.equal(parsed.isStarred, true);
  assert.deepEqual(read('plan type:pdf').all, ['plan']);
});

test('keys ignore case, full-width signs are signs, and quotes can hold quotes', () => {
  const parsed = parseQuery(
    String.raw`TYPE:PDF ｔｙｐｅ：image Owner:"me" tag:"Note=say \"hi\" \\o/" in:"Projects\Elm"`,
  );
  assert.deepEqual(
    parsed.types.map(({ value }) => value),
    ['PDF', 'image'],
  );
  assert.deepEqual(
    parsed.owners.map(({ value }) => value),
    ['me'],
  );
  assert.deepEqual(
    parsed.tags.map(({ value }) => value),
    [String.raw`Note=say "hi" \o/`],
  );
  assert.deepEqual(parsed.places, [String.raw`Projects\Elm`]);
  // The last backslash of a path does not hide its quote.
  assert.deepEqual(parseQuery('in:"Projects\\" plan').places, ['Projects\\']);
});

test('types and owners with OR are the alternatives that they are without', () => {
  const parsed = parseQuery('type:pdf OR type:docx owner:me OR owner:bob');
  assert.deepEqual(
    [parsed.types, parsed.owners].map((filters) => filters.map(({ value }) => value)),
    [
      ['pdf', 'docx'],
      ['me', 'bob'],
    ],
  );
});

test('dates are ranges in UTC or their time zone, as long as the date was written precisely', () => {
  const cases: [string, string | null, string | null][] = [
    ['modified:2026-03-02', '2026-03-02T00:00:00.000Z', '2026-03-02T23:59:59.999Z'],
    ['modified:>2026-03-02', '2026-03-03T00:00:00.000Z', null],
    ['modified:>=2026-03-02', '2026-03-02T00:00:00.000Z', null],
    ['modified:<2026-03-02', null, '2026-03-01T23:59:59.999Z'],
    ['modified:<=2026-03-02', null, '2026-03-02T23:59:59.999Z'],
    ['after:2026-03-02', '2026-03-02T00:00:00.000Z', null],
    ['before:2026-03-02', null, '2026-03-01T23:59:59.999Z'],
    ['modified:2026-01-01..2026-01-31', '2026-01-01T00:00:00.000Z', '2026-01-31T23:59:59.999Z'],
    ['modified:..2026-01-31', null, '2026-01-31T23:59:59.999Z'],
    ['modified:2026', '2026-01-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
    ['modified:2026-02', '2026-02-01T00:00:00.000Z', '2026-02-28T23:59:59.999Z'],
    ['modified:>2026-12', '2027-01-01T00:00:00.000Z', null],
    ['modified:0050', '0050-01-01T00:00:00.000Z', '0050-12-31T23:59:59.999Z'],
    ['modified:2026-03-02T12:00', '2026-03-02T12:00:00.000Z', '2026-03-02T12:00:59.999Z'],
    ['modified:2026-03-02T12:00+02:00', '2026-03-02T10:00:00.000Z', '2026-03-02T10:00:59.999Z'],
    ['modified:>2026-03-02T12:00:05-05:30', '2026-03-02T17:30:06.000Z', null],
    ['modified:<=2026-03-02T12:00:00.500Z', null, '2026-03-02T12:00:00.500Z'],
    ['modified:"2026-03-02 12:00"', '2026-03-02T12:00:00.000Z', '2026-03-02T12:00:59.999Z'],
    ['modified:2026-03-02T00:00+05:30..2026-03-02T23:59+05:30', '2026-03-01T18:30:00.000Z', '2026-03-02T18:29:59.999Z'],
    ['modified：＞＝２０２６-０３-０２', '2026-03-02T00:00:00.000Z', null],
    ['modified:>9999-12-31', '9999-12-31T23:59:59.999Z', null],
    ['after:2026-01-01 before:2026-02-01 after:2026-01-10', '2026-01-10T00:00:00.000Z', '2026-01-31T23:59:59.999Z'],
  ];
  for (const [text, from, to] of cases) {
    const { modified } = parseQuery(text);
    assert.deepEqual([modified.from?.toISOString() ?? null, modified.to?.toISOString() ?? null], [from, to], text);
  }
});

test('a refusal names the part that cannot be read', () => {
  const cases: [string, RegExp][] = [
    ['OR b', /OR must stand/],
    ['a OR', /OR must stand/],
    ['a OR -b', /OR must stand/],
    ['a OR type:pdf', /OR must stand/],
    ['ab*', /ab\* must have at least 3 letters/],
    ['type:""', /type:"" needs a value/],
    ['lease type:', /^type: needs a value, such as type:pdf\.$/],
    ['type: pdf', /^type: needs a value/],
    ['in:', /^in: needs a value/],
    ['in:"/"', /needs a value/],
    ['-owner:', /^-owner: needs a value, such as owner:me\.$/],
    ['after: before:2026', /^after: needs a value/],
    ['is:', /^is: needs a value, such as is:starred\.$/],
    ['tag:=', /^tag:= needs a value/],
    ['ｔｙｐｅ：', /needs a value/],
    ['type:.', /needs a value/],
    ['-in:Projects', /-in:Projects: only words/],
    ['is:open', /is:open is unknown/],
    ['modified:>soon', /must be a date/],
    ['modified:..', /must be a date/],
    ['modified:2026..2027..2028', /must be a date/],
    [`type:${'x'.repeat(101)}`, /type: must have at most 100/],
    [`owner:${'x'.repeat(255)}`, /owner: must have at most 254/],
    ['foo-pl*', /at least 3 letters/],
    ['x'.repeat(513), /at most 512 characters/],
    [Array.from({ length: 33 }, (_, n) => `w${n}`).join(' '), /at most 32 words/],
  ];
  for (const [text, detail] of cases) {
    assert.throws(
      () => parseQuery(text),
      (error) => error instanceof Problem && error.status === 400 && detail.test(error.errors[0]?.detail ?? ''),
      text,
    );
  }
});

// oxfmt-ignore
const PIECES = [
  'a', 'abc', 'ß', '"', '\\', '-', '－', ':', '：', '*', ' ', '　', ' OR ', ' AND ', '(', ')', ',', '=', '..', '>', '<', '\'', '&', '|', '!',
  'in:', 'type:', 'tag:', 'owner:', 'modified:', 'is:', '2026-01-01', '9999', '字', 'ที่', 'ﷺ', '\u0000', '\ud800',
];

test('any text is read or refused with 400, and its words are words', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
        fc.string({ unit: 'binary', minLength: 480, maxLength: 520 }),
      ),
      (text) => {
        try {
          const { all, none } = parseQuery(text);
          for (const { words } of [...all.flat(), ...none]) {
            assert.ok(words.length > 0);
            for (const word of words) assert.match(word, /^[\p{L}\p{N}\p{M}]+$/u);
          }
          for (const clause of all) assert.ok(clause.length > 0);
        } catch (error) {
          assert.ok(error instanceof Problem && error.status === 400, String(error));
        }
      },
    ),
  );
});
