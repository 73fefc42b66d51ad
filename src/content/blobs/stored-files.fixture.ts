/** Inspects the files on disk of a test application. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from '../../../test/harness.ts';

/** Paths of the stored contents, relative to the store's folder. */
export async function storedFiles({ deps }: Pick<TestApp, 'deps'>): Promise<string[]> {
  const paths = await readdir(folderOf(deps.config.blobs), { recursive: true, withFileTypes: true });
  return paths
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.parentPath.endsWith('.staging'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Names of files that are being received or are leftovers. */
export async function stagedFiles({ deps }: Pick<TestApp, 'deps'>): Promise<string[]> {
  return readdir(join(folderOf(deps.config.blobs), '.staging'));
}

function folderOf(blobs: TestApp['deps']['config']['blobs']): string {
  if (blobs.kind === 'files') return blobs.dir;
  throw new Error('This application has no folder of contents.');
}
