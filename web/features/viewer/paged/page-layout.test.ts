import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  GAP,
  MAX_HEIGHT,
  type Sizes,
  endOf,
  layOut,
  pageAt,
  readPageAt,
  stepScale,
  topOf,
  windowStart,
} from './page-layout.ts';

const A4 = { width: 800, height: 1100 };
const room = { width: 400, height: 500 };
const sizes = (count: number, known: Sizes['known'] = new Map()): Sizes => ({ count, first: A4, known });

test('pages are one below the other, and the page at a height is found', () => {
  const layout = layOut(sizes(3), room, 1, 0);
  assert.deepEqual([topOf(layout, 1), topOf(layout, 2), endOf(layout)], [GAP, 1100 + 2 * GAP, 3300 + 4 * GAP]);
  assert.deepEqual(
    [-5, 0, GAP, 1100, 1100 + 2 * GAP, 99_999].map((y) => pageAt(layout, y)),
    [1, 1, 1, 1, 2, 3],
  );
});

test('at the top the first page is read, however short it is, and later the one at two fifths of the height', () => {
  const layout = layOut({ count: 9, first: { width: 400, height: 100 }, known: new Map() }, room, 1, 0);
  assert.deepEqual(
    [0, GAP].map((y) => readPageAt(layout, y, 500)),
    [1, 1],
  );
  assert.equal(readPageAt(layout, 400, 500), pageAt(layout, 600));
});

test('a page that is as wide as the room keeps its ratio, also beside wider pages and turned', () => {
  const known = new Map([[2, { width: 1600, height: 800 }]]);
  const layout = layOut(sizes(3, known), room, 'width', 0);
  assert.deepEqual([layout.boxOf(1).height, layout.boxOf(2).height, layout.width], [550, 200, 400]);
  const { width, height } = layOut(sizes(3, known), room, 'width', 90).boxOf(2);
  assert.deepEqual([width, height], [400, 800]);
  assert.equal(layOut(sizes(3), room, 'page', 0).boxOf(1).height, 500);
});

test('zoom steps end at 25 % and 500 %, and a fitted scale goes to the next step', () => {
  assert.deepEqual([stepScale(1, 1), stepScale(1, -1), stepScale(0.6, 1), stepScale(5, 1)], [1.1, 0.9, 0.67, 5]);
  assert.equal(stepScale(0.25, -1), 0.25);
});

test('50 000 pages are shown in a window that browsers can scroll', () => {
  const layout = layOut(sizes(50_000), room, 1, 0);
  assert.ok(endOf(layout) > 5 * MAX_HEIGHT);
  assert.equal(windowStart(layout, 100), 0);
  assert.equal(windowStart(layout, topOf(layout, 25_000)), topOf(layout, 25_000) - MAX_HEIGHT / 2);
  assert.equal(windowStart(layout, endOf(layout)), endOf(layout) - MAX_HEIGHT);
  assert.equal(windowStart(layOut(sizes(3), room, 1, 0), 500), 0);
});
