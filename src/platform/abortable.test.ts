import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { abortable } from './abortable.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function* items(count: number) {
  for (let n = 0; n < count; n += 1) {
    await turn();
    yield { n };
  }
}

test('delivered items are not retained, however long the source is', async () => {
  const passed: WeakRef<object>[] = [];
  for await (const item of abortable(items(20), new AbortController().signal)) {
    passed.push(new WeakRef(item));
    if (item.n < 19) continue;
    await turn();
    collectGarbage();
    assert.equal(passed.slice(0, 10).filter((ref) => ref.deref() !== undefined).length, 0);
  }
});

test("an abort ends a stalled source with the signal's reason; an aborted one is not read", async () => {
  const controller = new AbortController();
  const hanging = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
  const read = async (source: AsyncIterable<object>) => {
    for await (const item of abortable(source, controller.signal)) assert.fail(JSON.stringify(item));
  };
  const reading = read(hanging);
  controller.abort(new Error('enough'));
  await assert.rejects(reading, /enough/);
  await assert.rejects(read(items(1)), /enough/);
  assert.equal((await Array.fromAsync(abortable(items(3), new AbortController().signal))).length, 3);
});
