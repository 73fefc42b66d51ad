import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { deletePastWindows, hiddenSubject, hit, countHits, refundHit } from './throttle.ts';

const app = await startApp();

const MINUTE = 60_000;
const of = (subject: string, scope = 'test') => ({ scope, subject, windowMs: MINUTE });
const at = (ms: number) => new Date(app.clock.now.getTime() + ms);

test('hits are counted in a window that starts with the first and does not move', async () => {
  assert.deepEqual(await countHits(app.sql, of('a'), at(0)), { hits: 0, resetsInMs: 0 });
  assert.deepEqual(await hit(app.sql, of('a'), at(0)), { hits: 1, resetsInMs: MINUTE });
  assert.deepEqual(await hit(app.sql, of('a'), at(20_000)), { hits: 2, resetsInMs: 40_000 });
  assert.deepEqual(await countHits(app.sql, of('a'), at(50_000)), { hits: 2, resetsInMs: 10_000 });
  assert.deepEqual(await hit(app.sql, of('a'), at(59_999)), { hits: 3, resetsInMs: 1 });
});

test('counting restarts when the window ends', async () => {
  await hit(app.sql, of('b'), at(0));
  assert.deepEqual(await countHits(app.sql, of('b'), at(MINUTE)), { hits: 0, resetsInMs: 0 });
  assert.deepEqual(await hit(app.sql, of('b'), at(MINUTE)), { hits: 1, resetsInMs: MINUTE });
});

test('subjects and scopes are counted separately', async () => {
  await hit(app.sql, of('c'), at(0));
  assert.equal((await hit(app.sql, of('d'), at(0))).hits, 1);
  assert.equal((await hit(app.sql, of('c', 'other'), at(0))).hits, 1);
  assert.equal((await hit(app.sql, of('c'), at(0))).hits, 2);
});

test('concurrent hits get different counts', async () => {
  const counts = await Promise.all(Array.from({ length: 30 }, () => hit(app.sql, of('rush'), at(0))));
  assert.deepEqual(
    counts.map(({ hits }) => hits).sort((a, b) => a - b),
    Array.from({ length: 30 }, (_, i) => i + 1),
  );
});

test('a refunded hit never makes the count negative, nor affects the next window', async () => {
  await hit(app.sql, of('e'), at(0));
  await refundHit(app.sql, of('e'), at(1));
  await refundHit(app.sql, of('e'), at(1));
  assert.equal((await countHits(app.sql, of('e'), at(1))).hits, 0);
  await hit(app.sql, of('e'), at(2));
  await refundHit(app.sql, of('e'), at(MINUTE));
  assert.equal((await countHits(app.sql, of('e'), at(3))).hits, 1);
});

test('past windows are deleted', async () => {
  await app.sql`delete from throttles`;
  await hit(app.sql, of('old'), at(0));
  await hit(app.sql, of('new'), at(1));
  assert.equal(await deletePastWindows(app.sql, at(MINUTE)), 1);
  assert.equal((await countHits(app.sql, of('new'), at(MINUTE))).hits, 1);
});

test('a hidden subject is the same for the same text and does not show it', () => {
  assert.equal(hiddenSubject('ann@x.test'), hiddenSubject('ann@x.test'));
  assert.notEqual(hiddenSubject('ann@x.test'), hiddenSubject('bob@x.test'));
  assert.doesNotMatch(hiddenSubject('ann@x.test'), /ann/);
});
