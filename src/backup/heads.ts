/** Backs up the heads of the activity log's seal chains, and accepts a restored log. */
import { cp, mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Deps } from '../platform/deps.ts';
import { unlessMissing } from '../platform/blobs/disk/disk.ts';
import { recordFiles } from '../platform/record-files.ts';
import { findLastSeal } from '../insight/audit/seals.queries.ts';
import { HEADS_FOLDER } from '../insight/audit/head-places.ts';
import { acceptLog } from '../insight/audit/heads.actions.ts';
import { type HeadProblem, checkHeads, readKept } from '../insight/audit/check-heads.ts';

/** Number of accepted logs; `Problems` lists logs that do not match the heads in the backup. */
export type AcceptedLogs = { AcceptedLogs: number; Problems: string[] };

/**
 * Copies each deployment's newest file into the snapshot: a restored log is compared with its last line. Call it before
 * the database is dumped, so that the dump contains every seal in it.
 */
export async function backUpHeads(dataDir: string, snapshot: string): Promise<void> {
  await copyHeads(join(dataDir, HEADS_FOLDER), join(snapshot, HEADS_FOLDER));
}

/** Copies the heads of a snapshot into a DATA_DIR without any. Returns whether they are there now. */
export async function restoreHeads(snapshot: string, dataDir: string): Promise<boolean> {
  const folder = join(dataDir, HEADS_FOLDER);
  if ((await unlessMissing(readdir(folder))) !== undefined) return false;
  return copyHeads(join(snapshot, HEADS_FOLDER), folder);
}

/**
 * Accepts the restored log of every deployment. If the heads come from the same backup, rejects a log that does not
 * contain them: it was changed before or after the backup.
 */
export async function acceptRestoredLogs(deps: Deps, from: { snapshot: string; hasItsHeads: boolean }) {
  const result: AcceptedLogs = { AcceptedLogs: 0, Problems: [] };
  const rows = await deps.sql<{ id: number }[]>`select deployment_id as id from deployments order by deployment_id`;
  for (const { id } of rows) {
    const problem = from.hasItsHeads ? await problemOf(deps, id) : undefined;
    if (problem !== undefined) {
      result.Problems.push(`deployment ${id}: ${problem.problem}`);
      continue;
    }
    if (await isUnsealed(deps, id)) continue;
    await acceptLog(deps, id, `restored from ${from.snapshot}`);
    result.AcceptedLogs += 1;
  }
  return result;
}

// The dump was made after the heads were copied and may contain later ones; other places are newer than the backup.
async function problemOf(deps: Deps, deploymentId: number): Promise<HeadProblem | undefined> {
  const kept = (await readKept(deps, deploymentId)).filter(
    ({ name, head }) => name === 'DATA_DIR' && head !== undefined,
  );
  const now = new Date(0);
  const { problems } = await checkHeads(
    deps.sql,
    deploymentId,
    kept.map((place) => ({ ...place, expected: 0 })),
    now,
  );
  return kept.length === 0 ? undefined : problems[0];
}

async function isUnsealed(deps: Deps, deploymentId: number): Promise<boolean> {
  if ((await findLastSeal(deps.sql, deploymentId)) !== undefined) return false;
  return (await readKept(deps, deploymentId)).every(({ head }) => head === undefined);
}

async function copyHeads(from: string, to: string): Promise<boolean> {
  const names = await unlessMissing(readdir(from));
  if (names === undefined) return false;
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of names) {
    if (name === 'place') await cp(join(from, name), join(to, name));
    else await copyNewest(join(from, name), join(to, name));
  }
  return true;
}

async function copyNewest(from: string, to: string): Promise<void> {
  const [newest] = await recordFiles(from);
  if (newest === undefined) return;
  await mkdir(to, { mode: 0o700 });
  await cp(newest, join(to, basename(newest)));
}
