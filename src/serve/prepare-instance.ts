/** Prepares the instance at each start: blob store, secret key, uploads; at the first one deployment, site admin, token. */
import type { Config } from '../platform/config/config.ts';
import { createHashPool } from '../platform/blobs/sums/hash.ts';
import { openBlobStore } from '../platform/blobs/open.ts';
import { systemClock } from '../platform/clock.ts';
import { loadSecretKey } from '../platform/crypto/secret-key.ts';
import { connect } from '../platform/db/connection.ts';
import type { FirstRun } from './found-instance.ts';
import { assertSecretKey } from './secret-key-check.ts';
import { ensureActivityPartitions } from '../core/activity/activity.queries.ts';
import { resetUnflushed } from '../content/uploads/staged.queries.ts';

/**
 * Claims the blob store for this instance, sets uploads back that lost bytes in a power cut, and creates the first
 * deployment if there is none.
 */
export async function prepareInstance(config: Config, databaseUrl: string): Promise<FirstRun | null> {
  const sql = connect(databaseUrl, 1);
  const hashes = createHashPool();
  try {
    const [instance] = await sql<{ id: string; isFounded: boolean }[]>`
      select instance_id as id, exists (select from deployments) as "isFounded" from instance`;
    if (instance === undefined)
      throw new Error('The database has no instance id; it was not created by carrel migrate.');
    await ensureActivityPartitions(sql, systemClock());
    const blobs = await openBlobStore(config.blobs, { clock: systemClock, hashes });
    try {
      await blobs.claim(instance.id);
      if (blobs.deferred !== undefined) await resetUnflushed(sql, blobs.deferred.boot);
    } finally {
      await blobs.close();
    }
    await assertSecretKey(sql, await loadSecretKey(config));
    return instance.isFounded ? null : await (await import('./found-instance.ts')).foundInstance(config, sql);
  } finally {
    await sql.end();
    await hashes.close();
  }
}
