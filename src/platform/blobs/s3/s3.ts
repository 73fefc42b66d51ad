/**
 * The blob store on S3: an object `<prefix>/<key>` for each blob, `<key>.tail/…` beside appendable content, `.instance`
 * for the owner, `.probe/` for checks, and folders of records. It uses only features that every S3 server has had for
 * years, and conditional puts.
 */
import { randomUUID } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { Clock } from '../../clock.ts';
import type { HashPool } from '../sums/hash.ts';
import { isBlobKey } from '../keys.ts';
import { type Bucket, type S3Place, closeBucket, isNamed, awaitS3, openBucket, unlessAbsent } from './bucket.ts';
import { appendToBucket, sealInBucket } from './growth.ts';
import { listBlobs, listObjects, removeBlob, removeObject } from './list.ts';
import { putInBucket } from './put.ts';
import { openObject, readObject } from './read.ts';
import { recordsIn } from './records.ts';
import { type BlobStore, ForeignStoreError, StoreUnavailableError } from '../store.ts';

const MARKER = '.instance';
const PROBES = '.probe/';
const CHECK_MS = 5000;

/** Opens the store without connecting; `check` tests whether it can be used. */
export function openS3Store(place: S3Place, tools: { clock: Clock; hashes: HashPool }): BlobStore {
  const bucket = openBucket(place);
  return {
    put: async (source, options) => {
      if (options.key !== undefined) checkKey(options.key);
      return putInBucket({ bucket, ...tools }, source, options);
    },
    append: async (key, at, state, piece, assertHeld) =>
      appendToBucket({ bucket, key: checkKey(key), at, state, assertHeld }, piece),
    seal: async (key, size, state) => sealInBucket(bucket, checkKey(key), size, state),
    read: async (key, range) => readObject(bucket, checkKey(key), range),
    open: async (key) => openObject(bucket, checkKey(key)),
    remove: async (key) => removeBlob(bucket, checkKey(key)),
    list: (prefix) => listBlobs(bucket, prefix),
    removeLeftovers: (before) => removeProbes(bucket, before),
    check: (patienceMs) => check(bucket, patienceMs),
    claim: (instanceId) => claim(bucket, instanceId),
    records: recordsIn(bucket, place),
    close: async () => closeBucket(bucket),
  };
}

function checkKey(key: string): string {
  if (!isBlobKey(key)) throw new Error(`Not a blob key: ${key}`);
  return key;
}

// Leftovers of an unfinished put are listed under its key, so the sweep finds them like orphans.
async function removeProbes(bucket: Bucket, before: Date): Promise<number> {
  let removed = 0;
  for await (const { name, storedAt } of listObjects(bucket, PROBES)) {
    if (storedAt >= before) continue;
    await removeObject(bucket, name);
    removed++;
  }
  return removed;
}

async function check(bucket: Bucket, patienceMs = CHECK_MS): Promise<void> {
  const { client, at } = bucket;
  const name = PROBES + randomUUID();
  // Health checks must not wait for the full timeout of a request.
  const inTime = { abortSignal: AbortSignal.timeout(patienceMs) };
  try {
    await awaitS3(client.send(new PutObjectCommand({ ...at(name), Body: name }), inTime));
    const { Body } = await awaitS3(client.send(new GetObjectCommand(at(name)), inTime));
    if ((await awaitS3(Body?.transformToString() ?? Promise.resolve(''))) !== name) {
      throw new StoreUnavailableError(new Error(`${name} differs from what was written.`));
    }
  } catch (error) {
    if (!inTime.abortSignal.aborted) await removeObject(bucket, name).catch(() => {});
    throw error;
  }
  await removeObject(bucket, name);
}

async function claim(bucket: Bucket, instanceId: string): Promise<void> {
  const owner = (await readMarker(bucket)) ?? (await writeMarker(bucket, instanceId));
  if (owner !== instanceId) throw new ForeignStoreError(owner, instanceId);
}

// The server lets one of several concurrent writers succeed. Returns the id of the instance that owns the marker.
async function writeMarker(bucket: Bucket, instanceId: string): Promise<string> {
  const { client, at } = bucket;
  const command = new PutObjectCommand({ ...at(MARKER), Body: instanceId, IfNoneMatch: '*' });
  await awaitS3(unlessTaken(client.send(command)));
  const owner = await readMarker(bucket);
  if (owner === undefined) throw new StoreUnavailableError(new Error(`${MARKER} is not there after it was written.`));
  return owner;
}

async function readMarker({ client, at }: Bucket): Promise<string | undefined> {
  const found = await awaitS3(unlessAbsent(client.send(new GetObjectCommand(at(MARKER)))));
  return found && awaitS3(found.Body?.transformToString() ?? Promise.resolve(''));
}

async function unlessTaken(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!isNamed(error, 'PreconditionFailed', 'ConditionalRequestConflict')) throw error;
  }
}
