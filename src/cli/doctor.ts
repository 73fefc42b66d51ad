/** `carrel doctor`: checks required and optional parts of the installation and reports problems. */
import { existsSync } from 'node:fs';
import { type Config, readConfig } from '../platform/config/config.ts';
import { createHashPool } from '../platform/blobs/sums/hash.ts';
import type { BlobStore } from '../platform/blobs/store.ts';
import { openBlobStore } from '../platform/blobs/open.ts';
import { systemClock } from '../platform/clock.ts';
import { findSecretKey } from '../platform/crypto/secret-key.ts';
import { type Sql, connect } from '../platform/db/connection.ts';
import { DatabaseError } from '../platform/db/errors.ts';
import { oneLine } from '../platform/values/one-line.ts';
import { checkFailures } from '../core/system/health-failures.queries.ts';
import { checkContents, checkNodes } from '../core/system/health-nodes.queries.ts';
import { checkHosts } from '../core/system/health-hosts.ts';
import type { DetailedCheckResult } from '../core/system/health-run.ts';
import { checkDatabase, checkMachine, checkParts, checkStore, forOperators } from '../core/system/health.ts';
import { checkUpkeep } from '../core/system/health-upkeep.ts';
import { findWrongCounts, recountDocuments } from '../library/counts/counts.queries.ts';
import { fingerprintOf } from '../serve/secret-key-check.ts';
import { withDatabaseUrl } from './database.ts';
import { print } from './output.ts';

/** Prints one line per check; exit code 1 if any failed. */
export async function doctorCommand(options: { json?: boolean; recount?: boolean }): Promise<void> {
  const config = readConfig();
  const findings = [
    ...(await checkMachine(config)),
    await checkClosedStore(config),
    ...(await checkClosedDatabase(config, options.recount === true)),
    ...(await checkUpkeep(config, systemClock())),
    ...(await checkParts(config)),
  ].map(forOperators);
  print(
    options,
    findings,
    findings.map(({ Check, State, Detail }) => `${State.padEnd(8)} ${Check.padEnd(12)} ${Detail}`),
  );
  if (findings.some((finding) => finding.State === 'failed')) process.exitCode = 1;
}

async function checkClosedStore(config: Config): Promise<DetailedCheckResult> {
  const place = config.blobs;
  // Opening would create it, which is left to the service.
  if (place.kind === 'files' && !existsSync(place.dir)) {
    return { Check: 'blobs', State: 'warning', Detail: `${place.dir} does not exist yet; carrel serve creates it` };
  }
  return checkStore(config, async () => {
    await withClosedStore(config, (blobs) => blobs.check());
  });
}

// Nothing if the store does not exist yet, which is another finding.
async function withClosedStore<T>({ blobs: place }: Config, work: (blobs: BlobStore) => Promise<T>): Promise<T[]> {
  if (place.kind === 'files' && !existsSync(place.dir)) return [];
  const hashes = createHashPool(1);
  const blobs = await openBlobStore(place, { clock: systemClock, hashes });
  try {
    return [await work(blobs)];
  } finally {
    await blobs.close();
    await hashes.close();
  }
}

async function checkClosedDatabase(config: Config, isRecounting: boolean): Promise<DetailedCheckResult[]> {
  try {
    return await withDatabaseUrl(async (url) => {
      const sql = connect(url, 1);
      try {
        const key = await findSecretKey(config);
        const database = await checkDatabase(sql);
        return [
          ...database,
          // Without this version's schema there may be no counts.
          ...(database.some(({ State }) => State === 'failed')
            ? []
            : [
                await checkCounts(sql, isRecounting),
                await checkFailures(sql),
                ...(await checkHosts(sql, config, { now: systemClock() })),
              ]),
          ...(await checkNodes(sql, key && fingerprintOf(key))),
          // A store that cannot be opened is a finding of its own.
          ...(await withClosedStore(config, (blobs) => checkContents(sql, blobs)).catch(() => [])),
        ];
      } finally {
        await sql.end({ timeout: 2 });
      }
    });
  } catch (error) {
    return [{ Check: 'postgres', State: 'failed', Detail: oneLine(error) }];
  }
}

/** Counting reads every document, which other checks must not wait for. */
const COUNTING = '4s';
const QUERY_CANCELED = '57014';

// Counting again reads them all, however long it takes.
async function checkCounts(sql: Sql, isRecounting: boolean): Promise<DetailedCheckResult> {
  if (isRecounting) {
    await sql.begin(async (tx) => {
      await tx.allowLong();
      await recountDocuments(tx);
    });
    return { Check: 'counts', State: 'ok', Detail: 'of documents were counted again' };
  }
  try {
    const wrong = await sql.begin('read only', async (tx) => {
      await tx`select set_config('statement_timeout', ${COUNTING}, true)`;
      return findWrongCounts(tx);
    });
    if (wrong === 0) return { Check: 'counts', State: 'ok', Detail: 'of documents are right' };
    const Detail = `of documents are wrong for ${wrong} folders or deployments; carrel doctor --recount counts again`;
    return { Check: 'counts', State: 'failed', Detail };
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== QUERY_CANCELED) throw error;
    const Detail = `of documents are too many to check in ${COUNTING}; carrel doctor --recount counts again`;
    return { Check: 'counts', State: 'hint', Detail };
  }
}
