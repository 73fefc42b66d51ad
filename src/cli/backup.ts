import { backUp } from '../backup/backup.ts';
import { createHashPool } from '../platform/blobs/sums/hash.ts';
import { withDeps } from './database.ts';
import { interruption } from './interrupt.ts';
import { print, readableSize } from './output.ts';

/** Adds a snapshot to the folder; also exits with 1 if contents are missing or damaged in the store. */
export async function backupCommand(folder: string, options: { keep?: string; json?: boolean }): Promise<void> {
  const keep = options.keep === undefined ? undefined : Number(options.keep);
  if (keep !== undefined && !(Number.isInteger(keep) && keep > 0)) {
    throw new Error(`--keep ${options.keep} is not a number of snapshots, 1 or more.`);
  }
  const signal = interruption('run it again to continue');
  const hashes = createHashPool();
  const made = await withDeps((deps, databaseUrl) => backUp(deps, { folder, databaseUrl, hashes, keep, signal }));
  print(options, made, [
    `snapshot ${made.Snapshot}`,
    `${made.Contents} contents, ${readableSize(made.Bytes)}`,
    `copied ${made.CopiedContents}, ${readableSize(made.CopiedBytes)}; the rest already existed`,
    ...made.Removed.map((name) => `removed snapshot ${name}`),
    ...made.Later.map(
      (name) =>
        `kept snapshot ${name}, which is from a later time: check the clock, and name the snapshot when you restore`,
    ),
  ]);
  await hashes.close();
  if (made.Damaged === 0) return;
  process.stderr.write(
    `carrel: ${made.Damaged} contents are missing or damaged in the store and not in the backup; carrel verify-blobs names their documents\n`,
  );
  process.exitCode = 1;
}
