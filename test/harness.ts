/**
 * The application as tests use it: real HTTP on loopback, a database cloned from a migrated template, real files, and a
 * clock that tests move. `script/test` starts the PostgreSQL that it needs. docs/testing.md explains who shares what.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { runOnce, Logger } from 'graphile-worker';
import pino from 'pino';
import { type BuildOptions, buildApp } from '../src/app.ts';
import { type Config, dataFolders, readConfig } from '../src/platform/config/config.ts';
import { jobs } from '../src/jobs.ts';
import { hashes } from '../src/platform/blobs/contents.fixture.ts';
import { createGrowingSums } from '../src/platform/blobs/sums/growing-sums.ts';
import { loadSecretKey } from '../src/platform/crypto/secret-key.ts';
import { openBlobStore } from '../src/platform/blobs/open.ts';
import { connect, connectPg } from '../src/platform/db/connection.ts';
import { socketFolders } from '../src/platform/db/servers/database-url.ts';
import { indexRequested } from '../src/library/search-index/index-soon.ts';
import { taskList } from '../src/platform/jobs/tasks.ts';
import { createMailTransport } from '../src/platform/mail/transport.ts';
import { type Renderer, createRenderer } from '../src/platform/rendering/renderer.ts';
import { openTelemetry } from '../src/platform/telemetry/open.ts';
import { limitConcurrency } from '../src/platform/limits/limit-concurrency.ts';
import { type AppDeps, steps } from '../src/steps.ts';
import { checkAnswersAgainstSchemas } from './answers.ts';
import { cloneDatabase } from './database.ts';
import { type AtEnd, shared } from './per-process.ts';
import { type World, makeWorld } from './world.ts';

/** A clock that stands still until a test moves it. */
export type TestClock = { now: Date; advance(ms: number): void };

export type TestApp = {
  url: string;
  deps: AppDeps;
  sql: AppDeps['sql'];
  clock: TestClock;
  dataDir: string;
  databaseUrl: string;
  /** A new deployment with people in it, and a second one. */
  world(): Promise<World>;
  /** Runs every due background job in sequence; thumbnails and renditions, each a process, only on request. */
  runJobs(options?: { withThumbnails?: boolean }): Promise<void>;
  /** The parsed log lines, to assert what must and must not be logged. */
  logs: Record<string, unknown>[];
};

type Parts = Pick<BuildOptions, 'everySecond'> & {
  renderer?: Renderer;
  /** Why the file needs an application and a database that no other file uses. */
  own?: string;
};

const START = new Date('2026-03-02T10:00:00.000Z');

/**
 * The application for a test file. Without arguments it is the one that all files of the process share: its clock is
 * set back, and its log and queue are empty. With a configuration, with `parts` or with a reason to have its `own`, a file
 * gets an application and a database of its own, which end with the file. `config` overrides single values.
 */
export async function startApp(config: Partial<Config> = {}, parts: Parts = {}): Promise<TestApp> {
  if (Object.keys(config).length > 0 || Object.keys(parts).length > 0) return launchApp(config, parts, after);
  return renewApp(await shared('app', (atEnd) => launchApp({}, {}, atEnd)));
}

/** Resets a shared application for the next file. */
export async function renewApp<App extends TestApp>(app: App): Promise<App> {
  app.clock.now = new Date(START);
  app.logs.length = 0;
  await app.sql`delete from graphile_worker._private_jobs`;
  await app.sql`delete from search_changes`;
  await app.sql`delete from search_trees`;
  return app;
}

/** Starts an application with its own database. */
export async function launchApp(config: Partial<Config>, parts: Parts, atEnd: AtEnd): Promise<TestApp> {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'carrel-test-'));
  const clock: TestClock = {
    now: new Date(START),
    advance(ms) {
      clock.now = new Date(clock.now.getTime() + ms);
    },
  };
  const logs: Record<string, unknown>[] = [];
  const secondAnswers: string[] = [];
  const write = (line: string) => {
    logs.push(JSON.parse(line));
    if (line.includes('FST_ERR_REP_ALREADY_SENT')) secondAnswers.push(line);
  };
  const log = pino({ level: 'debug' }, { write });
  const full: Config = {
    ...readConfig({ DATA_DIR: dataDir, WORKERS: '1', BASE_URL: 'http://carrel.test', PORT: '0' }),
    ...config,
  };
  const telemetry = await openTelemetry(full.telemetry, { part: 'api', log });
  const sql = connect(database.url, 8, { listenUrl: database.listenUrl, trace: telemetry?.database });
  const now = () => clock.now;
  const secretKey = await loadSecretKey(full);
  const blobs = await openBlobStore(full.blobs, { clock: now, hashes });
  const renderer =
    parts.renderer ??
    createRenderer({
      programFolders: full.programFolders,
      hiddenFolders: [...dataFolders(full), ...socketFolders(database.url)],
      requiredLevel: full.rendererIsolation,
    });
  const deps: AppDeps = {
    config: full,
    sql,
    blobs,
    sums: createGrowingSums({ hashes, blobs, clock: now }),
    inStoreTurn: limitConcurrency(4),
    secretKey,
    clock: now,
    mail: createMailTransport(full),
    renderer,
    log,
    telemetry,
    steps,
  };
  const app = await buildApp(deps, parts);
  checkAnswersAgainstSchemas(app);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  atEnd(async () => {
    // Shutdown would wait for a connection that a client opened in advance.
    app.server.closeAllConnections();
    renderer.close();
    await app.close();
    await sql.end();
    await telemetry?.stop();
    await blobs.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
    // Fastify logs it, and clients notice nothing.
    assert.deepEqual(secondAnswers, [], 'A request was answered twice.');
  });
  const databaseUrl = database.url;
  return {
    url,
    deps,
    sql,
    clock,
    dataDir,
    databaseUrl,
    logs,
    world: () => makeWorld(url, deps),
    runJobs: ({ withThumbnails = false } = {}) =>
      runDueJobs(deps, databaseUrl, withThumbnails ? jobs : jobs.filter(({ isHeavy }) => isHeavy !== true)),
  };
}

async function runDueJobs(deps: AppDeps, databaseUrl: string, due: typeof jobs): Promise<void> {
  await indexRequested(deps.sql);
  const pgPool = connectPg(databaseUrl, 2);
  const errors: unknown[] = [];
  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error') errors.push(meta?.['error'] ?? message);
  });
  const noPreparedStatements = !deps.sql.options.prepare;
  await runOnce({
    pgPool,
    taskList: taskList(due, deps, { telemetry: deps.telemetry }),
    noHandleSignals: true,
    noPreparedStatements,
    logger,
  });
  await pgPool.end();
  if (errors.length > 0) throw errors[0];
}
