import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Turn } from '../paged/page-layout.ts';
import { type Region, regionBetween, turnRegion } from './region.ts';

const near = (found: Region, expected: Region) => {
  for (const key of ['X', 'Y', 'Width', 'Height'] as const)
    assert.ok(Math.abs(found[key] - expected[key]) < 0.001, `${key}: ${found[key]}, not ${expected[key]}`);
};

const CORNER = { X: 0.1, Y: 0.2, Width: 0.3, Height: 0.1 };

test('a region follows the turn of its page, and four turns lead back', () => {
  near(turnRegion(CORNER, 90), { X: 0.7, Y: 0.1, Width: 0.1, Height: 0.3 });
  near(turnRegion(CORNER, 180), { X: 0.6, Y: 0.7, Width: 0.3, Height: 0.1 });
  near(turnRegion(CORNER, 270), { X: 0.2, Y: 0.6, Width: 0.1, Height: 0.3 });
  for (const turn of [0, 90, 180, 270] as Turn[])
    near(turnRegion(turnRegion(CORNER, turn), ((360 - turn) % 360) as Turn), CORNER);
});

test('a region drawn on a turned page is the same part of the page', () => {
  for (const turn of [0, 90, 180, 270] as Turn[]) {
    const { X, Y, Width, Height } = turnRegion(CORNER, turn);
    near(regionBetween({ x: X + Width, y: Y }, { x: X, y: Y + Height }, turn), CORNER);
  }
});

test('a region drawn beyond the edges ends at them', () => {
  for (const turn of [0, 90, 180, 270] as Turn[]) {
    const { X, Y, Width, Height } = regionBetween({ x: 0.333, y: -1 }, { x: 2, y: 3 }, turn);
    assert.ok(X >= 0 && Y >= 0 && X + Width <= 1 && Y + Height <= 1, `${turn}`);
  }
});
