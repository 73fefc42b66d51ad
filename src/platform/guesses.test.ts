import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../test/harness.ts';
import { Problem } from './errors.ts';
import { guess, slowDownMs } from './guesses.ts';

const app = await startApp();

const at = (subject: string, address = '192.0.2.1') => ({ scope: 'test', subject, address });
const right = () => Promise.resolve(true);
const wrong = () => Promise.resolve(false);

async function fails(promise: Promise<unknown>): Promise<Problem> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Problem, String(error));
  return error;
}

test('right guesses are never counted', async () => {
  for (let i = 0; i < 12; i += 1) assert.equal(await guess(app.deps, at('a'), right), true);
});

test('after ten wrong guesses from an address the right one is refused too, until the window is over', async () => {
  for (let i = 0; i < 10; i += 1) assert.equal(await guess(app.deps, at('b'), wrong), false);
  app.clock.advance(60_000);
  const problem = await fails(guess(app.deps, at('b'), right));
  assert.equal(problem.status, 429);
  assert.deepEqual(problem.headers, { 'retry-after': '540' });
  assert.equal(await guess(app.deps, at('b', '192.0.2.2'), right), true);
  assert.equal(await guess(app.deps, at('another'), right), true);
  app.clock.advance(540_000);
  assert.equal(await guess(app.deps, at('b'), right), true);
});

test('of many guesses at once no more than ten are judged', async () => {
  let judged = 0;
  const judge = () => {
    judged += 1;
    return Promise.resolve(false);
  };
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => guess(app.deps, at('c'), judge)));
  assert.equal(judged, 10);
  assert.equal(all.filter((one) => one.status === 'rejected').length, 30);
});

test('guesses from many addresses wait longer and longer, up to two seconds', () => {
  assert.deepEqual([1, 10, 11, 20, 30, 1000].map(slowDownMs), [0, 0, 100, 1000, 2000, 2000]);
});

test('what is guessed at is not written down', async () => {
  await guess(app.deps, at('ann@example.test'), wrong);
  const rows = await app.sql<{ subject: string }[]>`select subject from throttles`;
  assert.ok(rows.length > 0 && rows.every((row) => !row.subject.includes('ann')));
});
