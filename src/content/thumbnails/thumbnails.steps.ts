/** Renders and stores the thumbnail of a content, for requests and the background job. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../platform/deps.ts';
import type { StoredBlob } from '../../platform/blobs/store.ts';
import { removeBytes } from '../../platform/blobs/remove-bytes.jobs.ts';
import { commitLater, transaction } from '../../platform/db/connection.ts';
import { QueueFullError } from '../../platform/rendering/queue.ts';
import {
  type MissingPart,
  type Render,
  RendererClosedError,
  type Rendering,
} from '../../platform/rendering/renderer.ts';
import { createClaim, waitUntilUnclaimed } from './claim.ts';
import {
  type ThumbnailId,
  type ThumbnailRow,
  findContent,
  findThumbnail,
  lockThumbnail,
  putThumbnail,
} from './thumbnails.queries.ts';

const RETRY_MS = 3_600_000;
/** A file that crashed this many renderings gets no more attempts. */
const MAX_ATTEMPTS = 3;
const MAX_PNG_BYTES = 16 * 1024 * 1024;

/** An image in the blob store. */
export type StoredThumbnail = { storageKey: string; bytes: number; hash: string };

/** The thumbnail, null if none can be rendered, or `later`: it was not ready in time. */
export type Obtained = StoredThumbnail | null | 'later';

/**
 * Finds or renders the thumbnail. Concurrent requests, and processes of all nodes, wait for the same rendering
 * (decision 0081); after `waitMs`, or when too many renderings wait, the answer is `later`, and the rendering continues
 * and is stored.
 */
