/** Sealing the activity log, behind all who write to it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../platform/deps.ts';
import { type Sql, transaction } from '../../platform/db/connection.ts';
import { waitForTurn } from '../../platform/db/locks.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { keepHeads } from './heads.keep.ts';
import { NO_SEAL, sealOf } from './seal.ts';
import { digestNext, findLastSeal, insertSeal, lastActivityId, listUnsealed, listWriters } from './seals.queries.ts';

/** Rows that one seal covers at most: some megabytes of text in PostgreSQL. */
const BATCH = 10_000;
/** How often, and how many times, it is looked whether writers have ended; after that it is for the next minute. */
const POLL_INTERVAL_MS = 100;
const POLLS = 100;

/**
 * Seals the settled rows of every deployment, and keeps the last seals outside of the database. Running it again, or beside
 * another worker, is harmless.
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
 * An id up to which no row can come any more; undefined if somebody writes for too long. Ids are taken in order and
 * committed in any: whoever has taken one of them before this looked is among the writers, or its row is there.
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

// False when nothing is left. Rows that did not wait for the disk are on it before the seal is: its commit comes later in
// the same log.
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
