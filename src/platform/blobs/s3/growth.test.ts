// runs with storage: one storage server serves all files that need it
/** Content that grows piece by piece on a real S3 server. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { CreateMultipartUploadCommand, DeleteObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { bytes, contentOf } from '../contents.fixture.ts';
import { newBlobKey } from '../keys.ts';
import { BlobMissingError, type GrowthState } from '../store.ts';
import { headOf } from './bucket.ts';
import { complete } from './growth.ts';
import { TAIL, listObjects, listParts } from './list.ts';
import { grow, lanes, onCeph, withoutCeph } from './s3.fixture.ts';

const MIB = 1024 * 1024;

if (withoutCeph !== false) test('content that grows on S3', { skip: withoutCeph });
else await registerTests();

async function registerTests(): Promise<void> {
  const { ceph, place, look, store: makeStore } = await onCeph();

  test('many small pieces are stored in few objects with a small state', async (t) => {
    const at = place();
    const [store, bucket] = [makeStore(t, at), look(t, at)];
    const content = randomBytes(200 * 700);
    const key = newBlobKey(new Date());
    let state: GrowthState = null;
    for (let piece = 0; piece < 200; piece++) {
      state = await store.append(key, piece * 700, state, content.subarray(piece * 700, (piece + 1) * 700));
    }
    assert.ok(JSON.stringify(state).length < 2000, JSON.stringify(state));
    assert.ok((await Array.fromAsync(listObjects(bucket, key))).length < 40);
    await store.seal(key, content.length, state);
    assert.ok(content.equals(await contentOf(await store.read(key))));
    assert.equal((await Array.fromAsync(listObjects(bucket, key))).length, 1);
  });

  test('an unrecorded part is not in the sealed content', async (t) => {
    const store = makeStore(t);
    const key = newBlobKey(new Date());
    const part = bytes(8 * MIB, 1);
    const state = await store.append(key, 0, null, part);
    await store.append(key, part.length, state, bytes(9 * MIB, 2));
    await store.seal(key, part.length, state);
    assert.ok(part.equals(await contentOf(await store.read(key))));
  });

  test('content with a part that was overwritten by other bytes is not sealed', async (t) => {
    const store = makeStore(t);
    const { key, content, state } = await grow(store, [9 * MIB]);
    const append = (byte: number) => store.append(key, content.length, state, bytes(9 * MIB, byte));
    const recorded = await append(1);
    await append(2);
    await assert.rejects(store.seal(key, content.length + 9 * MIB, recorded), BlobMissingError);
  });

  test('a seal interrupted at any point is completed by the next', async (t) => {
    const at = place();
    const [store, bucket] = [makeStore(t, at), look(t, at)];
    for (const sizes of [[300], [300, 400], [9 * MIB], [9 * MIB, 300, 400]]) {
      const { key, content, state } = await grow(store, sizes);
      // All of it was done but the answer, and a part of the tidying up.
      await complete(bucket, key, state as Parameters<typeof complete>[2], Buffer.alloc(0));
      const [first] = await Array.fromAsync(listObjects(bucket, key + TAIL));
      if (first !== undefined) await bucket.client.send(new DeleteObjectCommand(bucket.at(first.name)));
      await store.seal(key, content.length, state);
      assert.ok(content.equals(await contentOf(await store.read(key))), sizes.join());
      assert.equal((await Array.fromAsync(listObjects(bucket, key))).length, 1);
    }
  });

  test('content from another store, or with missing parts, cannot be continued', async (t) => {
    const at = place();
    const [store, bucket] = [makeStore(t, at), look(t, at)];
    const key = newBlobKey(new Date());
    await assert.rejects(store.append(key, 5, null, Buffer.from('more')), BlobMissingError);
    await assert.rejects(store.seal(key, 5, null), BlobMissingError);
    const grown = await grow(store, [8 * MIB]);
    await store.remove(grown.key);
    for (const piece of [10, 8 * MIB]) {
      const append = store.append(grown.key, 8 * MIB, grown.state, Buffer.alloc(piece));
      await assert.rejects(append, BlobMissingError);
    }
    await assert.rejects(store.seal(grown.key, 8 * MIB, grown.state), BlobMissingError);
    await assert.rejects(headOf(bucket, grown.key), BlobMissingError);
  });

  test('parts after the first thousand are larger and are assembled from the tail', async (t) => {
    const at = place();
    const [store, bucket] = [makeStore(t, at), look(t, at)];
    // A thousand small parts stand for the 8 GB that come first.
    await ceph.configure('rgw_multipart_min_part_size', '1');
    t.after(() => ceph.configure('rgw_multipart_min_part_size', String(5 * MIB)));
    const key = newBlobKey(new Date());
    const begin = randomBytes(1000 * 100);
    const { UploadId: uploadId = '' } = await bucket.client.send(new CreateMultipartUploadCommand(bucket.at(key)));
    await lanes(Array.from({ length: 1000 }), 16, async (_, index) => {
      const Body = begin.subarray(index * 100, (index + 1) * 100);
      const part = { UploadId: uploadId, PartNumber: index + 1, Body };
      await bucket.client.send(new UploadPartCommand({ ...bucket.at(key), ...part }));
    });
    const rest = randomBytes(26 * MIB);
    let state: GrowthState = { uploadId, parts: 1000, partBytes: begin.length, tail: [] };
    for (let sent = 0; sent < rest.length; sent += 3 * MIB) {
      state = await store.append(key, begin.length + sent, state, rest.subarray(sent, sent + 3 * MIB));
    }
    assert.deepEqual([state?.['parts'], state?.['partBytes']], [1001, begin.length + 18 * MIB]);
    assert.equal((await listParts(bucket, key, uploadId)).length, 1001);
    await store.seal(key, begin.length + rest.length, state);
    assert.ok(Buffer.concat([begin, rest]).equals(await contentOf(await store.read(key))));
  });
}
