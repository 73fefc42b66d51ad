/** Contract tests of `BlobStore`, which every backend's test file registers. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { isReadable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { assertEmpty, bytes, chunksOf, contentOf, slowReceiver, sum, sumsOf } from './contents.fixture.ts';
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

/** Registers the tests. Their titles start with `name`. */
export function blobStoreContract(name: string, makeStore: MakeStore): void {
  const rule: Rule = (title, check) => {
    test(`${name}: ${title}`, async (t) => check(await makeStore(t)));
  };
  contentRules(rule);
  putFailureRules(rule);
  sourceRules(rule);
  keyRules(rule);
  listRules(rule);
  storeRules(rule);
  growthRules(name, makeStore);
}

type Rule = (title: string, check: (store: BlobStore) => Promise<void>) => void;

function contentRules(rule: Rule): void {
  rule('any chunking of any bytes gives the same size, checksums, content and ranges', async (store) => {
    const sizes = fc.array(
      fc.oneof(fc.nat(300), fc.integer({ min: 60_000, max: 70_000 }), fc.integer({ min: MIB - 9, max: MIB + 9 })),
      { maxLength: 6 },
    );
    const cut = fc.tuple(fc.nat(1000), fc.nat(1000)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    const rules = fc.asyncProperty(sizes, fc.nat(255), cut, async (chunkSizes, seed, [from, to]) => {
      const content = bytes(sum(chunkSizes), seed);
      const { key, ...sums } = await store.put(chunksOf(content, chunkSizes), ANY_SIZE);
      assert.deepEqual(sums, sumsOf(content));
      assert.ok(content.equals(await contentOf(await store.read(key))));
      const range = { start: Math.floor((content.length * from) / 1000), end: Math.ceil((content.length * to) / 1000) };
      const part = await contentOf(await store.read(key, range));
      assert.ok(content.subarray(range.start, range.end).equals(part));
    });
    await fc.assert(rules, {
      numRuns: 25,
      examples: [
        [[], 0, [0, 1000]],
        [[SMALL_CONTENT_BYTES], 1, [0, 1000]],
        [[SMALL_CONTENT_BYTES, 1], 2, [0, 1000]],
        [[SMALL_CONTENT_BYTES + MIB, 0, 3 * MIB, 5], 3, [1, 999]],
      ],
    });
  });

  rule('a range beyond the end gives the existing bytes', async (store) => {
    for (const size of [10, SMALL_CONTENT_BYTES * 3]) {
      const content = bytes(size, 4);
      const { key } = await store.put(chunksOf(content, [size]), ANY_SIZE);
      for (const [start, end] of [
        [3, size * 2],
        [size, size + 9],
        [size * 2, size * 4],
        [5, 5],
        [5, 4],
      ] as const) {
        const part = await contentOf(await store.read(key, { start, end }));
        assert.ok(content.subarray(start, end).equals(part), `${start} to ${end} of ${size}`);
      }
    }
  });

  rule('an open content sends any range, whatever its size and however slow the receiver', async (store) => {
    for (const size of [0, 1, SMALL_CONTENT_BYTES, MIB, 3 * MIB + 7]) {
      const content = bytes(size, 6);
      const { key } = await store.put(chunksOf(content, [size]), ANY_SIZE);
      const blob = await store.open(key);
      assert.equal(blob.size, size);
      for (const [start, end] of [
        [0, size],
        [Math.floor(size / 3), size],
        [0, Math.floor(size / 2)],
      ] as const) {
        const { receiver, received } = slowReceiver();
        await blob.sendTo(receiver, { start, end });
        assert.ok(content.subarray(start, end).equals(received()), `${start} to ${end} of ${size}`);
      }
      await assert.rejects(blob.sendTo(slowReceiver().receiver, { start: 0, end: size + 1 }), /shorter/);
      await blob.close();
    }
  });

  rule('sending fails when the receiver disconnects', async (store) => {
    const { key } = await store.put(chunksOf(bytes(5 * MIB, 7), [5 * MIB]), ANY_SIZE);
    const blob = await store.open(key);
    const { receiver } = slowReceiver();
    setTimeout(() => receiver.destroy(), 5);
    await assert.rejects(blob.sendTo(receiver, { start: 0, end: 5 * MIB }));
    await assert.rejects(blob.sendTo(receiver, { start: 0, end: 5 * MIB }));
    await blob.close();
    await assert.rejects(store.open(`1999-12-31/23/${randomUUID()}`), BlobMissingError);
  });

  rule('small content is read into one buffer, more as a stream', async (store) => {
    const content = bytes(SMALL_CONTENT_BYTES + 1, 5);
    const { key } = await store.put(chunksOf(content, [content.length]), ANY_SIZE);
    assert.ok(Buffer.isBuffer(await store.read(key, { start: 1, end: content.length })));
    const stream = await store.read(key);
    assert.ok(!Buffer.isBuffer(stream) && isReadable(stream));
    stream.destroy();
  });
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
