/** Sends the list of a ZIP archive (docs/api/renditions.md#entries-of-archives). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { Problem } from '../../platform/errors.ts';
import { limitConcurrency } from '../../platform/limits/limit-concurrency.ts';
import { extensionKey } from '../../platform/values/names.ts';
import { listArchive } from '../../content/zip/list-entries.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';
import type { EntriesSchema } from './renditions.schema.ts';
import { noRendition } from './unavailable.http.ts';

const AT_ONCE = 4;
const inTurn = limitConcurrency(AT_ONCE, { length: 8 * AT_ONCE, refuse: busy });

/** The list of the archive. The caller has checked rights. */
export async function readEntries(
  { blobs }: Deps,
  { name, size, storageKey }: Pick<DocumentRow, 'name' | 'size' | 'storageKey'>,
): Promise<Static<typeof EntriesSchema>> {
  const extension = extensionKey(name);
  if (extension !== 'zip' && extension !== 'jar') throw noRendition('Only ZIP archives have a list of entries.');
  const list = await inTurn(() => listArchive({ size, read: (range) => blobs.read(storageKey, range) }));
  if (list === null) throw noRendition('The content of the document is not a ZIP archive, or it is damaged.');
  return {
    EntryCount: list.count,
    IsComplete: list.isComplete,
    Entries: list.entries.map((entry) => ({
      Name: entry.name,
      Size: entry.size,
      DateModified: entry.modifiedAt?.toISOString() ?? null,
      IsFolder: entry.isFolder,
      IsEncrypted: entry.isEncrypted,
    })),
  };
}

function busy(): Problem {
  const headers = { 'retry-after': '1' };
  return new Problem('/unavailable', 'Too many archives are being read. Try again in a second.', { headers });
}
