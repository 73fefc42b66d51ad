/** The background worker process. */
import { constants, getPriority, setPriority } from 'node:os';
import { childDatabaseUrl, readConfig } from '../platform/config/config.ts';
import { jobs } from '../jobs.ts';
import { WAITING_HELP, countWaiting } from '../platform/jobs/waiting.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import { importOutbox } from '../core/mails/import-outbox.ts';
import { logIsolation } from './log-isolation.ts';
import { describeNode } from './node.ts';
import { openDeps } from './open-deps.ts';
import { runChild } from './child.ts';

// When all cores are busy, requests take precedence over reports and thumbnails. Threads and programs started from here
// inherit the priority. A service that was started with a lower one must keep it.
const { PRIORITY_BELOW_NORMAL } = constants.priority;
if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);

const config = readConfig();
await runChild(config, async () => {
  const deps = await openDeps(config, childDatabaseUrl(), { connections: config.jobsAtOnce, part: 'worker' });
  void importOutbox(deps).catch((error: unknown) => deps.log.error(error, 'The outbox could not be imported.'));
  const worker = await startWorker(deps, childDatabaseUrl(), jobs, config.jobsAtOnce, {
    isBusy: () => deps.renderer.isBusy(),
    node: await describeNode(config, deps.secretKey, config.workers),
    telemetry: deps.telemetry,
  });
  deps.telemetry?.gauge('carrel.waiting', WAITING_HELP, async () =>
    Object.entries(await countWaiting(deps.sql)).map(([kind, value]) => [{ kind }, value]),
  );
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
