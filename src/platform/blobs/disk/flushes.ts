/**
 * Writes growing files to the disk in the background: pieces do not wait for it, and sealing has little left to write
 * (decision 0079).
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { GrowthState } from '../store.ts';
import { type Place, flushFile } from './grow-file.ts';

const MIB = 1024 * 1024;
/** A flush starts when this much is not on the disk. */
const FLUSH_BYTES = 64 * MIB;
/** After a flush the next one starts at once if this much was received meanwhile, so that the disk is not idle. */
const AGAIN_BYTES = 16 * MIB;
/** With this much that is not on the disk, pieces wait for the flush: the disk is slower than the network. */
const MAX_UNFLUSHED = 2 * FLUSH_BYTES;
/** Files whose flushes are known. Others are flushed again. */
const KNOWN_LIMIT = 1000;

/**
 * The state of a growing file. `flushed`: bytes at its start that survive a power cut. `boot`: the run of the operating
 * system in which the rest was written; while it lasts, the rest is in memory and survives the end of any process.
 * `writer`: the process that wrote the last piece.
 */
type FileGrowth = { flushed: number; boot: string; writer: string };

/** The run of the operating system. Where it has no name, each process takes its own, so less is relied on. */
export const BOOT = nameBoot();

export type Flushes = {
  /**
   * Notes a piece that begins at `at` and ends at `end`, starts a flush if one is due, and waits for it if it is overdue.
   * `state`: the state that the piece was appended to. If a flush fails, the file is gone from its path.
   */
  note(place: Place, piece: { at: number; end: number; state: GrowthState }): Promise<GrowthState>;
  /** Ends when no flush of the file is running. */
  settle(path: string): Promise<void>;
  close(): Promise<void>;
  /** This process, in states. */
  writer: string;
};

type Known = {
  flushed: number;
  /** The end of the last piece. */
  end: number;
  /** The flush that is running, and the bytes that are on the disk when it ends. */
  running: { ended: Promise<void>; end: number } | null;
};

export function createFlushes(): Flushes {
  // In order of last use.
  const files = new Map<string, Known>();
  const writer = randomUUID();
  return {
    writer,
    async note(place, { at, end, state }) {
      // Another process that wrote since may have overwritten what this one flushed.
      const own = state?.['writer'] === writer ? files.get(place.path) : undefined;
      const file = own ?? { flushed: flushedOf(state), end, running: null };
      files.delete(place.path);
      files.set(place.path, file);
      if (files.size > KNOWN_LIMIT) evictOldest(files);
      // After a crash of the database, recorded pieces are written again.
      file.flushed = Math.min(file.flushed, at);
      file.end = end;
      if (file.running !== null) file.running.end = Math.min(file.running.end, at);
      else if (end - file.flushed >= FLUSH_BYTES) start(place, file);
      if (end - file.flushed >= MAX_UNFLUSHED) await file.running?.ended;
      return { flushed: file.flushed, boot: BOOT, writer } satisfies FileGrowth;
    },
    async settle(path) {
      const file = files.get(path);
      files.delete(path);
      // No other flush follows.
      if (file !== undefined) file.end = 0;
      await file?.running?.ended;
    },
    async close() {
      for (const file of files.values()) {
        file.end = 0;
        await file.running?.ended;
      }
    },
  };
}

function flushedOf(state: GrowthState): number {
  const flushed = state?.['flushed'];
  return typeof flushed === 'number' ? flushed : 0;
}

function start(place: Place, file: Known): void {
  const running = { ended: Promise.resolve(), end: file.end };
  const flush = async () => {
    const isFlushed = await flushFile(place).catch(() => false);
    file.running = null;
    if (!isFlushed) return;
    file.flushed = running.end;
    if (file.end - file.flushed >= AGAIN_BYTES) start(place, file);
  };
  file.running = running;
  running.ended = flush();
}

function evictOldest(files: Map<string, Known>): void {
  for (const [path, { running }] of files) {
    if (running !== null) continue;
    files.delete(path);
    return;
  }
}

function nameBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return randomUUID();
  }
}
