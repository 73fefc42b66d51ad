// runs with storage: one storage server serves all files that need it
/** Records in a bucket, on a real S3 server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onCeph, withoutCeph } from './s3.fixture.ts';
import { StoreUnavailableError } from '../store.ts';

if (withoutCeph !== false) test('records on S3', { skip: withoutCeph });
else await registerTests();

async function registerTests(): Promise<void> {
  const { place, store: makeStore } = await onCeph();

  test('the newest record of a folder is found, each is written once, and none counts as a blob', async (t) => {
    const at = place();
    const store = makeStore(t, at);
    const { records } = store;
    assert.ok(records !== undefined);
    assert.equal(await records.newest('heads/1'), undefined);
    for (const sequence of [1, 2, 9, 10]) assert.equal(await records.add('heads/1', sequence, `of ${sequence}`), true);
    assert.equal(await records.add('heads/12', 1, 'of another folder'), true);
    assert.equal(await records.add('heads/1', 10, 'another'), false);
    assert.equal(await records.newest('heads/1'), 'of 10');
    assert.deepEqual(await Array.fromAsync(store.list('')), []);
    assert.equal(await store.removeLeftovers(new Date(Date.now() + 3_600_000)), 0);
    assert.equal(makeStore(t, at).records?.id, records.id);
    assert.notEqual(makeStore(t).records?.id, records.id);
    assert.equal(makeStore(t, { ...at, endpoint: 'http://127.0.0.1:1' }).records?.id, records.id);
  });

  test('a bucket that cannot be reached rejects with StoreUnavailableError', async (t) => {
    const { records } = makeStore(t, place({ endpoint: 'http://127.0.0.1:1' }));
    await assert.rejects(async () => records?.newest('heads/1'), StoreUnavailableError);
    await assert.rejects(async () => records?.add('heads/1', 1, 'text'), StoreUnavailableError);
  });
}
