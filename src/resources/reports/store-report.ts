/** Writing a report into the blob store, in both forms while its rows go by once. */
import { PassThrough } from 'node:stream';
import { writeTo } from '../../platform/blobs/send.ts';
import type { BlobStore, StoredBlob } from '../../platform/blobs/store.ts';
import type { FileForm } from '../async-jobs/files.queries.ts';
import type { Layout } from './layouts.ts';

type Sinks = Record<FileForm, PassThrough>;

export type StoredReport = { files: Record<FileForm, StoredBlob>; rows: number };

/**
 * Stores what the pages hold; the memory that it takes does not grow with them. Rejects with what went wrong first, and
 * then nothing is left in the store.
 */
export async function storeReport<Row>(
  blobs: BlobStore,
  layout: Layout<Row>,
  pages: AsyncIterable<Row[]>,
): Promise<StoredReport> {
  const sinks: Sinks = { csv: new PassThrough(), json: new PassThrough() };
  const failures: unknown[] = [];
  // One that fails ends the others: writing stops when a sink closes, and storing when its source does.
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
    orEndAll(blobs.put(sinks.csv, limits)),
    orEndAll(blobs.put(sinks.json, limits)),
  ]);
  if (rows !== undefined && csv !== undefined && json !== undefined) return { files: { csv, json }, rows };
  for (const stored of [csv, json]) if (stored !== undefined) await blobs.remove(stored.key);
  throw failures[0];
}

// JSON has a row on each line too, so that tools which know lines can read it.
async function writeAll<Row>(sinks: Sinks, layout: Layout<Row>, pages: AsyncIterable<Row[]>): Promise<number> {
  let count = 0;
  await write(sinks, layout.head, '[');
  for await (const rows of pages) {
    const json = rows.map((row) => `\n${layout.json(row)}`).join(',');
    await write(sinks, rows.map((row) => layout.csv(row)).join(''), count === 0 ? json : `,${json}`);
    count += rows.length;
  }
  await write(sinks, '', '\n]\n');
  for (const sink of Object.values(sinks)) sink.end();
  return count;
}

async function write(sinks: Sinks, csv: string, json: string): Promise<void> {
  await Promise.all([writeTo(sinks.csv, Buffer.from(csv)), writeTo(sinks.json, Buffer.from(json))]);
}
