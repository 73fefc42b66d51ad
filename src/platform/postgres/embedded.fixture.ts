import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { connect } from '../db/connection.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import type { EmbeddedPostgres } from './embedded.ts';

/** Reason to skip a test that changes users, or false. */
export const needsRoot = process.getuid?.() === 0 ? false : 'needs root';

/** A temporary folder that others can traverse, removed after the test. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-pg-'));
  await chmod(folder, 0o711);
  defer(t, () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a server that stops after the test at the latest. Appends its log lines to `lines`. */
export async function start(
  t: TestContext,
  dataDir: string,
  { lines = [], durable = false }: { lines?: string[]; durable?: boolean } = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable, log: (line) => lines.push(line) });
  defer(t, () => server.stop());
  return server;
}

/** Runs one statement and returns its rows. */
export async function query(url: string, statement: string): Promise<unknown[]> {
  const sql = connect(url, 1);
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end();
  }
}

const cleanups = new WeakMap<TestContext, (() => Promise<void>)[]>();

/** Runs `cleanup` after the test, latest first, unlike `t.after`: servers stop before their folders are removed. */
export function defer(t: TestContext, cleanup: () => Promise<void>): void {
  const known = cleanups.get(t);
  if (known) return void known.unshift(cleanup);
  const all = [cleanup];
  cleanups.set(t, all);
  t.after(async () => {
    for (const next of all) await next();
  });
}

let template: Promise<string> | undefined;

/** A data folder with an initialized cluster that is not running; a copy, because initdb is slow. */
export async function initialisedDataDir(t: TestContext, name = 'data'): Promise<string> {
  template ??= makeTemplate();
  const dataDir = join(await temporaryFolder(t), name);
  await promisify(execFile)('cp', ['-a', await template, dataDir]);
  return dataDir;
}

/** A supervisor in its own process, which can be killed; it prints a line once its server runs. */
export function spawnSupervisor(dataDir: string): ChildProcess {
  const launcher = new URL('embedded.ts', import.meta.url).href;
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(launcher)});
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false, log: () => {} });
    console.log('running');`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Kills a process with SIGKILL and waits for its exit. */
export async function killHard(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-pg-template-'));
  await chmod(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
  await server.stop();
  return dataDir;
}
