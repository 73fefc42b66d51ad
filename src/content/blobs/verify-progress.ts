/**
 * The progress of a verification, stored in DATA_DIR/verify-blobs.json while it runs, so that it can continue after an
 * interruption.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../../platform/blobs/disk/disk.ts';
import type { AffectedDocument } from './verify.queries.ts';

export type BlobFinding = {
  Key: string;
  State: 'missing' | 'damaged';
  /** The expected size in bytes. */
  Size: number;
  Documents: AffectedDocument[];
};

export type Progress = {
  /** All contents up to this key, in key order, have been read. */
  After: string;
  Contents: number;
  Bytes: number;
  Missing: number;
  Damaged: number;
  /** The first findings. */
  Findings: BlobFinding[];
};

const START: Progress = { After: '', Contents: 0, Bytes: 0, Missing: 0, Damaged: 0, Findings: [] };

/** The progress of an interrupted run, or null. */
export async function loadProgress(dataDir: string): Promise<Progress | null> {
  const text = await unlessMissing(readFile(fileIn(dataDir), 'utf8'));
  return text === undefined ? null : (JSON.parse(text) as Progress);
}

export function noProgress(): Progress {
  return structuredClone(START);
}

/** Replaces the file atomically: after a crash either the old or the new version exists. */
export async function saveProgress(dataDir: string, progress: Progress): Promise<void> {
  const path = fileIn(dataDir);
  await writeFile(`${path}.new`, JSON.stringify(progress), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

export async function deleteProgress(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true });
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'verify-blobs.json');
}
