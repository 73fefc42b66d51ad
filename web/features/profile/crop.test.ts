import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cropOf, move, zoomTo } from './crop.ts';

test('the first crop is the square in the middle', () => {
  assert.deepEqual(cropOf({ width: 400, height: 200 }, 100), {
    size: 100,
    width: 200,
    height: 100,
    zoom: 1,
    x: -50,
    y: 0,
  });
});

test('the image covers the square, however it is moved and zoomed', () => {
  const side = fc.integer({ min: 1, max: 5000 });
  const by = fc.integer({ min: -900, max: 900 });
  const zoom = fc.double({ min: 1, max: 4, noNaN: true });
  fc.assert(
    fc.property(side, side, by, by, zoom, zoom, (width, height, x, y, first, second) => {
      const crop = zoomTo(move(zoomTo(cropOf({ width, height }, 512), first), x, y), second);
      assert.ok(crop.x <= 0 && crop.y <= 0);
      assert.ok(crop.x + crop.width * crop.zoom >= 512 - 1e-6);
      assert.ok(crop.y + crop.height * crop.zoom >= 512 - 1e-6);
    }),
  );
});
