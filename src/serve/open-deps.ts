import { type Config, dataFolders } from '../platform/config/config.ts';
import { createGrowingSums } from '../platform/blobs/sums/growing-sums.ts';
import { createHashPool } from '../platform/blobs/sums/hash.ts';
import { openBlobStore } from '../platform/blobs/open.ts';
import { loadSecretKey } from '../platform/crypto/secret-key.ts';
import { connect } from '../platform/db/connection.ts';
import { startDatabaseClock } from '../platform/db/database-clock.ts';
import { socketFolders } from '../platform/db/servers/database-url.ts';
import { createLog } from '../platform/log.ts';
import { openTelemetry } from '../platform/telemetry/open.ts';
import { createMailTransport } from '../platform/mail/transport.ts';
import { type Renderer, createRenderer } from '../platform/rendering/renderer.ts';
import { limitConcurrency } from '../platform/limits/limit-concurrency.ts';
import { type AppDeps, steps } from '../steps.ts';

/** How long a caller waits for the database: a client for an answer, a job until it is retried. */
const WAITS = { api: { waitMs: 5_000 }, worker: { waitMs: 60_000 }, cli: {} };

type Part = keyof typeof WAITS;

/** Opens the dependencies of the program: a database pool of at most `connections`, blob store, log. */
export async function openDeps(
  config: Config,
  databaseUrl: string,
  options: { connections: number; part: Part },
): Promise<AppDeps & { close(): Promise<void> }> {
  const listenUrl = config.databaseListenUrl;
  const log = createLog(config, options.part);
  const telemetry = await openTelemetry(config.telemetry, { part: options.part, log });
  const trace = telemetry?.database;
  const sql = connect(databaseUrl, options.connections, { ...WAITS[options.part], listenUrl, trace });
  const { now: clock, stop: stopClock } = await startDatabaseClock(sql, log);
  const hashes = createHashPool();
  const secretKey = await loadSecretKey(config);
  const blobs = await openBlobStore(config.blobs, { clock, hashes });
  const renderer = openRenderer(config, databaseUrl, options.part);
  return {
    config,
    sql,
    blobs,
    sums: createGrowingSums({ hashes, blobs, clock }),
    inStoreTurn: limitConcurrency(Math.ceil(options.connections / 2)),
    secretKey,
    clock,
    mail: createMailTransport(config),
    renderer,
    log,
    telemetry,
    steps,
    async close() {
      stopClock();
      await sql.end({ timeout: 2 });
      await blobs.close();
      await hashes.close();
      await telemetry?.stop();
      log.flush();
    },
  };
}

function openRenderer(config: Config, databaseUrl: string, part: Part): Renderer {
  return createRenderer({
    programFolders: config.programFolders,
    hiddenFolders: [...dataFolders(config), ...socketFolders(databaseUrl)],
    requiredLevel: config.rendererIsolation,
    // One for all processes of a node: API processes leave new documents to the worker, unless it is busy.
    keepsOffice: part === 'worker',
  });
}
