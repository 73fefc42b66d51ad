/**
 * The interface of every blob store. A blob is content under a key that is generated when it is stored, and it never
 * changes afterwards. The database records which blobs are in use. `store.contract.ts` tests this contract.
 */
import type { Readable, Writable } from 'node:stream';
import { Problem } from '../errors.ts';

export type BlobStore = {
  /**
   * Stores the source's bytes under a new key. After it resolves they survive a crash; after it rejects nothing
   * remains. The source is closed on failure, as leaving a `for await` loop does; its own errors pass through. Rejects
   * with BlobTooLargeError beyond `maxBytes` and with the signal's reason when aborted.
   */
  put(source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredBlob>;
  /**
   * Appends a piece at offset `at` (the current size) to appendable content under a key of `newBlobKey`. After it
   * resolves the piece survives a crash, or the end of any process if the content is `deferred`. Returns the state to pass to the next call; the caller stores it with the
   * size, so that any process can continue. Overwrites bytes beyond `at` left by an append that failed or was never
   * recorded. Only one caller at a time; the first passes null. Rejects with BlobMissingError if the earlier content is
   * gone. Calls `assertHeld` before it changes anything: it rejects if the caller is no longer the only one. A caller
   * that freezes after that, and continues after others have appended the same bytes, changes nothing of the content.
   * If it appends other bytes, they change nothing either, or `seal` rejects.
   */
  append(
    key: string,
    at: number,
    state: GrowthState,
    piece: Uint8Array,
    assertHeld?: () => Promise<void>,
  ): Promise<GrowthState>;
  /**
   * Seals the content at `size`: it can be read from now on, without copying a byte, and survives a crash. Idempotent.
   * Abandoned content is removed like any other blob, sealed or not.
   */
  seal(key: string, size: number, state: GrowthState): Promise<void>;
  /**
   * The content, or a range of it with the semantics of `Buffer.subarray`: up to SMALL_CONTENT_BYTES as one buffer,
   * otherwise as a stream that the caller must read or destroy. Rejects with BlobMissingError.
   */
  read(key: string, range?: ByteRange): Promise<Buffer | Readable>;
  /** Opens the content for sending. The caller must close it. Rejects with BlobMissingError. */
  open(key: string): Promise<OpenBlob>;
  /** Removes the blob. Idempotent. */
  remove(key: string): Promise<void>;
  /**
   * Lists blobs, unfinished ones included, under `''`, a day (`2026-11-21/`) or an hour (`2026-11-21/08/`), ordered by
   * key.
   */
  list(prefix: string): AsyncIterable<BlobEntry>;
  /**
   * Removes leftovers of puts that were last written to before this time and that `list` does not include. Returns how
   * many.
   */
  removeLeftovers(before: Date): Promise<number>;
  /** Writes, reads and deletes a probe; rejects if the store cannot be used, or after `patienceMs` (5 seconds). */
  check(patienceMs?: number): Promise<void>;
  /**
   * Marks the store as owned by this instance on the first call; rejects with ForeignStoreError if another instance
   * owns it.
   */
  claim(instanceId: string): Promise<void>;
  /** Small records beside the blobs, if the store is on another machine; undefined for files. */
  records?: RecordStore;
  /** Releases open files and connections. */
  close(): Promise<void>;
  /**
   * The first state of content that a crash of the machine may set back, if the store is faster with it. Its states have
   * the operating system's run as `boot`: in another one, only the first `flushed` bytes are certain, and the caller
   * continues there. `writer` is the process that appended last. If the disk loses more, `append` and `seal` reject with BlobMissingError or StoreFullError.
   */
  deferred?: { boot: string; writer: string; flushed: number };
};

/** Records in folders, each written once and never changed. */
export type RecordStore = {
  /** Differs for every bucket and prefix. The same for every endpoint, because each node may have its own. */
  id: string;
  /** The id that earlier releases derived from the endpoint too. */
  earlierId: string;
  /** The record with the highest sequence in the folder. */
  newest(folder: string): Promise<string | undefined>;
  /** Adds a record; false if one with this sequence exists. */
  add(folder: string, sequence: number, text: string): Promise<boolean>;
};

/** Content that is open for sending. */
export type OpenBlob = {
  /** Bytes. */
  size: number;
  /**
   * Writes a range to `to` and resolves once all of it is taken; does not end `to`. Rejects if the content is shorter
   * or `to` closes.
   */
  sendTo(to: Writable, range: ByteRange): Promise<void>;
  close(): Promise<void>;
};

/**
 * `key`: store under this key instead of a new one and replace existing content; for bytes from a backup or another
 * store.
 */
export type PutOptions = { maxBytes: number; signal?: AbortSignal; key?: string };

/** The state that a store needs to continue appendable content. Opaque JSON. */
export type GrowthState = { readonly [name: string]: JsonValue } | null;

/** Whether the content began as `deferred`. */
export function isDeferred(state: GrowthState): boolean {
  return state !== null && 'boot' in state;
}

type JsonValue = string | number | boolean | null | JsonValue[] | { readonly [name: string]: JsonValue };

/** Bytes from `start` up to, but not including, `end`. */
export type ByteRange = { start: number; end: number };

export type StoredBlob = { key: string; size: number; sha256: Buffer; crc32: number };

/**
 * `size`: readable bytes; may be 0 for unfinished content. `storedAt`: when the content was stored under its key or
 * last written to.
 */
export type BlobEntry = { key: string; size: number; storedAt: Date };

/** Content up to this size is held in memory as one buffer: hashed without a thread when stored, read at once. */
export const SMALL_CONTENT_BYTES = 64 * 1024;

/** The source has more bytes than `maxBytes`. */
export class BlobTooLargeError extends Problem {
  override name = 'BlobTooLargeError';

  constructor(maxBytes: number) {
    super('/payload_too_large', `The content is larger than ${maxBytes} bytes.`);
  }
}

/** The disk or the quota is full. */
export class StoreFullError extends Problem {
  override name = 'StoreFullError';

  constructor(cause: unknown) {
    super('/insufficient_storage', 'There is no space left to store content.', { cause });
  }
}

/** The store is unavailable; the cause is for the operator only. */
export class StoreUnavailableError extends Problem {
  override name = 'StoreUnavailableError';

  constructor(cause: unknown) {
    super('/unavailable', 'The content store is not available. Try again soon.', {
      cause,
      headers: { 'retry-after': '5' },
    });
  }
}

/** A reference to a blob that is not in the store: damage, never the caller's fault. */
export class BlobMissingError extends Error {
  override name = 'BlobMissingError';

  constructor(key: string) {
    super(`The blob ${key} is missing from the store.`);
  }
}

/** Two instances on one store would delete each other's blobs as orphans. */
export class ForeignStoreError extends Error {
  override name = 'ForeignStoreError';

  constructor(owner: string, instanceId: string) {
    super(`This blob store belongs to another instance (${owner}, not ${instanceId}).`);
  }
}
