/** The last backup that was made from this machine, recorded in DATA_DIR/last-backup.json. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../../platform/blobs/disk/disk.ts';

/** `Damaged`: contents that were missing or damaged in the store, and are not in the backup. */
export type LastBackup = { CreatedAt: string; Snapshot: string; Folder: string; Damaged: number };

/** Null: none was made from this machine since its DATA_DIR exists. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  const text = await unlessMissing(readFile(pathIn(dataDir), 'utf8'));
  return typeof text === 'string' ? (JSON.parse(text) as LastBackup) : null;
}

export async function recordBackup(dataDir: string, backup: LastBackup): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${pathIn(dataDir)}.new`, `${JSON.stringify(backup, null, 2)}\n`, { mode: 0o600 });
  await rename(`${pathIn(dataDir)}.new`, pathIn(dataDir));
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'last-backup.json');
}
