import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOfTag, defaultOf, formatTag, tagOfDay } from './tag-text.ts';

test('a day converts to its field and back', () => {
  assert.equal(dayOfTag('12312026'), '2026-12-31');
  assert.equal(tagOfDay('2026-12-31'), '12312026');
  assert.deepEqual([dayOfTag(''), tagOfDay(''), dayOfTag('soon'), tagOfDay('soon')], ['', '', 'soon', 'soon']);
});

test('a day in a list has the format of the locale, and other values stay as they are', () => {
  assert.match(formatTag('Date', '12312026'), /31.*2026/);
  assert.deepEqual(
    [formatTag('Date', ''), formatTag('String', '12312026'), formatTag('Numeric', '5')],
    ['', '12312026', '5'],
  );
});

test('a default is read from the constraints, if there is one', () => {
  assert.equal(defaultOf('{"DefaultValue":"Draft","DataSetValues":null}'), 'Draft');
  assert.equal(defaultOf('{"DefaultValue":null,"DataSetValues":null}'), null);
});
