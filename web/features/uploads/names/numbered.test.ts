import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbered } from './numbered.ts';

test('a number is added before the extension and increases each time', () => {
  assert.equal(numbered('Plan.pdf'), 'Plan (2).pdf');
  assert.equal(numbered('Plan (2).pdf'), 'Plan (3).pdf');
  assert.equal(numbered('a/b/Plan (9).tar.gz'), 'a/b/Plan (9).tar (2).gz');
  assert.equal(numbered('v1.2/Makefile'), 'v1.2/Makefile (2)');
  assert.equal(numbered('.profile'), '.profile (2)');
});

test('a dot in the name of a folder starts no extension', () => {
  assert.equal(numbered('Offers 2.1', 'folder'), 'Offers 2.1 (2)');
});
