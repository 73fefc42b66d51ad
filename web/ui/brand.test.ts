import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  DARK_GROUND,
  DARK_SHADE,
  DEFAULT_COLOR,
  LIGHT_GROUND,
  LIGHT_SHADE,
  accentsOf,
  contrastOf,
  shadesOf,
} from './brand.ts';
import { DARK_SCHEME, LIGHT_SCHEME, backgroundsOf } from './look/schemes.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const SCHEMES = { light: LIGHT_SCHEME, dark: DARK_SCHEME } as const;

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

test('accents of any brand color are readable on all backgrounds, and so is text on their fills and tints', () => {
  fc.assert(
    fc.property(color, fc.constantFrom('light', 'dark'), (chosen, name) => {
      const [accent, scheme] = [accentsOf(chosen)[name], SCHEMES[name]];
      const about = `${chosen} ${name}`;
      assert.ok(contrastOf(accent.onFill, accent.fill) >= 4.5, `${about}: text on a button`);
      assert.ok(contrastOf(accent.onFill, accent.fillHover) >= 4.5, `${about}: text on a button below the pointer`);
      assert.ok(contrastOf(accent.fill, scheme.surface) >= 3, `${about}: a button`);
      for (const ground of [...backgroundsOf(scheme), accent.soft])
        assert.ok(contrastOf(accent.text, ground) >= 4.5, `${about}: a link on ${ground}`);
      for (const text of [scheme.text, scheme.dimmed, scheme.error])
        assert.ok(contrastOf(text, accent.soft) >= 4.5, `${about}: ${text} on a selected row`);
      assert.ok(contrastOf(scheme.edge, accent.soft) >= 3, `${about}: a checkbox on a selected row`);
    }),
  );
});

for (const [name, scheme] of Object.entries(SCHEMES)) {
  test(`text is readable, and edges and icons are visible, on all ${name} backgrounds`, () => {
    for (const ground of backgroundsOf(scheme)) {
      const { text, dimmed, error, success, warning } = scheme;
      for (const ink of [text, dimmed, error, success, warning, ...Object.values(scheme.code)])
        assert.ok(contrastOf(ink, ground) >= 4.5, `${ink} on ${ground}: ${contrastOf(ink, ground)}`);
      for (const shape of [scheme.edge, ...Object.values(scheme.kinds)])
        assert.ok(contrastOf(shape, ground) >= 3, `${shape} on ${ground}: ${contrastOf(shape, ground)}`);
    }
    for (const kind of Object.values(scheme.kinds))
      assert.ok(contrastOf(kind, scheme.glyph) >= 3, `${scheme.glyph} on ${kind}`);
  });
}

test('a readable color is unchanged', () => {
  for (const readable of ['#1f5f8b', DEFAULT_COLOR]) assert.equal(shadesOf(readable)[LIGHT_SHADE], readable);
  assert.equal(shadesOf('#8ecae6')[DARK_SHADE], '#8ecae6');
  assert.equal(accentsOf('#ffd400').dark.fill, '#ffd400');
});

test('contrast follows WCAG', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21);
  assert.equal(contrastOf('#777777', '#777777'), 1);
});
