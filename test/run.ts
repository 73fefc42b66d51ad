/**
 * Runs the tests named on the command line (all without names): starts a PostgreSQL, makes the template database,
 * runs Node's test runner, lists the tests that failed and prints `N passed, N failed`.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { batch, isBroken, isTest, nameOf, startsServices } from './batches.ts';
import { startCluster } from './cluster.ts';
import { type Pooler, startRequestedPooler } from './pooler.ts';
import { COSTS, costReport, cpuSeconds } from './cost.ts';
import { useMemory } from './memory/temporary-files.ts';

const PRELOADS = ['test-context.ts', 'cost-of-process.ts'].flatMap((name) => [
  '--import',
  join(import.meta.dirname, 'preloads', name),
]);
// A process that starts with a large heap rarely collects garbage: a tenth less CPU.
const HEAP = ['--initial-heap-size=1024', '--min-semi-space-size=32', '--max-semi-space-size=64'];
const MOST_EXPENSIVE = 10;
// script/test becomes this process, so its checks and builds are children of it.
const before = cpuSeconds().ended;
const named = process.argv.length > 2 ? process.argv.slice(2) : globSync('{src,test,bench,web}/**/*.test.ts');
const files = named.map((file) => resolve(file)).sort();
const inMemory = await useMemory();
const dataDir = await mkdtemp(join(tmpdir(), 'carrel-test-pg-'));
// Root's PostgreSQL and root's services run as the same other user, so that these can access its socket.
await chmod(dataDir, 0o711);
const compiled = await mkdtemp(join(tmpdir(), 'carrel-test-compiled-'));
await chmod(compiled, 0o1777);
const costs = join(dataDir, 'costs');
const postgres = await startCluster(dataDir, { forServices: files.some(startsServices) });
// The reader of the report may exit (`script/test | head`) or stop the run: PostgreSQL must not outlive it.
const leave = () => void stop().finally(() => process.exit(1));
process.stdout.once('error', leave);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave);
let failed = 0;
let pooler: Pooler | null = null;
try {
  pooler = await startRequestedPooler(postgres.url);
  process.env[COSTS] = costs;
  // A service started by root becomes a user who cannot write to the packages: each user has a folder in this one.
  process.env['TEST_COMPILE_CACHE'] = compiled;
  failed = await runTests(files);
} finally {
  await stop();
}
process.exit(failed === 0 ? 0 : 1);

async function stop(): Promise<void> {
  await pooler?.stop();
  await postgres.stop();
  for (const folder of [dataDir, compiled, ...(inMemory === null ? [] : [inMemory])])
    await rm(folder, { recursive: true, force: true });
}

async function runTests(paths: string[]): Promise<number> {
  const counts = { passed: 0, skipped: 0 };
  const failures: string[] = [];
  // Twice as many as CI has cores: a test mostly waits for PostgreSQL, a browser or a service.
  const stream = run({
    files: await batch(paths, dataDir),
    concurrency: 4,
    timeout: 1_200_000,
    execArgv: [...HEAP, ...PRELOADS],
  });
  stream.on('test:pass', (result) => {
    const { skip } = result;
    if (!isTest(result)) return;
    if (skip === undefined || skip === false) counts.passed += 1;
    else counts.skipped += 1;
  });
  stream.on('test:fail', (result) => {
    if (isTest(result) || isBroken(result)) failures.push(nameOf(result));
  });
  const printed = Promise.withResolvers<void>();
  stream
    .compose(spec())
    .on('end', () => printed.resolve())
    .pipe(process.stdout, { end: false });
  await printed.promise;
  const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`;
  if (process.platform === 'linux') process.stdout.write(`\n${costReport(costs, { before, count: MOST_EXPENSIVE })}\n`);
  // Repeated here, because the reporter's own list precedes the details of every failure.
  for (const name of failures) process.stdout.write(`failed: ${name}\n`);
  process.stdout.write(`\n${counts.passed} passed, ${failures.length} failed${skipped}\n`);
  // CI has every program and is root: a test that it skips would never run.
  const isIncomplete = process.env['CI'] === 'true' && counts.skipped > 0;
  return failures.length === 0 && counts.passed > 0 && !isIncomplete ? 0 : Math.max(failures.length, 1);
}
