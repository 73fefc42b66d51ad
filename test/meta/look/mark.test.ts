import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { MARK } from '../../../src/platform/mail/mark.ts';
import { readableColor } from '../../../src/platform/mail/readable-color.ts';
import { DEFAULT_COLOR, contrastOf } from '../../../web/ui/brand.ts';

test('emails show the mark of the web app', async () => {
  const drawing = await readFile(resolve(import.meta.dirname, '../../../web/icon.svg'));
  const pixels = async (image: Buffer, density: number) =>
    sharp(image, { density }).resize(64, 64).flatten({ background: '#ffffff' }).removeAlpha().raw().toBuffer();
  const [shown, drawn] = await Promise.all([pixels(MARK, 72), pixels(drawing, 144)]);
  const differences = shown.map((value, index) => Math.abs(value - (drawn[index] ?? 0)));
  // The colors of the image are few.
  assert.ok(Math.max(...differences) < 40, 'The mark is another one.');
  assert.match(drawing.toString(), new RegExp(DEFAULT_COLOR));
});

test('text in emails is readable in any color of a deployment, and a readable color is unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const color = `#${value.toString(16).padStart(6, '0')}`;
      const readable = readableColor(color);
      assert.ok(contrastOf(readable, '#ffffff') >= 4.5);
      if (contrastOf(color, '#ffffff') >= 4.5) assert.equal(readable, color);
    }),
  );
});
