/**
 * Appendable content on S3. Full parts go to a multipart upload at once. Smaller pieces are kept in small objects
 * beside the key (the tail), so that any process can continue (decision 0012).
 */
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { type Block, releaseBlock, takeBlock } from '../blocks.ts';
import { PART_BYTES, bytesOfNextPart, bytesOfPart, mergedObjects } from './growth-plan.ts';
import { type Bucket, headOf, awaitS3, unlessAbsent } from './bucket.ts';
import { TAIL, listObjects, listParts, removeGrowth, removeObject } from './list.ts';
import { chunksOf } from './read.ts';
import { passing } from '../source.ts';
import { BlobMissingError, type GrowthState } from '../store.ts';

/**
 * Parts, followed by the tail objects, in order. Names are random, so that a late request cannot overwrite a newer
 * object.
 */
export type Growth = {
  uploadId: string | null;
  parts: number;
  partBytes: number;
  tail: { name: string; size: number }[];
  /**
   * A hash over the parts' entity tags: a process that was frozen could overwrite a part. Undefined if an older release
   * added a part.
   */
  tags?: string;
  /**
   * Bytes of the next part. A process that was frozen writes the same part of the content again, however its pieces are
   * cut. Undefined before the first part, which starts an upload of its own, or if an older release added the last one.
   */
  next?: number;
};

export const NO_GROWTH: Growth = { uploadId: null, parts: 0, partBytes: 0, tail: [], tags: '' };
const NOTHING = Buffer.alloc(0);

/** See `BlobStore.append`. */
export async function appendToBucket(
  { bucket, key, at, state, assertHeld = async () => {} }: Appending,
  piece: Uint8Array,
): Promise<Growth> {
  const growth = growthOf(key, at, state);
  const leftovers = at > 0 ? await findLeftovers(bucket, key, growth) : [];
  // Objects that were not in the state while the lock was held are in no later state either.
  await assertHeld();
  await Promise.all(leftovers.map((name) => removeObject(bucket, name)));
  return growAsRecorded(bucket, key, growth, piece);
}

export type Appending = {
  bucket: Bucket;
  key: string;
  at: number;
  state: GrowthState;
  assertHeld?: (() => Promise<void>) | undefined;
};

/** Appends the piece: joined with the tail as the next part if that is large enough, otherwise as a tail object. */
export async function grow(bucket: Bucket, key: string, growth: Growth, piece: Uint8Array): Promise<Growth> {
  const size = sum(growth.tail) + piece.byteLength;
  return (size < bytesOfPart(growth.parts + 1) ? addToTail : addPart)(bucket, key, growth, piece);
}

/** Like `grow`, with parts of the recorded size. Bytes beyond the part become a tail object. */
async function growAsRecorded(bucket: Bucket, key: string, growth: Growth, piece: Uint8Array): Promise<Growth> {
  const room = growth.next === undefined ? piece.byteLength : growth.next - sum(growth.tail);
  if (piece.byteLength < room) return addToTail(bucket, key, growth, piece);
  const grown = await grow(bucket, key, growth, piece.subarray(0, room));
  if (grown.parts === growth.parts) return grown;
  const rest = piece.subarray(room);
  const tail = rest.byteLength === 0 ? [] : [await putTailObject(bucket, key, [], rest)];
  return { ...grown, tail, next: bytesOfNextPart(grown.parts + 1, rest.byteLength, piece.byteLength) };
}

/** See `BlobStore.seal`. */
export async function sealInBucket(bucket: Bucket, key: string, size: number, state: GrowthState): Promise<void> {
  const growth = growthOf(key, size, state);
  try {
    await complete(bucket, key, growth, NOTHING);
  } catch (error) {
    // An earlier seal may have succeeded without its response arriving.
    if (!(error instanceof BlobMissingError) || (await headOf(bucket, key)).ContentLength !== size) throw error;
  }
  await removeGrowth(bucket, key);
}

