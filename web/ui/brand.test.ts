import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DARK_GROUND, DARK_SHADE, LIGHT_GROUND, LIGHT_SHADE, contrastOf, shadesOf } from './brand.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('text and buttons are readable in any brand color', () => {
  fc.assert(
    fc.property(color, (chosen) => {
      const shades = shadesOf(chosen);
      assert.ok(contrastOf(shades[LIGHT_SHADE], LIGHT_GROUND) >= 4.5);
      assert.ok(contrastOf(shades[LIGHT_SHADE], '#ffffff') >= 4.5);
      assert.ok(contrastOf(shades[DARK_SHADE], DARK_GROUND) >= 4.5);
    }),
  );
});

test('a readable color is unchanged', () => {
  assert.equal(shadesOf('#1f5f8b')[LIGHT_SHADE], '#1f5f8b');
  assert.equal(shadesOf('#8ecae6')[DARK_SHADE], '#8ecae6');
});

test('contrast follows WCAG', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21);
  assert.equal(contrastOf('#777777', '#777777'), 1);
});
