// runs with storage: one storage server serves all files that need it
/** The blob store on a real S3 server. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { CreateBucketCommand, CreateMultipartUploadCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { oneLine } from '../../values/one-line.ts';
import { bytes, contentOf, slowReceiver } from '../contents.fixture.ts';
import { newBlobKey } from '../keys.ts';
import { breakingProxy, grow, lanes, onCeph, withoutCeph } from './s3.fixture.ts';
import { TAIL, listObjects } from './list.ts';
import { blobStoreContract } from '../store.contract.ts';
import { StoreFullError, StoreUnavailableError } from '../store.ts';

const MIB = 1024 * 1024;
const ANY_SIZE = { maxBytes: Infinity };

if (withoutCeph !== false) test('the blob store on S3', { skip: withoutCeph });
else await registerTests();

async function registerTests(): Promise<void> {
  const { ceph, place, look, store: makeStore } = await onCeph();

  blobStoreContract('s3', async (t) => makeStore(t), { runs: 16 });

  test('object names have the prefix before their key, or none', async (t) => {
    await look(t, place()).client.send(new PutObjectCommand({ Bucket: 'carrel', Key: 'not-ours', Body: 'x' }));
    for (const prefix of ['', 'a/b']) {
      const store = makeStore(t, place({ prefix }));
      const { key } = await store.put(one('content'), ANY_SIZE);
      const names = (await Array.fromAsync(listObjects(look(t, place({ prefix: '' })), ''))).map(({ name }) => name);
      assert.ok(names.includes(prefix === '' ? key : `a/b/${key}`));
      const listed = (await Array.fromAsync(store.list(''))).map((entry) => entry.key);
      assert.deepEqual(listed, [key]);
      await store.remove(key);
    }
  });

  test('a put holds two parts in memory whatever the size of its content', async (t) => {
    const store = makeStore(t);
    const chunk = Buffer.alloc(MIB);
    let most = 0;
    const before = process.memoryUsage.rss();
    async function* large() {
      for (let sent = 0; sent < 48; sent++) {
        yield chunk;
        most = Math.max(most, process.memoryUsage.rss() - before);
      }
    }
    const { key, size } = await store.put(large(), ANY_SIZE);
    assert.equal(size, 48 * MIB);
    assert.ok(most < 30 * MIB, `${most} bytes`);
    await store.remove(key);
  });

  test('a running put is listed with size 0 and the time of its last part, so that a sweep spares it', async (t) => {
    const store = makeStore(t);
    const stop = new AbortController();
    let seen: unknown[] = [];
    async function* slow() {
      yield Buffer.alloc(20 * MIB);
      while (seen.length === 0) seen = await Array.fromAsync(store.list(''));
      const [entry] = seen as { size: number; storedAt: Date }[];
      assert.equal(entry?.size, 0);
      assert.ok(Math.abs(entry.storedAt.getTime() - Date.now()) < 60_000);
      stop.abort(new Error('enough'));
    }
    await assert.rejects(store.put(slow(), { ...ANY_SIZE, signal: stop.signal }), /enough/);
    assert.deepEqual(await Array.fromAsync(store.list('')), []);
  });

  test('more objects and uploads than fit on a page are all listed', async (t) => {
    const at = place();
    const [store, bucket] = [makeStore(t, at), look(t, at)];
    const keys = Array.from({ length: 1030 }, () => newBlobKey(new Date())).sort();
    await lanes(keys, 16, async (key, index) => {
      const isWhole = index % 2 === 0;
      const command = isWhole ? new PutObjectCommand({ ...bucket.at(key), Body: key }) : undefined;
      if (command !== undefined) await bucket.client.send(command);
      else await bucket.client.send(new CreateMultipartUploadCommand(bucket.at(key)));
    });
    await lanes(Array.from({ length: 520 }), 16, async () => {
      await bucket.client.send(
        new PutObjectCommand({ ...bucket.at(`${keys[0]}${TAIL}${randomBytes(6).toString('hex')}`) }),
      );
    });
    assert.deepEqual(
      (await Array.fromAsync(store.list(''))).map(({ key }) => key),
      keys,
    );
  });

  failureTests({ makeStore, look, place, ceph });
}

type Given = Awaited<ReturnType<typeof onCeph>>;
type Tools = { makeStore: Given['store']; look: Given['look']; place: Given['place'] };

function failureTests({ makeStore, look, place, ceph }: Tools & { ceph: Given['ceph'] }): void {
  test('a missing bucket and refused credentials are reported to the operator', async (t) => {
    const wrong = { ...ceph.credentials, secretAccessKey: 'wrong' };
    for (const [at, reason] of [
      [place({ bucket: 'nonesuch' }), /404 NoSuchBucket/],
      [place({ credentials: wrong }), /403 SignatureDoesNotMatch/],
      [place({ endpoint: 'http://127.0.0.1:1' }), /ECONNREFUSED/],
    ] as const) {
      const store = makeStore(t, at);
      for (const work of [() => store.check(), () => store.put(one('x'), ANY_SIZE), () => store.claim('a')]) {
        await assert.rejects(work, (error) => error instanceof StoreUnavailableError && reason.test(oneLine(error)));
      }
    }
  });

  test('an exceeded quota is StoreFullError and leaves nothing', async (t) => {
    const keys = { accessKeyId: 'small', secretAccessKey: 'small-secret' };
    await ceph.admin(
      'user',
      'create',
      '--uid=small',
      '--display-name=small',
      '--access-key=small',
      '--secret-key=small-secret',
    );
    await ceph.admin('quota', 'set', '--quota-scope=user', '--uid=small', '--max-size=12M');
    await ceph.admin('quota', 'enable', '--quota-scope=user', '--uid=small');
    const at = place({ bucket: 'small', credentials: keys });
    await look(t, at).client.send(new CreateBucketCommand({ Bucket: at.bucket }));
    const store = makeStore(t, at);
    await assert.rejects(store.put(one(Buffer.alloc(30 * MIB)), ANY_SIZE), StoreFullError);
    assert.deepEqual(await Array.fromAsync(store.list('')), []);
    assert.equal((await store.put(one('there is room'), ANY_SIZE)).size, 13);
  });

  test('a download resumes where its connection broke', async (t) => {
    const content = bytes(5 * MIB, 9);
    const at = place();
    const { key } = await makeStore(t, at).put(one(content), ANY_SIZE);
    const store = makeStore(t, { ...at, endpoint: await breakingProxy(t, ceph.endpoint, 2 * MIB) });
    assert.ok(content.equals(await contentOf(await store.read(key))));
    const { receiver, received } = slowReceiver();
    await (await store.open(key)).sendTo(receiver, { start: 100, end: content.length });
    assert.ok(content.subarray(100).equals(received()));
  });

  test('a content opened early and read later is complete', async (t) => {
    const store = makeStore(t);
    const content = bytes(3 * MIB, 5);
    const { key } = await store.put(one(content), ANY_SIZE);
    const stream = await store.read(key);
    // Longer than the server may be silent, which it is while nobody reads.
    await wait(6000);
    assert.ok(content.equals(await contentOf(stream)));
  });

  test('a check detects a server that hangs, and passes again afterwards', async (t) => {
    const store = makeStore(t);
    ceph.signalGateway('SIGSTOP');
    try {
      await assert.rejects(store.check(), StoreUnavailableError);
    } finally {
      ceph.signalGateway('SIGCONT');
    }
    await store.check();
  });

  test('a server crash aborts running operations, and acknowledged data is kept', async (t) => {
    const store = makeStore(t);
    const kept = bytes(20 * MIB, 3);
    const { key } = await store.put(one(kept), ANY_SIZE);
    const growing = await grow(store, [9 * MIB, 500]);
    const reading = await store.read(key);
    async function* cutOff() {
      yield Buffer.alloc(20 * MIB);
      await ceph.killGateway();
      yield Buffer.alloc(20 * MIB);
    }
    await assert.rejects(store.put(cutOff(), ANY_SIZE), StoreUnavailableError);
    await assert.rejects(contentOf(reading), StoreUnavailableError);
    await assert.rejects(
      store.append(growing.key, growing.content.length, growing.state, Buffer.from('x')),
      StoreUnavailableError,
    );
    await ceph.startGateway();
    assert.ok(kept.equals(await contentOf(await store.read(key))));
    await store.seal(growing.key, growing.content.length, growing.state);
    assert.ok(growing.content.equals(await contentOf(await store.read(growing.key))));
    // The sweep finds and removes the rest of the put.
    const others = (await Array.fromAsync(store.list(''))).filter((entry) => ![key, growing.key].includes(entry.key));
    assert.equal(others.length, 1);
    for (const entry of others) await store.remove(entry.key);
    assert.equal((await Array.fromAsync(store.list(''))).length, 2);
  });

  test('the probe of an interrupted check is removed later', async (t) => {
    const at = place();
    const [store, bucket] = [makeStore(t, at), look(t, at)];
    await bucket.client.send(new PutObjectCommand({ ...bucket.at('.probe/a'), Body: 'a' }));
    assert.equal(await store.removeLeftovers(new Date(Date.now() - 3_600_000)), 0);
    assert.equal(await store.removeLeftovers(new Date(Date.now() + 3_600_000)), 1);
    assert.equal(await store.removeLeftovers(new Date(Date.now() + 3_600_000)), 0);
  });
}

async function* one(content: string | Buffer) {
  yield Buffer.from(content);
}
