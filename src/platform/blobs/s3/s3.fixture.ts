/** Stores on a real S3 server: a test file calls `onCeph` once, at its top. Files of one process share the server. */
import { randomBytes, randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { without } from '../../../../test/parts.ts';
import { systemClock } from '../../clock.ts';
import { CEPH_PROGRAMS, type Ceph, startCeph } from './ceph.fixture.ts';
import { hashes } from '../contents.fixture.ts';
import { newBlobKey } from '../keys.ts';
import { type Bucket, type S3Place, openBucket } from './bucket.ts';
import { openS3Store } from './s3.ts';
import type { BlobStore, GrowthState } from '../store.ts';

export type TestBucket = {
  ceph: Ceph;
  /** A new prefix in the bucket, with the given overrides. */
  place: (change?: Partial<S3Place>) => S3Place;
  /** The bucket as the store accesses it, for inspecting objects; closed after the test. */
  look: (t: TestContext, place: S3Place) => Bucket;
  /** A store under a new prefix; closed after the test. */
  store: (t: TestContext, place?: S3Place) => BlobStore;
};

/** For the `skip` option of tests. */
export const withoutCeph = without(...CEPH_PROGRAMS);

let starting: Promise<{ ceph: Ceph; base: S3Place }> | undefined;

/** The server, started by the first file that needs it, and its bucket. */
export async function onCeph(): Promise<TestBucket> {
  const { ceph, base } = await (starting ??= startWithBucket());
  const place = (change: Partial<S3Place> = {}) => ({ ...base, prefix: `our/${randomUUID()}`, ...change });
  return {
    ceph,
    place,
    look(t, at) {
      const bucket = openBucket(at);
      t.after(() => bucket.client.destroy());
      return bucket;
    },
    store(t, at = place()) {
      const store = openS3Store(at, { clock: systemClock, hashes });
      t.after(() => store.close());
      return store;
    },
  };
}

async function startWithBucket() {
  const ceph = await startCeph();
  const { endpoint, credentials } = ceph;
  const base: S3Place = { bucket: 'carrel', prefix: 'our/blobs', endpoint, region: 'us-east-1', credentials };
  const { client } = openBucket(base);
  await client.send(new CreateBucketCommand({ Bucket: base.bucket }));
  client.destroy();
  return { ceph, base };
}

/** A proxy that breaks each connection after this many response bytes and accepts new ones at once. */
export async function breakingProxy(t: TestContext, endpoint: string, limit: number): Promise<string> {
  const { port } = new URL(endpoint);
  const proxy = createServer((client) => {
    const server = connect(Number(port), '127.0.0.1');
    let passed = 0;
    client.on('error', () => {}).on('data', (data) => server.write(data));
    server
      .on('error', () => {})
      .on('data', (data) => {
        passed += data.length;
        if (passed < limit) client.write(data);
        else client.destroy();
      });
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  t.after(() => proxy.close());
  await new Promise((resolve) => proxy.once('listening', resolve));
  const address = proxy.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

/** Appends pieces of these sizes to new content. */
export async function grow(store: BlobStore, sizes: number[]) {
  const key = newBlobKey(new Date());
  const pieces = sizes.map((size) => randomBytes(size));
  let [at, state]: [number, GrowthState] = [0, null];
  for (const piece of pieces) {
    state = await store.append(key, at, state, piece);
    at += piece.length;
  }
  return { key, content: Buffer.concat(pieces), state };
}

/** Runs `work` for each item, this many at once. */
export async function lanes<T>(
  items: T[],
  count: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const left = items.entries();
  const lane = async () => {
    for (const [index, item] of left) await work(item, index);
  };
  await Promise.all(Array.from({ length: count }, lane));
}
