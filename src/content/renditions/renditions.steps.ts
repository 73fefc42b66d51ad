/** Makes and stores renditions of a content, for requests and background jobs. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../platform/deps.ts';
import { BlobMissingError, type ByteRange, type StoredBlob } from '../../platform/blobs/store.ts';
import { removeBytes } from '../../platform/blobs/remove-bytes.jobs.ts';
import { commitLater, transaction } from '../../platform/db/connection.ts';
import { notFound } from '../../platform/errors.ts';
import type { About } from '../../platform/rendering/job.ts';
import type { RenderableKind } from '../../platform/rendering/kinds.ts';
import { MAX_PLAYBACK_BYTES } from '../../platform/rendering/output.ts';
import { QueueFullError } from '../../platform/limits/bounded-queue.ts';
import { type Render, RendererClosedError, type Rendering } from '../../platform/rendering/renderer.ts';
import type { Span } from '../../platform/rendering/workspace.ts';
import { isSettled, logMissingPart, nextAttempt } from './attempts.ts';
import { createClaim, waitUntilClaimed, waitUntilUnclaimed } from './claim.ts';
import type { ClaimId } from './claims.queries.ts';
import { deleteMissing } from './read-rendition.ts';
import {
  type RenditionId,
  type RenditionRow,
  deleteExcessPages,
  findContent,
  findRendition,
  lockContent,
  lockRendition,
  lookOf,
  putRendition,
} from './renditions.queries.ts';

const MIB = 1024 * 1024;
/** As much as the renderer passes on. */
const MAX_BYTES = 128 * MIB;
const SPANS: Partial<Record<RenditionId['form']['type'], Span>> = { pdf: 'long', playback: 'longest' };
/** In which a worker begins with an office document: its LibreOffice waits, and a new one takes a second to start. */
const HEAD_START_MS = 150;
/** For the pictures of pages of one content in all widths. */
const MAX_PAGES_BYTES = 256 * MIB;

/** Bytes in the blob store. */
export type StoredRendition = {
  storageKey: string;
  bytes: number;
  hash: string;
  about: About | null;
  readOn: string | null;
};

/** A rendition without bytes. */
export type Counted = { storageKey: null; about: About };

/** A rendition that was made. */
export type Made = StoredRendition | Counted;

/** Null if none can be made, or `later`: it was not ready in time. */
export type Obtained = Made | null | 'later';

/** The content was purged meanwhile. */
class ContentGoneError extends Error {
  override name = 'ContentGoneError';
}

/** The PDF that pages are drawn from was lost; it is made again. */
class SourceLostError extends Error {
  override name = 'SourceLostError';
}

/**
 * Finds or makes the rendition; 404 if the content is purged. Concurrent requests, and processes of all nodes, wait for the same rendering
 * (decision 0081); after `waitMs`, or when too many renderings wait, the answer is `later`, and the rendering continues
 * and is stored.
 */
