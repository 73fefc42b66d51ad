/** Stores the heads of seal chains outside the database, and accepts a log in its current state. */
import type { Deps } from '../../platform/deps.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import type { Head } from './head.ts';
import { type KeptIn, checkHeads, problemIn, readKept } from './check-heads.ts';
import { type HeadPlace, openHeadPlaces } from './head-places.ts';
import { type ChainEnd, findSeal, listUnkept, saveSequence } from './heads.queries.ts';
import { NO_SEAL } from './seal.ts';
import { findLastSeal } from './seals.queries.ts';

/** A chain whose first seal is newer than this counts as stored from its beginning. */
const NEW_MS = 24 * 60 * 60 * 1000;

/**
 * Writes the last seal of every deployment to every place that lacks it. A place that cannot be written, or whose last
 * head is not part of the chain, is logged and left unchanged: sealing continues, and the next run retries.
 */
export async function keepHeads(deps: Deps): Promise<void> {
  for (const place of await openHeadPlaces(deps)) {
    for (const end of await listUnkept(deps.sql, place.id)) {
      await keepHead(deps, place, end).catch((error: unknown) => {
        deps.log.error(
          { err: error, deploymentId: end.deploymentId, place: place.name },
          'A seal could not be stored.',
        );
      });
    }
  }
}

/**
 * Records in every place that the log of a deployment is accepted in its current state. Returns the last seal. Throws a
 * one-line error if a place cannot be written.
 */
export async function acceptLog(deps: Deps, deploymentId: number, reason: string): Promise<ChainEnd> {
  const now = deps.clock();
  const kept = await readKept(deps, deploymentId);
  const last = await findLastSeal(deps.sql, deploymentId);
  const end = { deploymentId, number: last?.number ?? 0, seal: last?.seal ?? NO_SEAL };
  for (const place of await openHeadPlaces(deps)) {
    const Since = { Number: end.number, At: now.toISOString(), IsAccepted: true };
    await addHead(deps, place, { end, kept, Since, now });
    const written = await place.last(deploymentId);
    if (typeof written === 'object' && written.Since.At === Since.At && written.Since.IsAccepted) continue;
    throw new Error(
      `There is a newer record of deployment ${deploymentId} in ${place.name}; remove it if it is forged.`,
    );
  }
  const details = { seal: end.number, reason };
  await insertActivity(
    deps.sql,
    { deploymentId, userId: null, at: now },
    { type: 'ActivityAccepted', contentName: 'Activity log', details },
  );
  return end;
}

async function keepHead(deps: Deps, place: HeadPlace, end: ChainEnd): Promise<void> {
  const { deploymentId, number } = end;
  const kept = await readKept(deps, deploymentId);
  const own = kept.find(({ id }) => id === place.id);
  const wrong = own && (await problemIn(deps.sql, deploymentId, own, number));
  if (wrong !== undefined) {
    deps.log.error({ deploymentId, place: place.name, seal: wrong.number }, wrong.problem);
    return;
  }
  const now = deps.clock();
  const before = own?.head;
  const Since = typeof before === 'object' ? before.Since : await beginning(deps, end, kept, now);
  await addHead(deps, place, { end, kept, Since, now });
}

type NewHead = { end: ChainEnd; kept: KeptIn[]; Since: Head['Since']; now: Date };

async function addHead({ sql }: Pick<Deps, 'sql'>, place: HeadPlace, { end, kept, Since, now }: NewHead) {
  const { deploymentId, number, seal } = end;
  const own = kept.find(({ id }) => id === place.id);
  const last = typeof own?.head === 'object' ? own.head.Sequence : 0;
  const sequence = Math.max(last, own?.expected ?? 0) + 1;
  const head = { Deployment: deploymentId, Place: place.id, Sequence: sequence, Number: number };
  const isAdded = await place.add({ ...head, Seal: seal.toString('hex'), WrittenAt: now.toISOString(), Since });
  if (isAdded) await saveSequence(sql, { deploymentId, placeId: place.id, sequence, number, at: now });
}

// A new place inherits the start of another valid one: a new machine beside a bucket, or a new bucket.
async function beginning({ sql }: Deps, end: ChainEnd, kept: KeptIn[], now: Date): Promise<Head['Since']> {
  const { sound } = await checkHeads(sql, end.deploymentId, kept, now);
  const known = sound.map(({ head }) => head.Since).sort((a, b) => a.Number - b.Number)[0];
  if (known !== undefined) return known;
  const first = await findSeal(sql, end.deploymentId, 1);
  const isNew = first !== undefined && now.getTime() - Date.parse(first.sealedAt) < NEW_MS;
  return { Number: isNew ? 1 : end.number, At: now.toISOString(), IsAccepted: false };
}
