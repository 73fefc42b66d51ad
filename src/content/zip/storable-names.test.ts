import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nameKey } from '../../platform/values/names.ts';
import { newSiblings, storableName } from './storable-names.ts';

test('characters that Windows cannot store are replaced', () => {
  for (const [name, storable] of [
    ['Plan 2026', 'Plan 2026'],
    ['Отчёт "A" <1>: a|b*c?', 'Отчёт _A_ _1__ a_b_c_'],
    ['ends with dots...', 'ends with dots___'],
    ['. .', '___'],
    ['..', '__'],
    ['.profile', '.profile'],
    ['NUL', 'NUL_'],
    ['con.txt', 'con_.txt'],
    ['Com1 .backup', 'Com1_ .backup'],
    ['COM10', 'COM10'],
    ['console', 'console'],
    ['a/b\\c\u0007', 'a_b_c_'],
    ['😀'.repeat(70), '😀'.repeat(63)],
    [`${'ж'.repeat(190)}.docx`, `${'ж'.repeat(125)}.docx`],
    [`a.${'ж'.repeat(190)}`, `a.${'ж'.repeat(126)}`],
  ] as const) {
    assert.equal(storableName(name), storable);
  }
});

test('a duplicate name gets a number before its extension, a folder at its end', () => {
  const siblings = newSiblings();
  const claim = (name: string) => siblings.claim(name, nameKey(name));
  assert.equal(claim('a.txt'), 'a.txt');
  assert.equal(claim('a.txt'), null);
  assert.equal(claim('A.TXT'), null);
  assert.equal(claim('a (2).txt'), 'a (2).txt');
  assert.equal(siblings.number('A.TXT', 'document'), 'A (3).TXT');
  assert.equal(siblings.number('a.txt', 'document'), 'a (4).txt');
  assert.equal(claim('v1.2?'), 'v1.2_');
  assert.equal(claim('V1.2_'), null);
  assert.equal(siblings.number('V1.2_', 'folder'), 'V1.2_ (2)');
  const long = `${'ж'.repeat(190)}.docx`;
  assert.equal(claim(long), `${'ж'.repeat(125)}.docx`);
  assert.equal(siblings.number(long, 'document'), `${'ж'.repeat(123)} (2).docx`);
});

test('all names become storable and distinct', () => {
  const unit = fc.oneof(fc.constantFrom('a', 'A', 'ß', 'ss', '.', ' ', ':', '_', '(2)', 'con', '😀'), fc.string());
  const name = fc.array(unit, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('') || 'x');
  fc.assert(
    fc.property(fc.array(name, { maxLength: 30 }), (names) => {
      const siblings = newSiblings();
      const later = names.filter((each) => siblings.claim(each, nameKey(each)) === null);
      const first = names.filter((each) => !later.includes(each)).map(storableName);
      const all = [...first, ...later.map((each, i) => siblings.number(each, i % 2 === 0 ? 'folder' : 'document'))];
      assert.equal(new Set(all.map(nameKey)).size, all.length);
      for (const each of all) {
        assert.ok(Buffer.byteLength(each) <= 255);
        assert.doesNotMatch(each, /[/\\:*?"<>|\p{Cc}]|[. ]$|^$/u);
        assert.doesNotMatch(each, /^(?:con|nul)(?:\.|$)/i);
      }
    }),
  );
});

test('numbering ten thousand equal names takes linear time', () => {
  const siblings = newSiblings();
  siblings.claim('a', 'a');
  for (let number = 2; number <= 10_000; number += 1) {
    assert.equal(siblings.number('a', 'document'), `a (${number})`);
  }
});
