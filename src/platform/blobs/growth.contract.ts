/** Contract tests of `BlobStore.append` and `seal`; `store.contract.ts` registers them with the others. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { releaseBlock, takeBlock } from './blocks.ts';
import { contentOf } from './contents.fixture.ts';
import { newBlobKey } from './keys.ts';
import { BlobMissingError, type BlobStore, type GrowthState } from './store.ts';

const MIB = 1024 * 1024;

type Rule = (title: string, check: (store: BlobStore) => Promise<void>) => void;

/** Registers the tests. Their titles start with `name`; `runs` as in store.contract.ts. */
export function growthRules(
  name: string,
  makeStore: (t: TestContext) => Promise<BlobStore>,
  { runs }: { runs: number },
): void {
  const rule: Rule = (title, check) => {
    test(`${name}: ${title}`, async (t) => check(await makeStore(t)));
  };
  contentRules(rule, runs);
  repeatRules(rule);
  lateRules(rule);
  lossRules(rule);
}

function contentRules(rule: Rule, numRuns: number): void {
  rule('pieces of any sizes form their content, which can be read once sealed', async (store) => {
    const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: MIB, max: 5 * MIB })), {
      maxLength: 6,
    });
    const property = fc.asyncProperty(sizes, async (lengths) => {
      const pieces = lengths.map((length) => randomBytes(length));
      const { key, size, state } = await grow(store, pieces);
      await store.seal(key, size, state);
      assert.ok(Buffer.concat(pieces).equals(await contentOf(await store.read(key))));
      await store.remove(key);
    });
    await fc.assert(property, {
      numRuns,
      examples: [[[]], [[1]], [[8 * MIB, 8 * MIB, 1]], [[9 * MIB, 3, 12 * MIB]]],
    });
  });

  rule('sealing twice is idempotent', async (store) => {
    const { key, size, state } = await grow(store, [Buffer.from('some'), Buffer.from('thing')]);
    await store.seal(key, size, state);
    await store.seal(key, size, state);
    assert.equal(String(await contentOf(await store.read(key))), 'something');
  });

  rule('an append reads its memory only until it resolves', async (store) => {
    const piece = Buffer.from('first');
    const key = newBlobKey(new Date());
    const state = await store.append(key, 0, null, piece);
    piece.fill('x');
    await store.seal(key, 5, state);
    assert.equal(String(await contentOf(await store.read(key))), 'first');
  });

  rule('growing content is listed for the sweep and removed like any other', async (store) => {
    const growing = await grow(store, [randomBytes(3 * MIB), randomBytes(6 * MIB), randomBytes(100)]);
    const small = await grow(store, [randomBytes(10)]);
    const sealed = await grow(store, [randomBytes(10)]);
    await store.seal(sealed.key, sealed.size, sealed.state);
    const keys = [growing.key, small.key, sealed.key];
    const listed = await Array.fromAsync(store.list(''));
    assert.deepEqual(listed.map(({ key }) => key).sort(), keys.sort());
    for (const key of keys) await store.remove(key);
    assert.deepEqual(await Array.fromAsync(store.list('')), []);
  });
}

function repeatRules(rule: Rule): void {
  rule('an unrecorded piece is overwritten by the next one at its offset', async (store) => {
    const lengths = [5, 7 * MIB, 20 * MIB];
    for (const lost of lengths) {
      for (const next of [3, 8 * MIB]) {
        const { key, size, state } = await grow(store, [Buffer.from('begin'), Buffer.alloc(4 * MIB, 'a')]);
        await store.append(key, size, state, Buffer.alloc(lost, 'lost'));
        const after = await store.append(key, size, state, Buffer.alloc(next, 'kept'));
        await store.seal(key, size + next, after);
        const content = await contentOf(await store.read(key));
        assert.equal(content.length, size + next);
        assert.ok(content.subarray(size).equals(Buffer.alloc(next, 'kept')), `${lost} ${next}`);
      }
    }
  });

  rule('sealing uses the recorded size, whatever was written beyond it', async (store) => {
    const { key, size, state } = await grow(store, [Buffer.from('all')]);
    await store.append(key, size, state, Buffer.alloc(9 * MIB, 'x'));
    await store.seal(key, size, state);
    assert.equal(String(await contentOf(await store.read(key))), 'all');
  });
}

function lateRules(rule: Rule): void {
  rule(
    'an append that goes on after others have appended the same bytes in other pieces changes nothing',
    async (store) => {
      const content = randomBytes(20 * MIB);
      const cuts = [
        { begin: [], late: 9 * MIB, others: [10 * MIB] },
        { begin: [9 * MIB], late: 9 * MIB, others: [11 * MIB] },
        { begin: [8 * MIB, 4 * MIB], late: 8 * MIB, others: [MIB, 5 * MIB] },
      ];
      for (const { begin, late, others } of cuts) {
        const first = await appendAll(store, newGrowth(), content, begin);
        const going = Promise.withResolvers<void>();
        const asked = Promise.withResolvers<void>();
        const frozen = store.append(
          first.key,
          first.size,
          first.state,
          content.subarray(first.size, first.size + late),
          () => {
            asked.resolve();
            return going.promise;
          },
        );
        await asked.promise;
        const last = await appendAll(store, first, content, others);
        going.resolve();
        await Promise.allSettled([frozen]);
        await store.seal(last.key, last.size, last.state);
        assert.ok(
          content.subarray(0, last.size).equals(await contentOf(await store.read(last.key))),
          `${begin.join()} ${late}`,
        );
        await store.remove(last.key);
      }
    },
  );
}

function lossRules(rule: Rule): void {
  rule('appending to content that is gone is refused', async (store) => {
    const { key, size, state } = await grow(store, [Buffer.from('begun')]);
    await store.remove(key);
    await assert.rejects(store.append(key, size, state, Buffer.from('more')), BlobMissingError);
    await assert.rejects(store.seal(key, size, state), BlobMissingError);
  });
}

type Growing = { key: string; size: number; state: GrowthState };

const newGrowth = (): Growing => ({ key: newBlobKey(new Date()), size: 0, state: null });

async function grow(store: BlobStore, pieces: Buffer[]): Promise<Growing> {
  const sizes = pieces.map((piece) => piece.length);
  return appendAll(store, newGrowth(), Buffer.concat(pieces), sizes);
}

/** Appends pieces of these sizes of the content. */
async function appendAll(
  store: BlobStore,
  { key, size, state }: Growing,
  content: Buffer,
  sizes: number[],
): Promise<Growing> {
  for (const length of sizes) {
    const piece = takeBlock(length);
    piece.set(content.subarray(size, size + length));
    // The caller stores the state as JSON.
    state = JSON.parse(JSON.stringify(await store.append(key, size, state, piece)));
    size += length;
    releaseBlock(piece);
  }
  return { key, size, state };
}
