/** Lists a bucket: complete objects and the pieces of unfinished content. */
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  type MultipartUpload,
  type Part,
} from '@aws-sdk/client-s3';
import { isBlobKey, isBlobPrefix } from '../keys.ts';
import { type Bucket, awaitS3, unlessAbsent } from './bucket.ts';
import { type BlobEntry, BlobMissingError } from '../store.ts';

/** Separates a key from the names of its tail objects. */
export const TAIL = '.tail/';
const PAGE = 1000;

/** See `BlobStore.list`. Unfinished content cannot be read, so its size is 0. */
export async function* listBlobs(bucket: Bucket, prefix: string): AsyncGenerator<BlobEntry, void> {
  if (!isBlobPrefix(prefix)) throw new Error(`Not a prefix of blob keys: ${prefix}`);
  let last: Found | undefined;
  for await (const next of merge(foundObjects(bucket, prefix), foundUploads(bucket, prefix))) {
    if (last !== undefined && last.key !== next.key) yield entryOf(last);
    last = last?.key === next.key ? together(last, next) : next;
  }
  if (last !== undefined) yield entryOf(last);
}

/** Removes the object and everything else of the key. */
export async function removeBlob(bucket: Bucket, key: string): Promise<void> {
  await Promise.all([removeObject(bucket, key), removeGrowth(bucket, key)]);
}

/** Removes the tail objects and the unfinished uploads of the key. */
export async function removeGrowth(bucket: Bucket, key: string): Promise<void> {
  for await (const { name } of listObjects(bucket, key + TAIL)) await removeObject(bucket, name);
  for await (const { UploadId } of listUploads(bucket, key)) {
    await awaitS3(unlessAbsent(bucket.client.send(new AbortMultipartUploadCommand({ ...bucket.at(key), UploadId }))));
  }
}

export async function removeObject({ client, at }: Bucket, name: string): Promise<void> {
  await awaitS3(client.send(new DeleteObjectCommand(at(name))));
}

export type StoredObject = { name: string; size: number; storedAt: Date };

/** Objects whose names start with the prefix, by name. */
export async function* listObjects({ client, at, root }: Bucket, prefix: string): AsyncGenerator<StoredObject, void> {
  const { Bucket, Key: Prefix } = at(prefix);
  for (let token: string | undefined, isMore = true; isMore;) {
    const page = await awaitS3(client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token })));
    for (const { Key = '', Size: size = 0, LastModified: storedAt = new Date() } of page.Contents ?? []) {
      yield { name: Key.slice(root.length), size, storedAt };
    }
    isMore = page.IsTruncated === true;
    token = page.NextContinuationToken;
  }
}

/**
 * The parts of an upload by number: all, or about as many as wanted. Rejects with BlobMissingError if the upload does
 * not exist.
 */
export async function listParts(
  { client, at }: Bucket,
  key: string,
  UploadId: string,
  wanted = Infinity,
): Promise<Part[]> {
  const parts: Part[] = [];
  for (let marker: string | undefined, isMore = true; isMore && parts.length < wanted;) {
    const MaxParts = Math.min(wanted, PAGE);
    const command = new ListPartsCommand({ ...at(key), UploadId, MaxParts, PartNumberMarker: marker });
    const page = await awaitS3(unlessAbsent(client.send(command)));
    if (page === undefined) throw new BlobMissingError(key);
    parts.push(...(page.Parts ?? []));
    isMore = page.IsTruncated === true;
    marker = page.NextPartNumberMarker;
  }
  return parts;
}

// Ordered by key, as the protocol guarantees.
async function* listUploads({ client, at }: Bucket, prefix: string): AsyncGenerator<MultipartUpload, void> {
  const { Bucket, Key: Prefix } = at(prefix);
  for (let after = {}, isMore = true; isMore;) {
    const page = await awaitS3(client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...after })));
    yield* page.Uploads ?? [];
    isMore = page.IsTruncated === true;
    after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

type Found = BlobEntry & { isWhole: boolean };

async function* foundObjects(bucket: Bucket, prefix: string): AsyncGenerator<Found, void> {
  for await (const { name, size, storedAt } of listObjects(bucket, prefix)) {
    const [key = ''] = name.split(TAIL, 1);
    const isWhole = key === name;
    if (isBlobKey(key)) yield { key, size: isWhole ? size : 0, storedAt, isWhole };
  }
}

async function* foundUploads(bucket: Bucket, prefix: string): AsyncGenerator<Found, void> {
  for await (const { Key = '', UploadId = '', Initiated = new Date() } of listUploads(bucket, prefix)) {
    const key = Key.slice(bucket.root.length);
    const parts = isBlobKey(key) ? await partsUnlessGone(bucket, key, UploadId) : undefined;
    if (parts === undefined) continue;
    // The time of the last part: a long put must not look like an old orphan.
    const storedAt = parts.reduce(
      (latest, { LastModified: at }) => (at !== undefined && at > latest ? at : latest),
      Initiated,
    );
    yield { key, size: 0, storedAt, isWhole: false };
  }
}

async function partsUnlessGone(bucket: Bucket, key: string, uploadId: string): Promise<Part[] | undefined> {
  return listParts(bucket, key, uploadId).catch((error: unknown) => {
    if (error instanceof BlobMissingError) return undefined;
    throw error;
  });
}

// Only the complete object counts; the rest is being removed.
function together(a: Found, b: Found): Found {
  if (a.isWhole || b.isWhole) return a.isWhole ? a : b;
  return a.storedAt > b.storedAt ? a : b;
}

function entryOf({ key, size, storedAt }: Found): BlobEntry {
  return { key, size, storedAt };
}

async function* merge(...sources: AsyncGenerator<Found, void>[]): AsyncGenerator<Found, void> {
  const heads = await Promise.all(sources.map(async (source) => ({ source, next: await source.next() })));
  for (;;) {
    const [first] = heads
      .flatMap((head) => (head.next.done === true ? [] : [{ head, found: head.next.value }]))
      .sort((a, b) => (a.found.key < b.found.key ? -1 : 1));
    if (first === undefined) return;
    yield first.found;
    first.head.next = await first.head.source.next();
  }
}