export async function obtainRendition(deps: Deps, id: RenditionId, waitMs: number): Promise<Obtained> {
  const found = await findRendition(deps.sql, id);
  if (found !== undefined && isSettled(deps, found)) return madeOf(found);
  const made = makeOnce(deps, id).catch((error: unknown): Obtained => {
    if (isTemporary(error)) return 'later';
    throw error instanceof ContentGoneError ? notFound('document') : error;
  });
  const timer = new AbortController();
  // Nobody may be waiting anymore when it fails.
  made.catch((error: unknown) => deps.log.warn({ err: error, ...id }, 'A rendition could not be made.'));
  try {
    return await Promise.race([made, sleep(waitMs, 'later' as const, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}

/** Makes the rendition if it does not exist; rejects like the renderer. Returns false if another process is making it. */
export async function ensureRendition(deps: Deps, id: RenditionId): Promise<boolean> {
  const found = await findRendition(deps.sql, id);
  if (found !== undefined && isSettled(deps, found)) return true;
  try {
    return (await attempt(deps, id)) !== 'claimed';
  } catch (error) {
    if (error instanceof ContentGoneError) return true;
    throw error;
  }
}

function isTemporary(error: unknown): boolean {
  return error instanceof QueueFullError || error instanceof RendererClosedError || error instanceof SourceLostError;
}

function madeOf({ storageKey, bytes, hash, about, readOn }: RenditionRow): Made | null {
  if (storageKey === null || bytes === null || hash === null)
    return about === null ? null : { storageKey: null, about };
  return { storageKey, bytes, hash, about, readOn };
}

const running = new WeakMap<Deps['sql'], Map<string, Promise<Made | null>>>();

function makeOnce(deps: Deps, id: RenditionId): Promise<Made | null> {
  const ours = running.get(deps.sql) ?? new Map<string, Promise<Made | null>>();
  running.set(deps.sql, ours);
  const name = JSON.stringify(id);
  const made = ours.get(name) ?? make(deps, id).finally(() => ours.delete(name));
  ours.set(name, made);
  return made;
}

async function make(deps: Deps, id: RenditionId): Promise<Made | null> {
  const { sql, renderer } = deps;
  if (isOffice(id.kind) && id.form.type !== 'pages' && !renderer.keepsOffice)
    await waitUntilClaimed(sql, claimOf(id), { ms: HEAD_START_MS, signal: renderer.closing });
  for (;;) {
    const outcome = await attempt(deps, id);
    if (outcome !== 'claimed') return outcome;
    await waitUntilUnclaimed(sql, claimOf(id), renderer.closing);
    const found = await findRendition(sql, id);
    if (found !== undefined && isSettled(deps, found)) return madeOf(found);
  }
}

/** Makes and stores the rendition, unless another process is making it: `claimed`. */
async function attempt(deps: Deps, id: RenditionId): Promise<Made | null | 'claimed'> {
  const claim = createClaim(deps.sql, claimOf(id));
  try {
    // A claim is taken when the rendering begins: one that waits for its turn would keep others from rendering it.
    const rendered = await deps.renderer.inTurn(
      async (render) => ((await claim.take()) ? renderContent(deps, id, render) : 'claimed'),
      { span: SPANS[id.form.type] ?? 'usual' },
    );
    if (rendered === 'claimed') return rendered;
    return 'settled' in rendered ? rendered.settled : await store(deps, id, rendered);
  } finally {
    await claim.release();
  }
}

function claimOf(id: RenditionId): ClaimId {
  const { deploymentId, blobId, size, isAnnotated } = id;
  return { deploymentId, blobId, look: lookOf(id), size, isAnnotated };
}

/** `settled`: another process stored the rendition before it was claimed. */
async function renderContent(
  deps: Deps,
  id: RenditionId,
  render: Render,
): Promise<Rendering<StoredBlob> | { settled: Made | null }> {
  const [found, source] = await Promise.all([findRendition(deps.sql, id), findSource(deps, id)]);
  if (found !== undefined && isSettled(deps, found)) return { settled: madeOf(found) };
  if (source === undefined) throw new ContentGoneError('The content is gone.');
  const { kind, ...content } = source;
  const { form, size, isAnnotated } = id;
  const maxBytes = form.type === 'playback' ? MAX_PLAYBACK_BYTES : MAX_BYTES;
  const save = async (bytes: AsyncIterable<Buffer>) => deps.blobs.put(bytes, { maxBytes });
  return render({ kind, form, size, isAnnotated, source: content, save });
}

/** Pages of office documents are drawn from their PDF, all else from the content. */
async function findSource(deps: Deps, id: RenditionId) {
  const { sql, blobs } = deps;
  if (id.form.type === 'pages' && isOffice(id.kind)) {
    const pdf = pdfOf(id);
    const row = await findRendition(sql, pdf);
    if (row === undefined || row.storageKey === null || row.bytes === null)
      throw new SourceLostError('There is no PDF of the document.');
    const { storageKey, bytes } = row;
    const read = (range: ByteRange) =>
      blobs.read(storageKey, range).catch(async (error: unknown) => {
        if (!(error instanceof BlobMissingError)) throw error;
        await deleteMissing(deps, pdf, { storageKey });
        throw new SourceLostError('The PDF of the document is lost.');
      });
    return { kind: 'pdf' as const, size: bytes, read };
  }
  const content = await findContent(sql, id);
  if (content === undefined) return undefined;
  const { storageKey, size } = content;
  return { kind: id.kind, size, read: (range: ByteRange) => blobs.read(storageKey, range) };
}

/** Whether LibreOffice reads documents of this kind. */
export function isOffice(kind: RenderableKind): boolean {
  return kind === 'word' || kind === 'spreadsheet' || kind === 'presentation';
}

/** The MP4 of a video or sound: the content decides which. */
export function playbackOf({ deploymentId, blobId }: Pick<RenditionId, 'deploymentId' | 'blobId'>): RenditionId {
  return { deploymentId, blobId, kind: 'video', form: { type: 'playback' }, size: 0, isAnnotated: false };
}

/** The PDF of an office document. */
export function pdfOf(id: Omit<RenditionId, 'form' | 'size'>): RenditionId {
  return { ...id, form: { type: 'pdf' }, size: 0 };
}

async function store(deps: Deps, id: RenditionId, rendering: Rendering<StoredBlob>): Promise<Made | null> {
  const { missingPart } = rendering;
  if (missingPart !== null) logMissingPart(deps, missingPart);
  return keep(deps, id, rendering);
}

/**
 * Stores the outcome. If another process was faster, keeps its rendition and removes ours. The sweep removes the bytes if
 * the transaction fails because the database is gone.
 */
async function keep(deps: Deps, id: RenditionId, rendering: Rendering<StoredBlob>): Promise<Made | null> {
  const now = deps.clock();
  const { output: stored, about, missingPart } = rendering;
  const row = await transaction(deps.sql, async (tx) => {
    // If the commit is lost with the database server, it is rendered again. A purge locks the content first, too.
    const [isThere] = await Promise.all([lockContent(tx, id), commitLater(tx), lockRendition(tx, id)]);
    if (!isThere) return undefined;
    const before = await findRendition(tx, id, true);
    const old = before?.storageKey ?? null;
    if (before !== undefined && madeOf(before) !== null && isSettled(deps, before)) return before;
    const retryAt = nextAttempt(rendering, before?.attempts ?? 0, now);
    await putRendition(tx, id, { stored, about, missingPart, retryAt, now });
    const unneeded = old === null ? [] : [old];
    if (id.form.type === 'pages' && stored !== null)
      unneeded.push(...(await deleteExcessPages(tx, id, { keep: stored.key, maxBytes: MAX_PAGES_BYTES })));
    if (unneeded.length > 0) await removeBytes(tx, unneeded);
    return findRendition(tx, id);
  });
  if (stored !== null && row?.storageKey !== stored.key) await deps.blobs.remove(stored.key);
  if (row === undefined) throw new ContentGoneError('The content was purged while it was rendered.');
  return madeOf(row);
}