/** Completes the growth with the last bytes: as a single object if there is no part yet. */
export async function complete(bucket: Bucket, key: string, growth: Growth, rest: Uint8Array): Promise<void> {
  if (growth.uploadId === null) return putObject(bucket, key, key, growth.tail, rest);
  const { patientClient, at } = bucket;
  const { parts: recorded, uploadId } = growth;
  const listed = await listParts(bucket, key, uploadId);
  const parts = listed.slice(0, recorded);
  if (parts.length < recorded || sum(parts.map((part) => ({ size: part.Size ?? 0 }))) !== growth.partBytes) {
    throw new BlobMissingError(key);
  }
  const tags = parts.reduce((before, { ETag }) => withTag(before, ETag), '');
  if (growth.tags !== undefined && growth.tags !== tags) throw new BlobMissingError(key);
  const all: CompletedPart[] = parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
  // Replaces a part of an append that was never recorded, by nothing if need be: Ceph requires that all parts are
  // named.
  if (growth.tail.length > 0 || rest.byteLength > 0 || listed.length > recorded) {
    all.push(await putPart(bucket, key, { UploadId: uploadId, PartNumber: recorded + 1 }, growth.tail, rest));
  }
  const command = new CompleteMultipartUploadCommand({
    ...at(key),
    UploadId: uploadId,
    MultipartUpload: { Parts: all },
  });
  if ((await awaitS3(unlessAbsent(patientClient.send(command)))) === undefined) throw new BlobMissingError(key);
}

// The first part starts the upload.
async function addPart(bucket: Bucket, key: string, growth: Growth, piece: Uint8Array): Promise<Growth> {
  const { client, at } = bucket;
  const uploadId = growth.uploadId ?? (await awaitS3(client.send(new CreateMultipartUploadCommand(at(key))))).UploadId;
  if (uploadId === undefined) throw new Error('The S3 server began an upload without a name.');
  const parts = growth.parts + 1;
  const { ETag } = await putPart(bucket, key, { UploadId: uploadId, PartNumber: parts }, growth.tail, piece);
  const partBytes = growth.partBytes + sum(growth.tail) + piece.byteLength;
  const grown = { uploadId, parts, partBytes, tail: [] };
  return growth.tags === undefined ? grown : { ...grown, tags: withTag(growth.tags, ETag) };
}

function withTag(before: string, tag: string | undefined): string {
  return createHash('sha256')
    .update(`${before} ${tag?.replaceAll('"', '')}`)
    .digest('base64url');
}

async function addToTail(bucket: Bucket, key: string, growth: Growth, piece: Uint8Array): Promise<Growth> {
  const { tail, uploadId } = growth;
  // Checked here, because nothing below would notice that the content is gone.
  if (tail.length === 0 && uploadId !== null) await listParts(bucket, key, uploadId, 1);
  const merged = mergedObjects(
    tail.map(({ size }) => size),
    piece.byteLength,
  );
  const [kept, newest] = [tail.slice(0, tail.length - merged), tail.slice(tail.length - merged)];
  return { ...growth, tail: [...kept, await putTailObject(bucket, key, newest, piece)] };
}

async function putTailObject(bucket: Bucket, key: string, newest: Growth['tail'], piece: Uint8Array) {
  const name = randomBytes(9).toString('base64url');
  await putObject(bucket, key, key + TAIL + name, newest, piece);
  return { name, size: sum(newest) + piece.byteLength };
}

// A state that belongs to another store, or names objects that are gone, cannot be continued. Tail objects that it does
// not list became part of another object or were never recorded.
async function findLeftovers(bucket: Bucket, key: string, { tail }: Growth): Promise<string[]> {
  const found = (await Array.fromAsync(listObjects(bucket, key + TAIL))).map(({ name }) => name);
  const wanted = tail.map(({ name }) => key + TAIL + name);
  if (wanted.some((name) => !found.includes(name))) throw new BlobMissingError(key);
  return found.filter((name) => !wanted.includes(name));
}

