/** Contract tests of `BlobStore`, which every backend's test file registers. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { type Rule, contentRules } from './content.contract.ts';
import { assertEmpty, bytes, chunksOf, contentOf, sumsOf } from './contents.fixture.ts';
import { growthRules } from './growth.contract.ts';
import {
  BlobMissingError,
  type BlobStore,
  BlobTooLargeError,
  ForeignStoreError,
  SMALL_CONTENT_BYTES,
} from './store.ts';

/** Creates an empty store for one test; it is closed and removed after the test. */
export type MakeStore = (t: TestContext) => Promise<BlobStore>;

const MIB = 1024 * 1024;
const ANY_SIZE = { maxBytes: 64 * MIB };

/**
 * Registers the tests. Their titles start with `name`. `runs`: how often a rule for any content is tried, examples
 * included; fewer suffice for a store whose requests are expensive, because the code that cuts contents serves all stores.
 */
export function blobStoreContract(name: string, makeStore: MakeStore, { runs = 25 }: { runs?: number } = {}): void {
  const rule: Rule = (title, check) => {
    test(`${name}: ${title}`, async (t) => check(await makeStore(t)));
  };
  contentRules(rule, runs);
  putFailureRules(rule);
  sourceRules(rule);
  keyRules(rule);
  listRules(rule);
  storeRules(rule);
  growthRules(name, makeStore, { runs: Math.ceil(runs / 2) });
}

function putFailureRules(rule: Rule): void {
  rule('content of exactly the limit is stored; one byte more is refused and leaves nothing', async (store) => {
    for (const maxBytes of [0, 100, SMALL_CONTENT_BYTES, 2 * MIB]) {
      const { key } = await store.put(chunksOf(bytes(maxBytes, 1), [maxBytes]), { maxBytes });
      await store.remove(key);
      const larger = chunksOf(bytes(maxBytes + 1, 1), [maxBytes, 1]);
      await assert.rejects(store.put(larger, { maxBytes }), BlobTooLargeError);
    }
    await assertEmpty(store);
  });

  rule('the error of a source passes through and leaves nothing', async (store) => {
    for (const size of [0, 100, 3 * MIB]) {
      const failure = new Error('the client went away');
      async function* failing() {
        yield* chunksOf(bytes(size, 1), [size]);
        throw failure;
      }
      await assert.rejects(store.put(failing(), ANY_SIZE), (error) => error === failure);
    }
    await assertEmpty(store);
  });

  rule('an abort ends a put with a stalled source and leaves nothing', async (store) => {
    for (const size of [0, 100, 3 * MIB]) {
      const abort = new AbortController();
      const reason = new Error('shutting down');
      async function* hanging() {
        yield* chunksOf(bytes(size, 1), [size]);
        setImmediate(() => abort.abort(reason));
        await Promise.withResolvers<never>().promise;
      }
      const put = store.put(hanging(), { ...ANY_SIZE, signal: abort.signal });
      await assert.rejects(put, (error) => error === reason);
    }
    const aborted = { ...ANY_SIZE, signal: AbortSignal.abort(new Error('too late')) };
    await assert.rejects(store.put(chunksOf(bytes(5, 1), [5]), aborted), /too late/);
    await assertEmpty(store);
  });
}

function sourceRules(rule: Rule): void {
  rule('a refused source is closed', async (store) => {
    let closed = 0;
    async function* endless() {
      try {
        for (;;) yield bytes(1000, 1);
      } finally {
        closed++;
      }
    }
    await assert.rejects(store.put(endless(), { maxBytes: 5000 }), BlobTooLargeError);
    const { signal } = new AbortController();
    await assert.rejects(store.put(endless(), { maxBytes: 5000, signal }), BlobTooLargeError);
    assert.equal(closed, 2);
  });

  rule('the chunks of a source stay usable and unchanged', async (store) => {
    const chunk = bytes(2 * MIB, 7);
    await store.put(chunksOf(chunk, [chunk.length]), ANY_SIZE);
    assert.ok(chunk.equals(bytes(2 * MIB, 7)));
  });

  rule('concurrent puts do not mix', async (store) => {
    const contents = Array.from({ length: 24 }, (_, at) => bytes(at % 3 === 0 ? 2 * MIB + at : at * 977, at));
    const stored = await Promise.all(
      contents.map((content) => store.put(chunksOf(content, [content.length]), ANY_SIZE)),
    );
    assert.equal(new Set(stored.map(({ key }) => key)).size, contents.length);
    for (const [at, { key, ...sums }] of stored.entries()) {
      const content = contents[at] ?? bytes(0, 0);
      assert.deepEqual(sums, sumsOf(content));
      assert.ok(content.equals(await contentOf(await store.read(key))));
    }
  });
}

