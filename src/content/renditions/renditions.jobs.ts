/** Makes renditions before they are requested, and deletes pages and playbacks that nobody views. */
import { type Static, Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { removeBytes } from '../../platform/blobs/remove-bytes.jobs.ts';
import { type Sql, type Tx, transaction } from '../../platform/db/connection.ts';
import { type Job, NoPayload, addJob, defineJob } from '../../platform/jobs/job.ts';
import { RENDERABLE_KINDS } from '../../platform/rendering/kinds.ts';
import { needsOffice } from '../../platform/rendering/first-bytes.ts';
import { LEASE_MS } from './claims.queries.ts';
import {
  type RenditionId,
  deleteOversized,
  deleteUnreadPages,
  findContent,
  listOversized,
} from './renditions.queries.ts';
import { ensureRendition, pdfOf } from './renditions.steps.ts';

const KEPT_DAYS = 28;
const DAY_MS = 86_400_000;
const BATCH = 1_000;
/** For the pictures of pages and the playbacks of all documents of a deployment. Between two runs, it can be more. */
const MAX_DEPLOYMENT_BYTES = 10 * 1024 ** 3;

const Payload = Type.Object({
  deploymentId: Type.Integer(),
  blobId: Type.Integer(),
  kind: Type.Enum([...RENDERABLE_KINDS]),
});

/** Converts an office document to PDF if that was not done. */
export const renditionJob: Job<Deps, typeof Payload> = defineJob({
  name: 'rendition',
  payload: Payload,
  // A request makes it if the job fails.
  maxAttempts: 5,
  isHeavy: true,
  // After texts, which are read from the PDF and make it.
  turn: 'late',
  async run(deps, payload) {
    if (await ensurePdf(deps, payload)) return;
    // A process that exits while it makes the PDF leaves it to this job.
    const runAt = new Date(deps.clock().getTime() + LEASE_MS);
    await transaction(deps.sql, (tx) => addJob(tx, renditionJob, payload, { runAt }));
  },
});

/** Converts an office document if that was not done and is possible. Returns false if another process is converting it. */
export async function ensurePdf(deps: Deps, content: Static<typeof Payload>): Promise<boolean> {
  const id = pdfOf({ ...content, isAnnotated: false });
  return !(await isConvertible(deps, id)) || (await ensureRendition(deps, id));
}

/**
 * Deletes pictures of pages and playbacks that were not read for four weeks, and those of a deployment that were not read for longest while all of
 * them take too much. They are made again on request.
 */
export const sweepPagesJob = defineJob<Deps, typeof NoPayload>({
  name: 'sweep-pages',
  payload: NoPayload,
  cron: '20 * * * *',
  async run({ sql, clock }) {
    const before = new Date(clock().getTime() - KEPT_DAYS * DAY_MS);
    await removeInBatches(sql, (tx) => deleteUnreadPages(tx, before, BATCH));
    const bounds = { maxBytes: MAX_DEPLOYMENT_BYTES, limit: BATCH };
    for (const deploymentId of await listOversized(sql, MAX_DEPLOYMENT_BYTES))
      await removeInBatches(sql, (tx) => deleteOversized(tx, deploymentId, bounds));
  },
});

async function removeInBatches(sql: Sql, deleteSome: (tx: Tx) => Promise<(string | null)[]>): Promise<void> {
  let deleted = BATCH;
  while (deleted === BATCH) {
    deleted = await transaction(sql, async (tx) => {
      const keys = await deleteSome(tx);
      const stored = keys.filter((key) => key !== null);
      if (stored.length > 0) await removeBytes(tx, stored);
      return keys.length;
    });
  }
}

async function isConvertible({ sql, blobs }: Deps, id: RenditionId): Promise<boolean> {
  const content = await findContent(sql, id);
  if (content === undefined) return false;
  const { storageKey, size } = content;
  return needsOffice({ kind: id.kind, source: { size, read: (range) => blobs.read(storageKey, range) } });
}