export async function obtainThumbnail(deps: Deps, id: ThumbnailId, waitMs: number): Promise<Obtained> {
  const found = await findThumbnail(deps.sql, id);
  if (found !== undefined && isSettled(deps, found)) return pictureOf(found);
  const made = makeOnce(deps, id).catch((error: unknown): Obtained => {
    if (error instanceof QueueFullError || error instanceof RendererClosedError) return 'later';
    throw error;
  });
  const timer = new AbortController();
  // Nobody may be waiting anymore when it fails.
  made.catch((error: unknown) => deps.log.warn({ err: error, ...id }, 'A thumbnail could not be rendered.'));
  try {
    return await Promise.race([made, sleep(waitMs, 'later' as const, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}

/**
 * Renders the thumbnail if it does not exist; rejects like the renderer. Returns false if another process is rendering
 * it.
 */
export async function ensureThumbnail(deps: Deps, id: ThumbnailId): Promise<boolean> {
  const found = await findThumbnail(deps.sql, id);
  return (found !== undefined && isSettled(deps, found)) || (await attempt(deps, id)) !== 'claimed';
}

// An image is final unless a program was missing that is available now; a failure is final unless a retry is due.
function isSettled({ renderer, clock }: Deps, row: ThumbnailRow): boolean {
  if (row.missingPart !== null) return renderer.lacks(row.missingPart);
  return row.retryAt === null || Date.parse(row.retryAt) > clock().getTime();
}

function pictureOf({ storageKey, bytes, hash }: ThumbnailRow): StoredThumbnail | null {
  return storageKey === null || bytes === null || hash === null ? null : { storageKey, bytes, hash };
}

const running = new WeakMap<Deps['sql'], Map<string, Promise<StoredThumbnail | null>>>();

function makeOnce(deps: Deps, id: ThumbnailId): Promise<StoredThumbnail | null> {
  const ours = running.get(deps.sql) ?? new Map<string, Promise<StoredThumbnail | null>>();
  running.set(deps.sql, ours);
  const name = JSON.stringify(id);
  const made = ours.get(name) ?? make(deps, id).finally(() => ours.delete(name));
  ours.set(name, made);
  return made;
}

async function make(deps: Deps, id: ThumbnailId): Promise<StoredThumbnail | null> {
  for (;;) {
    const outcome = await attempt(deps, id);
    if (outcome !== 'claimed') return outcome;
    await waitUntilUnclaimed(deps.sql, id, deps.renderer.closing);
    const found = await findThumbnail(deps.sql, id);
    if (found !== undefined && isSettled(deps, found)) return pictureOf(found);
  }
}

/** Renders and stores the thumbnail, unless another process is rendering it: `claimed`. */
async function attempt(deps: Deps, id: ThumbnailId): Promise<StoredThumbnail | null | 'claimed'> {
  const claim = createClaim(deps.sql, id);
  try {
    // A claim is taken when the rendering begins: one that waits for its turn would keep others from rendering it.
    const rendered = await deps.renderer.inTurn(async (render) =>
      (await claim.take()) ? renderContent(deps, id, render) : 'claimed',
    );
    if (rendered === 'claimed') return rendered;
    return 'settled' in rendered ? rendered.settled : await store(deps, id, rendered);
  } finally {
    await claim.release();
  }
}

/** `settled`: another process stored the thumbnail before it was claimed, or the content is gone. */
async function renderContent(
  deps: Deps,
  id: ThumbnailId,
  render: Render,
): Promise<Rendering | { settled: StoredThumbnail | null }> {
  const { sql, blobs } = deps;
  const [found, content] = await Promise.all([findThumbnail(sql, id), findContent(sql, id)]);
  if (found !== undefined && isSettled(deps, found)) return { settled: pictureOf(found) };
  if (content === undefined) return { settled: null };
  const { storageKey, size } = content;
  const source = { size, read: (range: { start: number; end: number }) => blobs.read(storageKey, range) };
  return render({ ...id, source });
}

async function store(deps: Deps, id: ThumbnailId, rendering: Rendering): Promise<StoredThumbnail | null> {
  const { png, missingPart } = rendering;
  if (missingPart !== null) logMissingPart(deps, missingPart);
  const stored = png === null ? null : await deps.blobs.put(onePiece(png), { maxBytes: MAX_PNG_BYTES });
  return keep(deps, id, rendering, stored);
}

const logged = new WeakMap<Deps['renderer'], Set<MissingPart>>();

// Once per part, because every document that needs it would log the same.
function logMissingPart({ renderer, log }: Deps, part: MissingPart): void {
  const parts = logged.get(renderer) ?? new Set();
  logged.set(renderer, parts);
  if (parts.has(part)) return;
  parts.add(part);
  log.warn({ part }, 'A thumbnail is simplified or missing because a program is not installed; see carrel doctor.');
}

/**
 * Stores the outcome. If another process was faster, keeps its image and removes ours. The sweep removes the bytes if
 * the transaction fails because the content or the database is gone.
 */
async function keep(
  deps: Deps,
  id: ThumbnailId,
  rendering: Rendering,
  stored: StoredBlob | null,
): Promise<StoredThumbnail | null> {
  const now = deps.clock();
  const row = await transaction(deps.sql, async (tx) => {
    // If the commit is lost with the database server, the thumbnail is rendered again.
    await Promise.all([commitLater(tx), lockThumbnail(tx, id)]);
    const before = await findThumbnail(tx, id, true);
    const old = before?.storageKey ?? null;
    if (before !== undefined && old !== null && isSettled(deps, before)) return before;
    const mayRetry = rendering.mayWorkLater && (before?.attempts ?? 0) + 1 < MAX_ATTEMPTS;
    const retryAt = mayRetry ? new Date(now.getTime() + RETRY_MS) : null;
    await putThumbnail(tx, id, { stored, missingPart: rendering.missingPart, retryAt, now });
    if (old !== null) await removeBytes(tx, [old]);
    return findThumbnail(tx, id);
  });
  if (stored !== null && row?.storageKey !== stored.key) await deps.blobs.remove(stored.key);
  return row === undefined ? null : pictureOf(row);
}

async function* onePiece(bytes: Buffer): AsyncGenerator<Buffer, void> {
  yield bytes;
}
