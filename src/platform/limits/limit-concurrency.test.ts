import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { limitConcurrency, limitConcurrencyByKey } from './limit-concurrency.ts';

test('at most the limit runs at once, the others follow in order, and every result arrives', async () => {
  const inTurn = limitConcurrency(3);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const work = (id: number) => async () => {
    begun.push(id);
    most = Math.max(most, ++running);
    for (let pause = 0; pause <= id % 4; pause++) await setImmediate();
    running--;
    return id;
  };
  const ids = Array.from({ length: 20 }, (_, id) => id);
  assert.deepEqual(await Promise.all(ids.map((id) => inTurn(work(id)))), ids);
  assert.deepEqual([most, begun], [3, ids]);
});

test('a task is refused when the queue is full, and the others still run', async () => {
  const inTurn = limitConcurrency(1, { length: 2, refuse: () => new Error('full') });
  const works = Array.from({ length: 5 }, (_, id) => inTurn(async () => id));
  const results = await Promise.allSettled(works);
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
    [0, 1, 2, 'Error: full', 'Error: full'],
  );
  assert.equal(await inTurn(async () => 'later'), 'later');
});

test('a failed task releases its slot', async () => {
  const inTurn = limitConcurrency(1);
  const failing = Array.from({ length: 5 }, async () =>
    inTurn(async () => {
      throw new Error('failed');
    }),
  );
  for (const result of await Promise.allSettled(failing)) assert.equal(result.status, 'rejected');
  assert.equal(await inTurn(async () => 'done'), 'done');
});

test('tasks with different keys do not wait for each other', async () => {
  const inTurnOf = limitConcurrencyByKey(1);
  const { promise: held, resolve: letGo } = Promise.withResolvers<string>();
  const mine = [inTurnOf(1, () => held), inTurnOf(1, async () => 'second')];
  assert.equal(await inTurnOf(2, async () => 'yours'), 'yours');
  assert.equal(await Promise.race([mine[1], setImmediate('waiting')]), 'waiting');
  letGo('first');
  assert.deepEqual(await Promise.all(mine), ['first', 'second']);
  assert.equal(await inTurnOf(1, async () => 'anew'), 'anew');
});
