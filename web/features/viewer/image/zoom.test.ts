import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Stage,
  WHOLE,
  fitScale,
  isZoomed,
  lookAt,
  moveBy,
  rotate,
  scaleOf,
  toggleZoom,
  zoomBy,
  zoomTo,
} from './zoom.ts';

const stage: Stage = { frame: { width: 800, height: 600 }, image: { width: 1600, height: 1000 } };

test('an image fits its frame at first, and small images are not enlarged', () => {
  assert.equal(fitScale(stage, 0), 0.5);
  assert.equal(fitScale({ ...stage, image: { width: 100, height: 50 } }, 0), 1);
  assert.equal(isZoomed(stage, WHOLE), false);
});

test('a rotated image fits its frame again', () => {
  const view = rotate(stage, WHOLE);
  assert.equal(scaleOf(stage, view), 0.375);
  assert.deepEqual(rotate(stage, rotate(stage, rotate(stage, view))), WHOLE);
});

test('the point below the pointer stays where it is while the image is zoomed', () => {
  const at = { x: 100, y: -50 };
  const view = zoomTo(stage, WHOLE, 1, at);
  assert.deepEqual([view.scale, view.x, view.y], [1, -100, 50]);
});

test('an image can be moved up to its edges, and zooming out shows all of it', () => {
  const actual = zoomTo(stage, WHOLE, 1);
  assert.equal(isZoomed(stage, actual), true);
  const { x, y } = moveBy(stage, actual, { x: 9999, y: -9999 });
  assert.deepEqual([x, y], [400, -200]);
  assert.deepEqual(zoomBy(stage, actual, -20), WHOLE);
  assert.equal(zoomBy(stage, actual, 99).scale, 8);
});

test('a double click shows the actual size and then the whole image again', () => {
  const large = { ...stage, image: { width: 8000, height: 6000 } };
  const close = toggleZoom(large, WHOLE, { x: 0, y: 0 });
  assert.equal(close.scale, 1);
  assert.deepEqual(toggleZoom(large, close, { x: 0, y: 0 }), WHOLE);
});

test('a place of a rotated image comes to the middle of the frame, or as near as its edges allow', () => {
  const actual = zoomTo(stage, WHOLE, 1);
  const middle = lookAt(stage, actual, { x: 0.4, y: 0.5 });
  assert.deepEqual([Math.round(middle.x), middle.y], [160, 0]);
  assert.equal(lookAt(stage, actual, { x: 0, y: 0.5 }).x, 400);
  const turned = lookAt(stage, rotate(stage, actual), { x: 0.5, y: 0.6 });
  assert.equal(Math.round(turned.y), -160);
  assert.deepEqual(lookAt(stage, WHOLE, { x: 0, y: 0 }), WHOLE);
});
