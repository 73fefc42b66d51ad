/** Reads the documents of a folder: one page, or all of them as a stream. */
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { Config } from '../../platform/config/config.ts';
import { type Db, type Sql, snapshot } from '../../platform/db/connection.ts';
import { Problem } from '../../platform/errors.ts';
import { MAX_TOP } from '../../platform/http/paging.ts';
import { type LimitConcurrency, limitConcurrency } from '../../platform/limits/limit-concurrency.ts';
import type { Actor } from '../../core/actor.ts';
import { readVersion } from '../counts/list-versions.queries.ts';
import { type ItemDetails, describeDocuments } from '../listings/item-details.queries.ts';
import { type Listing, isUnfiltered } from '../listings/listing.ts';
import type { FolderRow } from '../tree/tree.queries.ts';
import { formatDocuments, formatEntries } from './document-list.presenter.ts';
import { type DocumentEntry, countDocuments, listDocuments, readPositions } from './documents.queries.ts';
import { type ListPositions, MAX_REMEMBERED, type Start } from './list-positions.ts';

const MAX_WAITING = 20;
const WAIT_MS = 5_000;

/** Turns of long lists, each of which holds a connection while its client reads; 503 if none comes soon. */
export function takeTurns({ apiConnections }: Pick<Config, 'apiConnections'>): LimitConcurrency {
  const refuse = () =>
    new Problem(
      '/unavailable',
      'Too many long lists are being read. Request pages with top and skip, or try again soon.',
      {
        headers: { 'retry-after': '5' },
      },
    );
  return limitConcurrency(Math.min(2, apiConnections - 1), { length: MAX_WAITING, waitMs: WAIT_MS, refuse });
}

/** A client that reads nothing for so long loses its connection. */
const STALL_MS = 30_000;

/**
 * The rows of a page and one more if it exists, the total over all pages, and a version of the list: if it is still the
 * same, the rows are current.
 */
export async function readPage(
  sql: Sql,
  positions: ListPositions,
  actor: Actor,
  folder: FolderRow,
  listing: Listing,
): Promise<ListedPage> {
  if (!isUnfiltered(listing)) return readFiltered(sql, actor, folder, listing);
  const start = positions.find(folder.folderId, listing);
  const { rows, counted } =
    start === null
      ? await readFromTop(sql, actor, folder, listing)
      : await readFrom(sql, start, actor, folder, listing);
  const { total, denied, version } = counted;
  if (denied === 0 && total <= MAX_REMEMBERED && positions.isDue(folder.folderId, listing, version)) {
    positions.remember(folder.folderId, listing, await readPositions(sql, actor, folder, listing));
  }
  return { rows, total, version };
}

type ListedPage = { rows: DocumentEntry[]; total: number; version: number };
type CountedPage = { rows: DocumentEntry[]; counted: Awaited<ReturnType<typeof countDocuments>> };

// In this order, in one round trip: a change after the version was read is in the rows or raises the version.
async function readFromTop(sql: Sql, actor: Actor, folder: FolderRow, listing: Listing): Promise<CountedPage> {
  const [counted, rows] = await Promise.all([
    countDocuments(sql, actor, folder, listing),
    listDocuments(sql, actor, folder, listing),
  ]);
  return { rows, counted };
}

async function readFrom(
  sql: Sql,
  start: Start,
  actor: Actor,
  folder: FolderRow,
  listing: Listing,
): Promise<CountedPage> {
  const near = { ...listing, skip: start.skip, page: { ...listing.page, after: start.after } };
  const rows = await listDocuments(sql, actor, folder, near);
  // After the page: if the version is the same now, it was so when the page was read.
  const counted = await countDocuments(sql, actor, folder, listing);
  if (counted.version === start.version && counted.denied === 0) return { rows, counted };
  return { rows: await listDocuments(sql, actor, folder, listing), counted };
}

// The last page shows how many documents match: they need not be compared a second time.
async function readFiltered(sql: Sql, actor: Actor, folder: FolderRow, listing: Listing): Promise<ListedPage> {
  const [version, rows] = await Promise.all([
    readVersion(sql, actor, folder),
    listDocuments(sql, actor, folder, listing),
  ]);
  const { page, skip } = listing;
  const isLast = page.after === null && page.limit !== null && rows.length <= page.limit;
  if (isLast && (rows.length > 0 || skip === 0)) return { rows, total: skip + rows.length, version };
  return { rows, total: (await countDocuments(sql, actor, folder, listing)).total, version };
}

type Source = { sql: Sql; inTurn: LimitConcurrency; baseUrl: string };

/**
 * All documents as JSON text and their number. Short lists are read at once. Long ones are read in pieces of one
 * snapshot of the database while the client receives them, so memory does not grow with the list.
 */
export async function readWhole(
  { sql, inTurn, baseUrl }: Source,
  actor: Actor,
  folder: FolderRow,
  listing: Listing,
): Promise<{ body: string | Readable; total: number }> {
  const first = await listDocuments(sql, actor, folder, pieceAfter(listing, null));
  if (first.length <= MAX_TOP) {
    const listed = { documents: first, details: await describe(sql, actor, first, listing) };
    return { body: formatDocuments(baseUrl, folder.folderId, listed), total: first.length };
  }
  const body = new PassThrough();
  // Until the answer is sent, nobody else listens: a failure then would end the process.
  body.on('error', () => {});
  const counted = Promise.withResolvers<number>();
  inTurn(() =>
    snapshot(sql, async (tx) => {
      counted.resolve((await countDocuments(tx, actor, folder, listing)).total);
      let next: Listing | null = pieceAfter(listing, null);
      for (let lead = '['; next !== null; lead = ',') {
        const rows: DocumentEntry[] = await listDocuments(tx, actor, folder, next);
        const kept = rows.slice(0, MAX_TOP);
        next = rows.length > MAX_TOP ? pieceAfter(listing, kept.at(-1) ?? null) : null;
        const details = await describe(tx, actor, kept, listing);
        await write(body, lead + formatEntries(baseUrl, folder.folderId, { documents: kept, details }));
      }
    }),
  ).then(
    () => body.end(']'),
    (error: Error) => {
      counted.reject(error);
      body.destroy(error);
    },
  );
  return { body, total: await counted.promise };
}

/** The additional properties that the listing asks for, in one statement. */
export function describe(
  sql: Db,
  actor: Actor,
  rows: DocumentEntry[],
  { expand }: Listing,
): Promise<Map<number, ItemDetails>> {
  const documentIds = rows.map(({ documentId }) => documentId);
  return describeDocuments(sql, actor, documentIds, expand);
}

/** The sort key of a row. */
export function sortKeyOf({ orderBy }: Listing, row: DocumentEntry): [string | number, number] {
  const value = ({ name: row.nameKey, date: row.modifiedAt, size: row.size } as const)[orderBy];
  return [value ?? '', row.documentId];
}

function pieceAfter(listing: Listing, last: DocumentEntry | null): Listing {
  return { ...listing, page: { limit: MAX_TOP, after: last === null ? null : sortKeyOf(listing, last) } };
}

async function write(body: PassThrough, text: string): Promise<void> {
  if (body.write(text)) return;
  const closed = new AbortController();
  const onClose = () => closed.abort(new Error('The client left.'));
  body.once('close', onClose);
  if (body.destroyed) onClose();
  try {
    await once(body, 'drain', { signal: AbortSignal.any([closed.signal, AbortSignal.timeout(STALL_MS)]) });
  } finally {
    body.off('close', onClose);
  }
}
