/** Health checks of required and optional parts, for `carrel doctor` and the site admin page. */
import { access, constants, stat, statfs } from 'node:fs/promises';
import { type Config, dataFolders } from '../../platform/config/config.ts';
import { isUnencrypted, formatPlace } from '../../platform/blobs/blob-url.ts';
import { clamdVersion } from '../../platform/scanning/clamd.ts';
import type { Sql } from '../../platform/db/connection.ts';
import { pendingMigrationsOf } from '../../platform/db/migrate.ts';
import { HEARTBEAT_TIMEOUT } from '../../platform/jobs/job.ts';
import { findIsolation } from '../../platform/rendering/isolation/isolation.ts';
import { LACKS, isAtLeast } from '../../platform/rendering/isolation/levels.ts';
import { OFFICE_MODULES, type Programs, findPrograms } from '../../platform/rendering/programs.ts';
import { version } from '../../platform/version.ts';
import { type CheckOutcome, type CheckResult, type DetailedCheckResult, runCheck } from './health-run.ts';

/** The result for operators. */
export function forOperators({ Check, State, Detail, forOperators: full }: DetailedCheckResult): CheckResult {
  return { Check, State, Detail: full ?? Detail };
}

/** The result for site admins. */
export function forSiteAdmins({ Check, State, Detail }: DetailedCheckResult): CheckResult {
  return { Check, State, Detail };
}

/** Less free space than both: uploads and the database may soon fail. */
const LOW_SPACE = { part: 0.05, bytes: 2 * 1024 ** 3 };

/** Checks the machine and its configuration. */
export async function checkMachine(config: Config): Promise<DetailedCheckResult[]> {
  return Promise.all([
    runCheck('carrel', async () => version),
    runCheck('node', async () => process.version),
    runCheck('data', () => dataFolderState(config)),
    ...dataFolders(config).map((folder, index) =>
      runCheck(index === 0 ? 'space' : 'space blobs', () => spaceIn(folder)),
    ),
    runCheck('reach', async () => reachOf(config)),
  ]);
}

/** Checks the content store. `check`: the method of the open store. */
export async function checkStore({ blobs: place }: Config, check: () => Promise<void>): Promise<DetailedCheckResult> {
  return runCheck('blobs', async () => {
    await check();
    const [kind, where] = [place.kind === 'files' ? 'local files' : 'on S3', formatPlace(place)];
    if (!isUnencrypted(place)) return { State: 'ok', Detail: kind, forOperators: where };
    const clear = 'is accessed without TLS';
    return { State: 'warning', Detail: `${kind}, which ${clear}`, forOperators: `${where} ${clear}` };
  });
}

/** Checks the database and its workers. */
export async function checkDatabase(sql: Sql): Promise<DetailedCheckResult[]> {
  return [
    await runCheck('postgres', () => serverVersion(sql)),
    await runCheck('schema', () => schemaState(sql)),
    await runCheck('worker', () => workerState(sql)),
  ];
}

/** Checks optional programs: for thumbnails and malware scanning. */
export async function checkParts(config: Config): Promise<DetailedCheckResult[]> {
  const programs = findPrograms(config.programFolders);
  return Promise.all([
    runCheck('soffice', async () => officeState(programs)),
    runCheck('ffmpeg', async () => programState(programs.ffmpeg, 'videos have no thumbnails (Debian: ffmpeg)')),
    runCheck('tesseract', async () =>
      programState(programs.tesseract, 'words in scans and pictures are not searched (Debian: tesseract-ocr)'),
    ),
    runCheck('isolation', () => isolationState(config, programs)),
    runCheck('clamd', () => scannerState(config)),
  ]);
}

async function dataFolderState({ dataDir }: Config): Promise<CheckOutcome> {
  await access(dataDir, constants.W_OK);
  const { mode } = await stat(dataDir);
  if ((mode & 0o044) === 0) return { State: 'ok', Detail: 'writable', forOperators: dataDir };
  const open = 'can be read by other users of the machine';
  return { State: 'warning', Detail: open, forOperators: `${dataDir} ${open}` };
}