function growthOf(key: string, size: number, state: GrowthState): Growth {
  const growth = (state as Growth | null) ?? NO_GROWTH;
  if (growth.partBytes + sum(growth.tail) !== size) throw new BlobMissingError(key);
  return growth;
}

async function putObject(bucket: Bucket, key: string, name: string, tail: Growth['tail'], piece: Uint8Array) {
  const { client, at } = bucket;
  await sendJoined(bucket, key, tail, piece, (body, options) =>
    client.send(new PutObjectCommand({ ...at(name), ...body }), options),
  );
}

async function putPart(
  bucket: Bucket,
  key: string,
  { UploadId, PartNumber }: { UploadId: string; PartNumber: number },
  tail: Growth['tail'],
  piece: Uint8Array,
): Promise<CompletedPart> {
  const { client, at } = bucket;
  const sent = await sendJoined(bucket, key, tail, piece, (body, options) =>
    client.send(new UploadPartCommand({ ...at(key), UploadId, PartNumber, ...body }), options),
  );
  return { PartNumber, ETag: sent.ETag };
}

type Send<T> = (
  body: { Body: Uint8Array | Readable; ContentLength: number },
  options: { abortSignal?: AbortSignal },
) => Promise<T>;

/** Sends the tail objects and the piece as one body: from memory if it is small, so that it can be retried. */
async function sendJoined<T>(
  bucket: Bucket,
  key: string,
  tail: Growth['tail'],
  piece: Uint8Array,
  send: Send<T>,
): Promise<T> {
  const ContentLength = sum(tail) + piece.byteLength;
  if (tail.length === 0) return here(key, send({ Body: piece, ContentLength }, {}));
  if (ContentLength > 2 * PART_BYTES) {
    return sendStream(joined(bucket, key, tail, piece), ContentLength, key, send);
  }
  const Body = await inOneBlock(bucket, key, tail, piece);
  const sent = await here(key, send({ Body, ContentLength }, {}));
  releaseBlock(Body);
  return sent;
}

async function inOneBlock(bucket: Bucket, key: string, tail: Growth['tail'], piece: Uint8Array): Promise<Block> {
  const tailBytes = sum(tail);
  const block = takeBlock(tailBytes + piece.byteLength);
  let filled = 0;
  for (const { name, size } of tail) {
    for await (const chunk of passing(chunksOf(bucket, key + TAIL + name, { start: 0, end: size }))) {
      block.set(chunk, filled);
      filled += chunk.byteLength;
    }
  }
  // The block's previous content must not be sent.
  if (filled !== tailBytes) throw new BlobMissingError(key);
  block.set(piece, filled);
  return block;
}

async function sendStream<T>(
  content: AsyncIterable<Uint8Array>,
  ContentLength: number,
  key: string,
  send: Send<T>,
): Promise<T> {
  const failed = new AbortController();
  const Body = Readable.from(content, { objectMode: false });
  Body.on('error', (error) => failed.abort(error));
  try {
    return await here(key, send({ Body, ContentLength }, { abortSignal: failed.signal }));
  } catch (error) {
    // The library would otherwise wait for bytes that never arrive and report only that.
    throw failed.signal.aborted ? failed.signal.reason : error;
  } finally {
    Body.destroy();
  }
}

async function here<T>(key: string, request: Promise<T>): Promise<T> {
  const answer = await awaitS3(unlessAbsent(request));
  if (answer === undefined) throw new BlobMissingError(key);
  return answer;
}

async function* joined(bucket: Bucket, key: string, tail: Growth['tail'], piece: Uint8Array) {
  for (const { name, size } of tail) yield* chunksOf(bucket, key + TAIL + name, { start: 0, end: size });
  yield piece;
}

function sum(objects: { size: number }[]): number {
  return objects.reduce((total, { size }) => total + size, 0);
}
