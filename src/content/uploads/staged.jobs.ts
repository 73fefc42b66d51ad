/** Deletes expired staged uploads with their bytes, unless a content uses those. */
import type { Deps } from '../../platform/deps.ts';
import { removeBytes } from '../../platform/blobs/remove-bytes.jobs.ts';
import { transaction } from '../../platform/db/connection.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { deleteExpiredUploads } from './staged.queries.ts';

const BATCH = 500;

export const expireUploadsJob = defineJob<Deps, typeof NoPayload>({
  name: 'expire-uploads',
  payload: NoPayload,
  cron: '23 * * * *',
  async run(deps) {
    while ((await expireSome(deps)) === BATCH);
  },
});

async function expireSome({ sql, clock }: Deps): Promise<number> {
  return transaction(sql, async (tx) => {
    const { deleted, unusedKeys } = await deleteExpiredUploads(tx, clock(), BATCH);
    await removeBytes(tx, unusedKeys);
    return deleted;
  });
}
