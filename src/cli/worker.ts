import { readConfig } from '../platform/config/config.ts';
import { jobs } from '../jobs.ts';
import { assertPreparable } from '../platform/db/servers/pooler-check.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import { collectWhenIdle } from '../platform/process/idle-memory.ts';
import { importOutbox } from '../core/mails/import-outbox.ts';
import { logIsolation } from '../serve/log-isolation.ts';
import { describeNode } from '../serve/node.ts';
import { openDeps } from '../serve/open-deps.ts';
import { assertSecretKey } from '../serve/secret-key-check.ts';
import { assertSchema } from './database.ts';

/** Runs only a background worker, on another machine that shares the database and blob store. */
export async function workerCommand(): Promise<void> {
  const config = readConfig();
  if (config.databaseUrl === null) {
    throw new Error(
      'A standalone worker requires DATABASE_URL; with the embedded PostgreSQL, carrel serve runs the worker.',
    );
  }
  await assertPreparable(config.databaseUrl);
  const deps = await openDeps(config, config.databaseUrl, { connections: config.jobsAtOnce, part: 'worker' });
  await assertSchema(deps.sql);
  await assertSecretKey(deps.sql, deps.secretKey);
  void importOutbox(deps).catch((error: unknown) => deps.log.error(error, 'The outbox could not be imported.'));
  const worker = await startWorker(deps, config.databaseUrl, jobs, config.jobsAtOnce, {
    isBusy: () => deps.renderer.isBusy(),
    node: await describeNode(config, deps.secretKey, 0),
  });
  void logIsolation(deps);
  collectWhenIdle();
  const signaled = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => signaled.resolve());
  const reason = await Promise.race([signaled.promise, worker.failed]);
  if (reason !== undefined) throw new Error(reason);
  // Shutdown would wait for a rendering; its job runs again later.
  deps.renderer.close();
  await worker.stop();
  await deps.close();
  process.exit(0);
}
