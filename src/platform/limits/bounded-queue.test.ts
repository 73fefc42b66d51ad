import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { QueueFullError, boundedQueue } from './bounded-queue.ts';

/** Tasks that run until they are ended, and the names of those that have begun. */
function tasks() {
  const queue = boundedQueue({ atOnce: 2, atOnceOfOne: 1, waiting: 8, waitingOfOne: 3 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, by: string | null) =>
    queue.run(async () => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, resolve);
      await promise;
    }, by);
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { queue, begun, start, end };
}

test('those on the same behalf have one turn, and the other turn is left to others', async () => {
  const { begun, start, end } = tasks();
  const all = ['a1', 'a2', 'a3'].map((name) => start(name, 'a'));
  assert.deepEqual(begun, ['a1']);
  all.push(start('x', null));
  assert.deepEqual(begun, ['a1', 'x']);
  await end('x');
  assert.deepEqual(begun, ['a1', 'x']);
  await end('a1');
  assert.deepEqual(begun, ['a1', 'x', 'a2']);
  await end('a2');
  await end('a3');
  await Promise.all(all);
});

test('others have their turn before the next one on the same behalf', async () => {
  const { begun, start, end } = tasks();
  const all = [
    start('a1', 'a'),
    start('x1', null),
    start('a2', 'a'),
    start('a3', 'a'),
    start('b1', 'b'),
    start('x2', null),
  ];
  await end('a1');
  assert.deepEqual(begun, ['a1', 'x1', 'a2']);
  await end('a2');
  assert.deepEqual(begun, ['a1', 'x1', 'a2', 'b1']);
  await end('x1');
  assert.deepEqual(begun, ['a1', 'x1', 'a2', 'b1', 'a3']);
  await end('a3');
  for (const name of ['b1', 'x2']) await end(name);
  await Promise.all(all);
  assert.equal(begun.length, 6);
});

test('those that wait are limited, in total and on the same behalf, and a failure passes its turn on', async () => {
  const { queue, begun, start, end } = tasks();
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => start(name, 'a'));
  await assert.rejects(start('a5', 'a'), QueueFullError);
  await assert.rejects(
    queue.run(async () => {
      throw new Error('failed');
    }),
    /failed/,
  );
  assert.equal(queue.isBusy(), false);
  for (const name of ['a1', 'a2', 'a3', 'a4']) await end(name);
  await Promise.all(all);
  assert.deepEqual(begun, ['a1', 'a2', 'a3', 'a4']);
});
