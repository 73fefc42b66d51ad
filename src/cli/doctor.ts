/** `carrel doctor`: looks at everything that the service needs, and at what it can use, and says what is wrong. */
import { existsSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { type Config, dataFolders, readConfig } from '../config.ts';
import { isInTheClear, nameOfPlace } from '../platform/blobs/blob-url.ts';
import { createHashPool } from '../platform/blobs/hash.ts';
import { openBlobStore } from '../platform/blobs/open.ts';
import { clamdVersion } from '../platform/clamd.ts';
import { systemClock } from '../platform/clock.ts';
import { type Sql, connect } from '../platform/db/connection.ts';
import { pendingMigrationsOf } from '../platform/db/migrate.ts';
import { oneLine } from '../platform/one-line.ts';
import { findIsolation } from '../platform/rendering/isolation.ts';
import { type Part, findPrograms } from '../platform/rendering/programs.ts';
import { withDatabaseUrl } from './database.ts';
import { print } from './output.ts';

/** A hint is something optional that is not there. */
type Finding = { Check: string; State: 'ok' | 'hint' | 'warning' | 'failed'; Detail: string };

/** Prints one line for each check; exit code 1 if any failed. */
export async function doctorCommand(options: { json?: boolean }): Promise<void> {
  const config = readConfig();
  const findings = [
    ...(await Promise.all([checkRunTime(), checkDataDir(config), checkBlobs(config), checkReach(config)])),
    ...(await checkDatabase()),
    ...(await checkThumbnails(config)),
    await checkScanner(config),
  ];
  print(
    options,
    findings,
    findings.map(({ Check, State, Detail }) => `${State.padEnd(8)} ${Check.padEnd(10)} ${Detail}`),
  );
  if (findings.some((finding) => finding.State === 'failed')) process.exitCode = 1;
}

async function examine(check: string, look: () => Promise<string | Omit<Finding, 'Check'>>): Promise<Finding> {
  try {
    const result = await look();
    return typeof result === 'string' ? { Check: check, State: 'ok', Detail: result } : { Check: check, ...result };
  } catch (error) {
    return { Check: check, State: 'failed', Detail: oneLine(error) };
  }
}

async function checkRunTime(): Promise<Finding> {
  return examine('node', async () => process.version);
}

async function checkDataDir({ dataDir }: Config): Promise<Finding> {
  return examine('data', async () => {
    await access(dataDir, constants.W_OK);
    const { mode } = await stat(dataDir);
    const isOpen = (mode & 0o044) !== 0;
    return isOpen ? { State: 'warning', Detail: `${dataDir} can be read by other users of this machine` } : dataDir;
  });
}

async function checkBlobs({ blobs: place }: Config): Promise<Finding> {
  return examine('blobs', async () => {
    // Opening would make it, which is for the service to do.
    if (place.kind === 'files' && !existsSync(place.dir)) {
      return { State: 'warning', Detail: `${place.dir} is not there yet; carrel serve makes it` };
    }
    const hashes = createHashPool(1);
    const blobs = await openBlobStore(place, { clock: systemClock, hashes });
    try {
      await blobs.check();
    } finally {
      await blobs.close();
      await hashes.close();
    }
    const where = nameOfPlace(place);
    return isInTheClear(place) ? { State: 'warning', Detail: `${where} is reached without TLS` } : where;
  });
}

async function checkReach({ baseUrl, tls, trustProxy }: Config): Promise<Finding> {
  return examine('reach', async () => {
    if (tls !== null) return `${baseUrl}, TLS is terminated here`;
    if (trustProxy !== false) return `${baseUrl}, TLS is terminated by a proxy`;
    return { State: 'warning', Detail: `${baseUrl}, without TLS: for this machine only` };
  });
}

async function checkDatabase(): Promise<Finding[]> {
  try {
    return await withDatabaseUrl(async (url) => {
      const sql = connect(url, 1);
      try {
        return [await examine('postgres', () => serverVersion(sql)), await examine('schema', () => schemaState(sql))];
      } finally {
        await sql.end({ timeout: 2 });
      }
    });
  } catch (error) {
    return [{ Check: 'postgres', State: 'failed', Detail: oneLine(error) }];
  }
}

async function serverVersion(sql: Sql): Promise<string> {
  const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
  return `PostgreSQL ${row?.version}`;
}

async function schemaState(sql: Sql): Promise<string | Omit<Finding, 'Check'>> {
  const pending = await pendingMigrationsOf(sql);
  if (pending.length === 0) return 'up to date';
  return { State: 'failed', Detail: `${pending.length} migrations are missing; run carrel migrate` };
}

/** What more thumbnails could be made of, and what more could be kept from the programs that make them. */
async function checkThumbnails(config: Config): Promise<Finding[]> {
  const programs = findPrograms(config.programFolders);
  const part = (name: Part, without: string) =>
    examine(name, async () => programs[name] ?? { State: 'hint', Detail: `not found: ${without}` });
  return [
    await part('soffice', 'office documents have simplified thumbnails or none (Debian: libreoffice-…-nogui)'),
    await part('ffmpeg', 'videos have no thumbnails (Debian: ffmpeg)'),
    await examine('isolation', async () => {
      if ((await findIsolation(dataFolders(config))) !== null) return 'thumbnails are made without network and data';
      const Detail = 'the system takes neither network nor files from the programs that make thumbnails: no namespaces';
      return { State: 'hint', Detail };
    }),
  ];
}

async function checkScanner({ clamd }: Config): Promise<Finding> {
  return examine('clamd', async () => {
    if (clamd !== null) return clamdVersion(clamd);
    return { State: 'hint', Detail: 'no CLAMD_URL: what is shared is not scanned for malware (Debian: clamav-daemon)' };
  });
}
