import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { Problem } from '../errors.ts';
import { attempt, delayMs } from './attempts.ts';

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

test('right attempts do not count', async () => {
  for (let i = 0; i < 12; i += 1) assert.equal(await attempt(app.deps, at('a'), right), true);
});

test('after ten wrong attempts from an address the correct secret is refused until the window ends', async () => {
  for (let i = 0; i < 10; i += 1) assert.equal(await attempt(app.deps, at('b'), wrong), false);
  app.clock.advance(60_000);
  const problem = await fails(attempt(app.deps, at('b'), right));
  assert.equal(problem.status, 429);
  assert.deepEqual(problem.headers, { 'retry-after': '540' });
  assert.equal(await attempt(app.deps, at('b', '192.0.2.2'), right), true);
  assert.equal(await attempt(app.deps, at('another'), right), true);
  app.clock.advance(540_000);
  assert.equal(await attempt(app.deps, at('b'), right), true);
});

test('of concurrent attempts at most ten are checked', async () => {
  let judged = 0;
  const judge = () => {
    judged += 1;
    return Promise.resolve(false);
  };
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => attempt(app.deps, at('c'), judge)));
  assert.equal(judged, 10);
  assert.equal(all.filter((one) => one.status === 'rejected').length, 30);
});

test('after 50 wrong attempts at all subjects an address is refused, others are not', async () => {
  const from = (subject: string, address = '198.51.100.1') => at(subject, address);
  for (let i = 0; i < 50; i += 1) assert.equal(await attempt(app.deps, from(`account ${i}`), wrong), false);
  const problem = await fails(attempt(app.deps, from('account 50'), right));
  assert.deepEqual([problem.status, problem.headers], [429, { 'retry-after': '600' }]);
  assert.equal(await attempt(app.deps, from('account 50', '198.51.100.2'), right), true);
  assert.equal(await attempt(app.deps, { ...from('account 50'), scope: 'other' }, right), true);
  app.clock.advance(600_000);
  assert.equal(await attempt(app.deps, from('account 50'), right), true);
});

test('an attempt that could not be checked does not count as wrong', async () => {
  const busy = () => Promise.reject(new Problem('/unavailable', 'busy'));
  for (let i = 0; i < 12; i += 1) await fails(attempt(app.deps, at('d', '203.0.113.1'), busy));
  assert.equal(await attempt(app.deps, at('d', '203.0.113.1'), right), true);
});

test('attempts from many addresses are delayed up to two seconds', () => {
  assert.deepEqual([1, 10, 11, 20, 30, 1000].map(delayMs), [0, 0, 100, 1000, 2000, 2000]);
});

test('the subject of attempts is stored as a hash', async () => {
  await attempt(app.deps, at('ann@example.test'), wrong);
  const rows = await app.sql<{ subject: string }[]>`select subject from throttles`;
  assert.ok(rows.length > 0 && rows.every((row) => !row.subject.includes('ann')));
});
