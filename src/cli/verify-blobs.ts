import { createHashPool } from '../platform/blobs/sums/hash.ts';
import { type Verified, verifyBlobs } from '../content/blobs/verify.ts';
import { withDeps } from './database.ts';
import { interruption } from './interrupt.ts';
import { print, readableSize } from './output.ts';

type Options = { resume: boolean; removeOrphans: boolean; json?: boolean };

/** Prints the result; exit code 1 if contents are missing or damaged. */
export async function verifyBlobsCommand(options: Options): Promise<void> {
  const { resume, removeOrphans } = options;
  const signal = interruption('carrel verify-blobs --resume goes on');
  const hashes = createHashPool();
  const verified = await withDeps(async (deps) => {
    const [instance] = await deps.sql<{ id: string }[]>`select instance_id as id from instance`;
    // Otherwise a wrong BLOB_URL would look like the loss of everything, and another instance's contents like orphans.
    await deps.blobs.claim(instance?.id ?? '');
    return verifyBlobs(deps, { hashes, resume, removeOrphans, signal });
  });
  await hashes.close();
  print(options, verified, linesOf(verified));
  if (verified.Missing + verified.Damaged > 0) process.exitCode = 1;
}

function linesOf(verified: Verified): string[] {
  const { Contents, Bytes, Missing, Damaged, Findings, Orphaned, OrphanedBytes, Removed } = verified;
  const unlisted = Missing + Damaged - Findings.length;
  return [
    ...Findings.flatMap(({ Key, State, Documents }) => [
      `${State.padEnd(8)} ${Key}`,
      ...Documents.map((d) => `         document ${d.DocumentId} of deployment ${d.DeploymentId}: ${d.DocumentName}`),
    ]),
    ...(unlisted > 0 ? [`and ${unlisted} more`] : []),
    `${Contents} contents read, ${readableSize(Bytes)}: ${Missing} missing, ${Damaged} damaged`,
    `${Orphaned} orphaned, ${readableSize(OrphanedBytes)}${Orphaned === 0 ? '' : `; ${removal(Removed)}`}`,
  ];
}

function removal(removed: number): string {
  return removed === 0 ? 'carrel verify-blobs --remove-orphans removes them' : `${removed} removed`;
}
