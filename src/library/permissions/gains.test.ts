import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesBetween, gains, newlyAllowed } from './gains.ts';
import type { PermissionEntry } from './permissions.queries.ts';

const NOW = new Date('2026-03-02T10:00:00.000Z');
const SOON = '2026-03-03T10:00:00.000Z';
const LATER = '2026-03-04T10:00:00.000Z';
const PAST = '2026-03-01T10:00:00.000Z';
const [R, W, D] = [1, 2, 4];

const entry = (allow: number, deny = 0, expiresAt: string | null = null): PermissionEntry => ({
  principal: 5,
  allow,
  deny,
  expiresAt,
});

test('a change can grant more rights, a longer time, or lift a denial', () => {
  const table: [
    rule: string,
    before: PermissionEntry | undefined,
    after: PermissionEntry | undefined,
    allowed: number,
    gained: number,
  ][] = [
    ['a first entry gives all that it allows', undefined, entry(R | W), R | W, R | W],
    ['a further right is gained, the others were there', entry(R), entry(R | W), W, W],
    ['less is no gain', entry(R | W), entry(R), 0, 0],
    ['an entry taken away is no gain', entry(R | W), undefined, 0, 0],
    ['a longer time gives all of it anew', entry(R | W, 0, SOON), entry(R | W, 0, LATER), R | W, R | W],
    ['no end is longer than any', entry(W, 0, SOON), entry(W), W, W],
    ['a shorter time is no gain', entry(W), entry(W, 0, SOON), 0, 0],
    ['what was over is given anew', entry(W, 0, PAST), entry(W, 0, SOON), W, W],
    ['a denial is no gain', entry(R), entry(R, W), 0, 0],
    ['a lifted denial is a gain, and not an allowing', entry(0, W | D), entry(0, D), 0, W],
    ['so is the end of an entry that denies', entry(0, D), undefined, 0, D],
    ['a lifted Read frees all that stays undenied', entry(0, R), undefined, 0, 15],
    ['a lifted Read frees all but what stays denied', entry(0, R | W), entry(R, W), R, 15 & ~W],
    ['a denial that ends sooner is lifted', entry(0, W), entry(0, W, SOON), 0, W],
    ['a denial that was over frees nothing', entry(0, W, PAST), undefined, 0, 0],
    ['a denial that lasts longer is no gain', entry(0, W, SOON), entry(0, W, LATER), 0, 0],
  ];
  for (const [rule, before, after, allowed, gained] of table) {
    const change = { principal: 5, before, after };
    assert.deepEqual([newlyAllowed(change, NOW), gains(change, NOW)], [allowed, gained], rule);
  }
});

test('only differences are changes', () => {
  const same = { ...entry(R, W, SOON), principal: 1 };
  const gone = { ...entry(R), principal: 2 };
  const changed = { ...entry(R), principal: 3 };
  const fresh = { ...entry(R), principal: -4 };
  assert.deepEqual(changesBetween([same, gone, changed], [fresh, { ...changed, deny: D }, { ...same }]), [
    { principal: 2, before: gone, after: undefined },
    { principal: 3, before: changed, after: { ...changed, deny: D } },
    { principal: -4, before: undefined, after: fresh },
  ]);
});
