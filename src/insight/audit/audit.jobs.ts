/** Seals the activity log behind all current writers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../platform/deps.ts';
import { type Sql, transaction } from '../../platform/db/connection.ts';
import { waitForTurn } from '../../platform/db/locks.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { keepHeads } from './heads.actions.ts';
import { NO_SEAL, sealOf } from './seal.ts';
import { digestNext, findLastSeal, insertSeal, lastActivityId, listUnsealed, listWriters } from './seals.queries.ts';

/** Maximum rows per seal: a few megabytes of text in PostgreSQL. */
const BATCH = 10_000;
/** How often, and how many times, to check whether writers have finished; after that the next run continues. */
const POLL_INTERVAL_MS = 100;
const POLLS = 100;

/**
 * Seals the settled rows of every deployment and stores the latest seals outside the database. Idempotent, and safe
 * beside another worker.
 */
export const sealActivityJob = defineJob<Deps, typeof NoPayload>({
  name: 'seal-activity',
  payload: NoPayload,
  cron: '* * * * *',
  async run(deps) {
    const settledId = await findSettledId(deps.sql);
    if (settledId === undefined) return;
    for (const deploymentId of await listUnsealed(deps.sql, settledId)) {
      while (await sealNext(deps, deploymentId, settledId));
    }
    await keepHeads(deps);
  },
});

/**
 * The largest id below which no row can still appear; undefined if a transaction writes for too long. Ids are assigned
 * in order and committed in any order: a transaction that took a lower id before this check is among the writers, or
 * its row is visible.
 */
async function findSettledId(sql: Sql): Promise<number | undefined> {
  const id = await lastActivityId(sql);
  let writers = new Set(await listWriters(sql));
  for (let looks = 1; writers.size > 0; looks += 1) {
    if (looks > POLLS) return undefined;
    await sleep(POLL_INTERVAL_MS);
    writers = writers.intersection(new Set(await listWriters(sql)));
  }
  return id;
}

// False if nothing is left. Rows committed asynchronously are on disk before the seal, whose commit comes later in the
// same log.
async function sealNext({ sql, secretKey, clock }: Deps, deploymentId: number, upToId: number): Promise<boolean> {
  return transaction(sql, async (tx) => {
    await waitForTurn(tx, `seals:${deploymentId}`);
    const last = await findLastSeal(tx, deploymentId);
    const afterId = last?.throughId ?? 0;
    const { throughId, ...found } = await digestNext(tx, { deploymentId, afterId, upToId }, BATCH);
    if (found.rows === 0) return false;
    const next = { number: (last?.number ?? 0) + 1, afterId, throughId, sealedAt: clock().toISOString() };
    const seal = sealOf(secretKey, deploymentId, next, found, last?.seal ?? NO_SEAL);
    await insertSeal(tx, deploymentId, { ...next, rows: found.rows, seal });
    return found.rows === BATCH;
  });
}
