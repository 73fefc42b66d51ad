import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../platform/db/connection.ts';
import { transaction } from '../platform/db/connection.ts';
import type { Deps } from '../platform/deps.ts';
import { indexSome } from '../library/search-index/index.jobs.ts';
import { countChanges } from '../library/search-index/changes.queries.ts';
import { deleteFailedTexts, logAllDocuments } from '../library/search-index/reindex.queries.ts';
import { countWanted } from '../library/search-index/wanted-texts.queries.ts';
import { chooseDeployment, withDeps } from './database.ts';
import { interruption } from './interrupt.ts';
import { print } from './output.ts';

type Options = { deployment?: string; retryTexts?: boolean; resume?: boolean; json?: boolean };

const BUSY_MS = 100;
const PROGRESS_MS = 2_000;

/** Indexes all documents again beside the running service. Interrupted, the service continues in the background. */
export async function reindexCommand(options: Options): Promise<void> {
  const signal = interruption('the service indexes the rest in the background; carrel reindex --resume waits for it');
  const result = await withDeps(async (deps) => {
    const { sql } = deps;
    const deploymentId = options.deployment === undefined ? null : await chooseDeployment(sql, options.deployment);
    const forgotten = await transaction(sql, async (tx) => {
      await tx.allowLong();
      const count = options.retryTexts === true ? await deleteFailedTexts(tx, deploymentId) : 0;
      if (options.resume !== true) await logAllDocuments(tx, deploymentId);
      return count;
    });
    const indexed = await indexAll(deps, signal, options.json !== true);
    return { Indexed: indexed, ForgottenTexts: forgotten, TextsToRead: await countWanted(sql) };
  });
  print(options, result, [
    `${result.Indexed} changes indexed`,
    ...(options.retryTexts === true ? [`${result.ForgottenTexts} contents will be read again`] : []),
    `The service has yet to read the text of ${result.TextsToRead} contents`,
  ]);
}

// The service takes changes from the same log, so progress is read from the log.
async function indexAll(
  deps: Pick<Deps, 'sql' | 'clock' | 'config'>,
  signal: AbortSignal,
  isShown: boolean,
): Promise<number> {
  const total = await rest(deps.sql);
  let done = 0;
  let shownAt = 0;
  for (let left = total; left > 0;) {
    signal.throwIfAborted();
    const batch = await indexSome(deps, (error) =>
      process.stderr.write(`A document could not be indexed: ${String(error)}\n`),
    );
    if (batch === null) await sleep(BUSY_MS);
    if (performance.now() - shownAt < PROGRESS_MS && batch?.taken !== 0) continue;
    left = await rest(deps.sql);
    shownAt = performance.now();
    // People may change documents faster than they are indexed.
    done = Math.max(done, total - left);
    if (isShown) process.stderr.write(`${done} of ${total} documents\n`);
  }
  return total;
}

async function rest(sql: Sql): Promise<number> {
  const { recent, backfill } = await countChanges(sql);
  return recent + backfill;
}
