/** Opens the blob store that the configuration names. */
import type { Clock } from '../clock.ts';
import { openFileStore } from './disk/files.ts';
import type { HashPool } from './sums/hash.ts';
import type { S3Place } from './s3/bucket.ts';
import type { BlobStore } from './store.ts';

/** Where blobs are stored: a folder or a bucket. */
export type BlobPlace = { kind: 'files'; dir: string } | ({ kind: 's3' } & S3Place);

export async function openBlobStore(place: BlobPlace, tools: { clock: Clock; hashes: HashPool }): Promise<BlobStore> {
  if (place.kind === 'files') return openFileStore({ root: place.dir, ...tools });
  // Loaded on demand, because it takes 0.1 s.
  const { openS3Store } = await import('./s3/s3.ts');
  return openS3Store(place, tools);
}
