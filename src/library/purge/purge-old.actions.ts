/** docs/api/trash.md#purging-old-documents */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { startAsyncJob } from '../../core/async-jobs/async-jobs.steps.ts';
import { assertPurgingEnabled } from '../../core/settings/settings.access.ts';
import { purgeOldJob } from './purge-old.jobs.ts';
import { lastDocumentId } from './purge-old.queries.ts';
import type { PurgeOldBody } from './purge-old.schema.ts';

const DAY_MS = 24 * 3_600_000;

/** Content stored at or before this time is at least `days` days old. */
export function storedBefore(days: number, now: Date): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** Starts purging old documents of all libraries, and returns the job's id. 403 while purging is disabled. */
export async function startPurgeOld(deps: Deps, actor: Actor, wanted: Static<typeof PurgeOldBody>): Promise<number> {
  return creation(deps.sql, actor, async (tx) => {
    await assertPurgingEnabled(tx, actor);
    const isDryRun = wanted.DryRun === true;
    if (!isDryRun) {
      const details = { days: wanted.Days };
      await recordActivity(tx, actor, { type: 'PurgeStarted', contentName: 'Old documents', details });
    }
    return startAsyncJob(tx, actor, purgeOldJob, {
      storedBefore: storedBefore(wanted.Days, actor.now).toISOString(),
      lastId: await lastDocumentId(tx, actor.deploymentId),
      isDryRun,
    });
  });
}
