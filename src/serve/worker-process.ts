/** The background worker process. */
import { constants, setPriority } from 'node:os';
import { childDatabaseUrl, readConfig } from '../platform/config/config.ts';
import { jobs } from '../jobs.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import { importOutbox } from '../core/mails/import-outbox.ts';
import { logIsolation } from './log-isolation.ts';
import { openDeps } from './open-deps.ts';
import { runChild } from './child.ts';

const JOBS_AT_ONCE = 4;

// When all cores are busy, requests take precedence over reports and thumbnails. Threads and programs started from here
// inherit the priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

await runChild(async () => {
  const deps = await openDeps(readConfig(), childDatabaseUrl(), { connections: JOBS_AT_ONCE, part: 'worker' });
  void importOutbox(deps).catch((error: unknown) => deps.log.error(error, 'The outbox could not be imported.'));
  const worker = await startWorker(deps, childDatabaseUrl(), jobs, JOBS_AT_ONCE, () => deps.renderer.isBusy());
  void logIsolation(deps);
  // Without its queue the process is useless: the supervisor starts another.
  void worker.failed.then((reason) => {
    deps.log.fatal(reason);
    process.exit(1);
  });
  return {
    async stop() {
      // Shutdown would wait for a rendering; its job runs again later.
      deps.renderer.close();
      await worker.stop();
      await deps.close();
    },
  };
});