async function spaceIn(folder: string): Promise<CheckOutcome> {
  const disk = await statfs(folder).catch(() => null);
  if (disk === null) {
    return { State: 'warning', Detail: 'the folder does not exist', forOperators: `${folder} is not there yet` };
  }
  const [free, all] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
  const Detail = `${inGigabytes(free)} of ${inGigabytes(all)} are free`;
  const isLittle = free < LOW_SPACE.bytes && free < all * LOW_SPACE.part;
  return { State: isLittle ? 'warning' : 'ok', Detail, forOperators: `${Detail} for ${folder}` };
}

function inGigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}

function reachOf({ baseUrl, tls, trustProxy }: Config): CheckOutcome {
  const found = (State: CheckResult['State'], Detail: string) => ({
    State,
    Detail,
    forOperators: `${baseUrl}, ${Detail}`,
  });
  if (tls !== null) return found('ok', 'TLS is terminated here');
  if (trustProxy !== false) return found('ok', 'TLS is terminated by a proxy');
  return found('warning', 'no TLS: use on this machine only');
}

async function serverVersion(sql: Sql): Promise<string> {
  const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
  return `PostgreSQL ${row?.version}`;
}

async function schemaState(sql: Sql): Promise<string | CheckOutcome> {
  const pending = await pendingMigrationsOf(sql);
  if (pending.length === 0) return 'up to date';
  return { State: 'failed', Detail: `${pending.length} migrations are missing; run carrel migrate` };
}

async function workerState(sql: Sql): Promise<string | CheckOutcome> {
  const [row] = await sql<{ alive: number; last: string | null }[]>`
    select count(*) filter (where beat_at > now() - ${HEARTBEAT_TIMEOUT}::interval) as alive, max(beat_at) as last
    from worker_heartbeats`;
  const { alive, last } = row ?? { alive: 0, last: null };
  if (alive > 0) return alive === 1 ? '1 worker is running' : `${alive} workers are running`;
  const since = last === null ? '' : ` since ${last}`;
  return { State: 'warning', Detail: `no worker is running${since}: mails, thumbnails and reports wait` };
}

function programState(program: string | undefined, without: string): CheckOutcome {
  if (program === undefined) return { State: 'hint', Detail: `not found: ${without}` };
  return { State: 'ok', Detail: 'installed', forOperators: program };
}

/** LibreOffice's names of its modules. */
const MODULE_NAMES = { writer: 'Writer', calc: 'Calc', impress: 'Impress' };

function officeState(programs: Programs): CheckOutcome {
  const { soffice } = programs;
  const without = 'have simplified thumbnails or none';
  if (soffice === undefined) {
    return programState(soffice, `office documents ${without} (Debian: libreoffice-…-nogui)`);
  }
  const missing = OFFICE_MODULES.filter((name) => programs[name] === undefined);
  if (missing.length === 0) return programState(soffice, '');
  const names = missing.map((name) => MODULE_NAMES[name]).join(' and ');
  const packages = missing.map((name) => `libreoffice-${name}-nogui`).join(' ');
  const Detail = `installed without ${names}: their documents ${without} (Debian: ${packages})`;
  return { State: 'hint', Detail, forOperators: `${soffice} is ${Detail}` };
}

async function isolationState(
  { programFolders, rendererIsolation }: Config,
  programs: Programs,
): Promise<CheckOutcome> {
  const { level } = await findIsolation({ hidden: [], programFolders, programs });
  const Detail = [level, LACKS[level]].filter((text) => text !== null).join(': ');
  if (isAtLeast(level, rendererIsolation)) return { State: LACKS[level] === null ? 'ok' : 'hint', Detail };
  return {
    State: 'warning',
    Detail: `${level}, so no thumbnails are created: RENDERER_ISOLATION=${rendererIsolation}`,
  };
}

async function scannerState({ clamd }: Config): Promise<string | CheckOutcome> {
  if (clamd !== null) return clamdVersion(clamd);
  return {
    State: 'hint',
    Detail: 'CLAMD_URL is not set: shared files are not scanned for malware (Debian: clamav-daemon)',
  };
}
