/**
 * SHA-256 and CRC-32 of content in one pass, on a few worker threads so that large uploads do not block the event loop.
 * Each upload stays on one thread with few blocks in flight, so a thread serves its uploads in turn.
 */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import type { HashReply, HashRequest } from './hash.worker.ts';
import { type Block, releaseBlock } from '../blocks.ts';
import { StoreUnavailableError } from '../store.ts';
import { entryPath } from '../../program.ts';

// One block being filled and two at the thread: enough to keep both sides busy, and the total memory of an upload.
const BLOCKS_PER_CONTENT = 3;

export type Sums = { sha256: Buffer; crc32: number };

/** The running hash of one content. Calls must not overlap; `finish` or `drop` ends it. */
export type ContentHash = {
  /** Adds the block's bytes and takes its memory. Waits while too many blocks are in flight. */
  add(block: Block): Promise<void>;
  /** Adds the last bytes, takes their memory, and returns the checksums of all bytes. */
  finish(rest: Block): Promise<Sums>;
  /** Discards the content; does nothing after `finish`. */
  drop(): void;
};

export type HashPool = {
  start(): ContentHash;
  /** Ends the threads. Unfinished content fails. */
  close(): Promise<void>;
};

/** Threads start on first use and keep the process alive only while they have work. */
export function createHashPool(threads = Math.min(2, availableParallelism())): HashPool {
  const lanes = new Set<Lane>();
  let started = 0;
  function leastBusyLane(): Lane {
    const [least] = [...lanes].sort((a, b) => a.contents.size - b.contents.size);
    if (least !== undefined && (least.contents.size === 0 || lanes.size >= threads)) return least;
    const lane = openLane(() => lanes.delete(lane));
    lanes.add(lane);
    return lane;
  }
  return {
    start: () => startContent(started++, leastBusyLane),
    close: async () => {
      await Promise.all([...lanes].map((lane) => lane.close()));
    },
  };
}

function startContent(id: number, takeLane: () => Lane): ContentHash {
  const underWay: Promise<unknown>[] = [];
  let lane: Lane | undefined;
  function leave(): void {
    lane?.contents.delete(id);
    lane = undefined;
  }
  return {
    async add(block) {
      lane ??= takeLane();
      lane.contents.add(id);
      const added = lane.ask({ id, add: block }).then(() => releaseBlock(block));
      added.catch(() => {}); // The failure surfaces on the next call.
      underWay.push(added);
      if (underWay.length >= BLOCKS_PER_CONTENT) await underWay.shift();
    },
    async finish(rest) {
      // Content that fits into the first block is hashed faster here than it could be sent to a thread.
      if (lane === undefined) return sumsOf(rest);
      const { sums } = await lane.ask({ id, finish: rest });
      releaseBlock(rest);
      leave();
      if (sums === undefined) throw new StoreUnavailableError(new Error('The hash thread answered without checksums.'));
      return { sha256: Buffer.from(sums.sha256), crc32: sums.crc32 };
    },
    drop() {
      lane?.worker.postMessage({ id, drop: true } satisfies HashRequest, []);
      leave();
    },
  };
}

type Lane = {
  worker: Worker;
  /** Contents whose state this thread holds. */
  contents: Set<number>;
  ask(request: HashRequest): Promise<HashReply>;
  /** Ends the thread; its open requests fail. */
  close(): Promise<unknown>;
};

function sumsOf(content: Block): Sums {
  const sums = { sha256: createHash('sha256').update(content).digest(), crc32: crc32(content) };
  releaseBlock(content);
  return sums;
}

// The thread answers every request once and in order, so answers need no ids.
function openLane(onEnd: () => void): Lane {
  const worker = new Worker(entryPath('hash.worker'), { name: 'hash' });
  const asked: PromiseWithResolvers<HashReply>[] = [];
  let failure: StoreUnavailableError | undefined;
  let closing = false;
  function end(cause: unknown): void {
    failure ??= new StoreUnavailableError(cause);
    for (const question of asked.splice(0)) question.reject(failure);
    onEnd();
  }
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`A hash thread ended with code ${code}.`)));
  worker.on('message', (reply: HashReply) => {
    asked.shift()?.resolve(reply);
    // An answer that arrives while the thread ends must not let the process exit before the thread has ended.
    if (asked.length === 0 && !closing) worker.unref();
  });
  worker.unref();
  return {
    worker,
    contents: new Set(),
    async ask(request) {
      if (failure !== undefined) throw failure;
      const question = Promise.withResolvers<HashReply>();
      asked.push(question);
      worker.ref();
      worker.postMessage(request, []);
      return question.promise;
    },
    close() {
      closing = true;
      return worker.terminate();
    },
  };
}