function keyRules(rule: Rule): void {
  rule('content from elsewhere is stored under its old key and replaces existing content', async (store) => {
    const key = `2001-02-03/04/${randomUUID()}`;
    for (const seed of [1, 2]) {
      const content = bytes(MIB + seed, seed);
      const stored = await store.put(chunksOf(content, [MIB, seed]), { ...ANY_SIZE, key });
      assert.deepEqual(stored, { key, ...sumsOf(content) });
      assert.ok(content.equals(await contentOf(await store.read(key))));
    }
    await assert.rejects(store.put(chunksOf(bytes(9, 3), [9]), { maxBytes: 8, key }), BlobTooLargeError);
    assert.deepEqual(
      (await Array.fromAsync(store.list(''))).map((entry) => [entry.key, entry.size]),
      [[key, MIB + 2]],
    );
  });

  rule('removing a blob is idempotent, and it is missing afterwards', async (store) => {
    const { key } = await store.put(chunksOf(bytes(10, 1), [10]), ANY_SIZE);
    await store.remove(key);
    await store.remove(key);
    await assert.rejects(store.read(key), BlobMissingError);
    await assert.rejects(store.read(`1999-12-31/23/${randomUUID()}`), BlobMissingError);
  });

  rule('malformed keys are refused', async (store) => {
    const { key } = await store.put(chunksOf(bytes(10, 1), [10]), ANY_SIZE);
    const [day, hour, uuid] = key.split('/');
    const refused = [
      '',
      '.',
      `/${key}`,
      `${key}/`,
      `${key}\n`,
      `${key}\0`,
      key.toUpperCase(),
      `../${key}`,
      `${day}/${hour}/../${hour}/${uuid}`,
      `${day}/${hour}/..`,
      `${day}/24/${uuid}`,
      `${day}\\${hour}\\${uuid}`,
      '.instance',
      `.staging/${uuid}`,
      '../../../../etc/passwd',
    ].filter((text) => text !== key);
    for (const text of refused) {
      await assert.rejects(store.read(text), /Not a blob key/, text);
      await assert.rejects(store.remove(text), /Not a blob key/, text);
    }
  });
}

function listRules(rule: Rule): void {
  rule('a list holds the blobs under a day or an hour, ordered by key', async (store) => {
    const before = Date.now();
    const stored = [];
    for (const size of [3, 1, 2]) stored.push(await store.put(chunksOf(bytes(size, 1), [size]), ANY_SIZE));
    const [day, hour] = (stored[0]?.key ?? '').split('/');
    const expected = stored.map(({ key, size }) => ({ key, size })).sort((a, b) => (a.key < b.key ? -1 : 1));
    for (const prefix of ['', `${day}/`, `${day}/${hour}/`]) {
      const entries = await Array.fromAsync(store.list(prefix));
      const inHour = expected.filter(({ key }) => key.startsWith(prefix));
      assert.deepEqual(
        entries.map(({ key, size }) => ({ key, size })),
        inHour,
      );
      // Stores record times by their own clocks.
      for (const { storedAt } of entries) assert.ok(Math.abs(storedAt.getTime() - before) < 3_600_000);
    }
    assert.deepEqual(await Array.fromAsync(store.list('1999-12-31/')), []);
  });

  rule('malformed prefixes are not listed', async (store) => {
    for (const prefix of ['..', '../', '/', '2026-11-21', '2026-11-21/08', '2026-11-21/../', '.staging/']) {
      await assert.rejects(Array.fromAsync(store.list(prefix)), /Not a prefix/, prefix);
    }
  });
}

function storeRules(rule: Rule): void {
  rule('a check of a usable store passes and leaves nothing', async (store) => {
    await store.check();
    await assertEmpty(store);
  });

  rule('the first instance to claim the store keeps it', async (store) => {
    await store.claim('a');
    await store.claim('a');
    await assert.rejects(store.claim('b'), ForeignStoreError);
    await store.claim('a');
    await assertEmpty(store);
  });

  rule('of two concurrent claims of the store one succeeds', async (store) => {
    const claims = await Promise.allSettled([store.claim('a'), store.claim('b'), store.claim('a'), store.claim('b')]);
    const kept = claims.findIndex(({ status }) => status === 'fulfilled');
    for (const [at, { status }] of claims.entries()) {
      assert.equal(status, at % 2 === kept % 2 ? 'fulfilled' : 'rejected');
    }
  });
}
