import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseCoding, chooseType } from './accept.ts';

const FORMS = ['text/csv; charset=utf-8; header=present', 'application/json; charset=utf-8'] as const;

test('the preferred type is chosen, and the first offer by default', () => {
  for (const [header, type] of [
    [undefined, 'text/csv'],
    ['', 'text/csv'],
    ['*/*', 'text/csv'],
    ['text/*', 'text/csv'],
    ['application/*', 'application/json'],
    ['application/json', 'application/json'],
    ['Application/JSON; charset=utf-8', 'application/json'],
    ['text/csv, application/json', 'text/csv'],
    ['text/csv;q=0.5, application/json', 'application/json'],
    ['text/csv;q=0, */*', 'application/json'],
    // The default header of many programs.
    ['application/json, text/plain, */*', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/csv'],
    ['nonsense', 'text/csv'],
    ['text/csv; header=present', 'text/csv'],
    ['application/json, text/csv', 'application/json'],
  ] as const) {
    assert.equal(chooseType(header, FORMS).split(';')[0], type, header);
  }
});

test('a header that excludes all types is refused', () => {
  for (const header of [
    'text/html',
    'image/*',
    'text/csv;q=0, application/json;q=0',
    '*/*;q=0',
    'text/csv; header=absent',
  ]) {
    assert.throws(
      () => chooseType(header, FORMS),
      { status: 406, message: 'This is available as text/csv or application/json.' },
      header,
    );
  }
});

test('the smallest of the preferred encodings is chosen, and none by default', () => {
  for (const [header, coding] of [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['*', 'br'],
    ['deflate', 'identity'],
    ['identity;q=0', 'identity'],
  ] as const) {
    assert.equal(chooseCoding(header), coding, header);
  }
});
