/** Writes a report to the blob store in both formats in a single pass over its rows. */
import { PassThrough } from 'node:stream';
import { writeTo } from '../../platform/blobs/send.ts';
import type { BlobStore, StoredBlob } from '../../platform/blobs/store.ts';
import type { FileForm } from '../../core/async-jobs/files.queries.ts';
import type { Layout } from './layouts.ts';

type Sinks = Record<FileForm, PassThrough>;

export type StoredReport = { files: Record<FileForm, StoredBlob>; rows: number };

// This many texts may be buffered while the store writes.
const OF_TEXTS = { objectMode: true, highWaterMark: 16 };
// Texts of some ten kilobytes: larger ones get freshly allocated memory, which the system must clear first.
const PRINTED_AT_ONCE = 250;

/**
 * Stores the rows of the pages in constant memory. Rejects with the first error, and then nothing is left in the store.
 */
export async function storeReport<Row>(
  blobs: BlobStore,
  layout: Layout<Row>,
  pages: AsyncIterable<Row[]>,
): Promise<StoredReport> {
  const sinks: Sinks = { csv: new PassThrough(OF_TEXTS), json: new PassThrough(OF_TEXTS) };
  const failures: unknown[] = [];
  // A failure ends the other parts: writing stops when a sink closes, and storing when its source does.
  const orEndAll = async <T>(part: Promise<T>): Promise<T | undefined> => {
    try {
      return await part;
    } catch (error) {
      failures.push(error);
      for (const sink of Object.values(sinks)) sink.destroy();
      return undefined;
    }
  };
  const limits = { maxBytes: Number.MAX_SAFE_INTEGER };
  const [rows, csv, json] = await Promise.all([
    orEndAll(writeAll(sinks, layout, pages)),
    orEndAll(blobs.put(encoded(sinks.csv), limits)),
    orEndAll(blobs.put(encoded(sinks.json), limits)),
  ]);
  if (rows !== undefined && csv !== undefined && json !== undefined) return { files: { csv, json }, rows };
  for (const stored of [csv, json]) if (stored !== undefined) await blobs.remove(stored.key);
  throw failures[0];
}

// JSON has one row per line too, for line-based tools.
async function writeAll<Row>(sinks: Sinks, layout: Layout<Row>, pages: AsyncIterable<Row[]>): Promise<number> {
  let count = 0;
  await write(sinks, layout.head, '[');
  for await (const page of pages) {
    for (let at = 0; at < page.length; at += PRINTED_AT_ONCE) {
      const rows = page.slice(at, at + PRINTED_AT_ONCE);
      const json = rows.map((row) => `\n${layout.json(row)}`).join(',');
      await write(sinks, rows.map((row) => layout.csv(row)).join(''), count === 0 ? json : `,${json}`);
      count += rows.length;
    }
  }
  await write(sinks, '', '\n]\n');
  for (const sink of Object.values(sinks)) sink.end();
  return count;
}

async function write(sinks: Sinks, csv: string, json: string): Promise<void> {
  await Promise.all([writeTo(sinks.csv, csv), writeTo(sinks.json, json)]);
}

// A store has copied a chunk when it requests the next, so one buffer is enough.
async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  let memory = new Uint8Array(0);
  for await (const text of pieces) {
    // At most three bytes for each UTF-16 code unit.
    if (memory.length < 3 * text.length) memory = new Uint8Array(3 * text.length);
    yield memory.subarray(0, encoder.encodeInto(text, memory).written);
  }
}
