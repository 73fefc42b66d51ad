/**
 * What every blob store promises. A blob is content under a key that is made when it is stored, and it never changes
 * afterwards; which blobs are in use is the database's knowledge. `store.contract.ts` holds these promises as tests.
 */
import type { Readable, Writable } from 'node:stream';
import { Problem } from '../errors.ts';

export type BlobStore = {
  /**
   * Stores the source's bytes under a new key. When it resolves they survive a crash; when it rejects, nothing of them
   * is left. The source is closed on failure, as leaving a `for await` closes it; its own errors pass through.
   * Rejects with BlobTooLargeError beyond `maxBytes` and with the signal's reason when aborted.
   */
  put(source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredBlob>;
  /**
   * Appends a piece to content that grows under a key of `newBlobKey`, at `at`, its size so far. When it resolves the
   * piece survives a crash, and what it answers is the state to hand in with the next one: the caller keeps it with the
   * size, so that any process can go on. What an append that failed, or was never recorded, left behind `at` is replaced.
   * One caller at a time, the first with a state of null. Rejects with BlobMissingError if what came before is gone.
   */
  append(key: string, at: number, state: GrowthState, piece: Uint8Array): Promise<GrowthState>;
  /**
   * Ends the growth at `size`: the content can be read from now on, no byte was copied. Again, it is no error. Content
   * that is given up before or after is removed like any other.
   */
  seal(key: string, size: number, state: GrowthState): Promise<void>;
  /**
   * The content, or a range of it as `Buffer.subarray` would cut it: up to SMALL_CONTENT_BYTES as one buffer, more as a
   * stream that the caller must read or destroy. Rejects with BlobMissingError.
   */
  read(key: string, range?: ByteRange): Promise<Buffer | Readable>;
  /** Opens the content for sending; it is to be closed. Rejects with BlobMissingError. */
  open(key: string): Promise<OpenBlob>;
  /** Removes the blob; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** The blobs, growing ones among them, under `''`, a day (`2026-11-21/`) or an hour (`2026-11-21/08/`), ordered by key. */
  list(prefix: string): AsyncIterable<BlobEntry>;
  /**
   * Removes what unfinished puts that were last written to before this moment left behind, unless the store lists it under
   * its key; returns how many.
   */
  removeLeftovers(before: Date): Promise<number>;
  /** Writes, reads and deletes a probe; rejects if the store cannot be used. */
  check(): Promise<void>;
  /** Marks the store as this instance's on the first call; rejects with ForeignStoreError if it is another's. */
  claim(instanceId: string): Promise<void>;
  /** Small records beside the blobs, where the store is another machine's; undefined for files. */
  records?: RecordStore;
  /** Gives back what the store holds open. */
  close(): Promise<void>;
};

/** Records in folders, each written once and never changed. */
export type RecordStore = {
  /** Another for another bucket or prefix. */
  id: string;
  /** The record with the highest sequence in the folder. */
  newest(folder: string): Promise<string | undefined>;
  /** Adds a record; false if there is one with this sequence already. */
  add(folder: string, sequence: number, text: string): Promise<boolean>;
};

/** A content that is open for sending. */
export type OpenBlob = {
  /** Bytes. */
  size: number;
  /**
   * Writes a range to `to` and resolves once all of it is taken; does not end `to`. Rejects if the content is shorter, or
   * `to` closes.
   */
  sendTo(to: Writable, range: ByteRange): Promise<void>;
  close(): Promise<void>;
};

/** `key`: store under this key instead of a new one, in place of what is there; for bytes from a backup or another store. */
export type PutOptions = { maxBytes: number; signal?: AbortSignal; key?: string };

/** What a store must know to go on with growing content: JSON, for nobody else to read. */
export type GrowthState = { readonly [name: string]: JsonValue } | null;
type JsonValue = string | number | boolean | null | JsonValue[] | { readonly [name: string]: JsonValue };

/** Bytes from `start` up to, not including, `end`. */
export type ByteRange = { start: number; end: number };

export type StoredBlob = { key: string; size: number; sha256: Buffer; crc32: number };

/**
 * `size`: bytes that can be read, of which growing content may have none yet. `storedAt`: when the content came under its
 * key, or was last written to.
 */
export type BlobEntry = { key: string; size: number; storedAt: Date };

/** Content up to this size is held in memory at once: hashed on the spot when stored, one buffer when read. */
export const SMALL_CONTENT_BYTES = 64 * 1024;

/** The source has more bytes than its put allows. */
export class BlobTooLargeError extends Problem {
  override name = 'BlobTooLargeError';

  constructor(maxBytes: number) {
    super('/payload_too_large', `The content is larger than ${maxBytes} bytes.`);
  }
}

/** The disk or the quota has no room left. */
export class StoreFullError extends Problem {
  override name = 'StoreFullError';

  constructor(cause: unknown) {
    super('/insufficient_storage', 'There is no room left to store content.', { cause });
  }
}

/** The store does not work at present; the cause says why, and is for the operator only. */
export class StoreUnavailableError extends Problem {
  override name = 'StoreUnavailableError';

  constructor(cause: unknown) {
    super('/unavailable', 'The content store cannot be used; try again soon.', {
      cause,
      headers: { 'retry-after': '5' },
    });
  }
}

/** Something points at a blob that is not in the store: damage, never the caller's fault. */
export class BlobMissingError extends Error {
  override name = 'BlobMissingError';

  constructor(key: string) {
    super(`The blob ${key} is missing from the store.`);
  }
}

/** Two instances on one store would sweep each other's blobs. */
export class ForeignStoreError extends Error {
  override name = 'ForeignStoreError';

  constructor(owner: string, instanceId: string) {
    super(`This blob store belongs to another instance (${owner}, not ${instanceId}).`);
  }
}
