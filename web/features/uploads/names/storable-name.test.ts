import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storableName } from './storable-name.ts';

test('a name that the server accepts stays as it is', () => {
  for (const name of ['Plan.pdf', 'a b (2).tar.gz', '.profile', '計画.txt', 'é.txt', 'com.txt', 'x'.repeat(199)])
    assert.equal(storableName(name), name);
});

test('every other name becomes one without what the server refuses, with its extension', () => {
  const names = {
    'report <b>1&2.txt': 'report _b_1&2.txt',
    'a:b*c?d"e|f\\g.pdf': 'a_b_c_d_e_f_g.pdf',
    ' Plan. ': 'Plan',
    'aux.txt': '_aux.txt',
    '...': '_',
    'a\u202Etxt.exe': 'atxt.exe',
    'tab\t.txt': 'tab_.txt',
    'e\u0301.txt': 'é.txt',
  };
  for (const [given, wanted] of Object.entries(names)) assert.equal(storableName(given), wanted);
  assert.match(storableName(`${'x'.repeat(300)}.jpeg`), /^x{194}\.jpeg$/);
});
