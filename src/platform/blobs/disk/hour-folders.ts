/** Caches open folders for puts, so that a put does not open, sync and close its folder each time. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Folder, makeFolder, openFolder } from './disk.ts';

// The current hour, and the previous one for puts that started in it.
const CACHED = 2;

/** Below the root: unfinished writes. */
export const STAGING = '.staging';

export type HourFolders = {
  /** Returns the folder, created and synced. */
  enter(path: string): Promise<Folder>;
  /** Closes the folder if it is cached. */
  leave(path: string): Promise<void>;
  close(): Promise<void>;
};

/** Caches the hour folders below a root that is already synced. */
export function cacheHourFolders(root: string): HourFolders {
  const kept = new Map<string, Promise<Folder>>();
  async function open(path: string): Promise<Folder> {
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size === CACHED) await leave(oldest);
    // If the root is gone, such as with a disk that was unmounted, it must not be created anew.
    await stat(join(root, STAGING));
    await makeFolder(path, root);
    return openFolder(path);
  }
  async function leave(path: string): Promise<void> {
    const opening = kept.get(path);
    kept.delete(path);
    // An open failure rejects every `enter`, and leaves nothing to close.
    const folder = await opening?.catch(() => undefined);
    await folder?.close();
  }
  return {
    async enter(path) {
      const folder = kept.get(path) ?? open(path);
      kept.set(path, folder);
      return folder.catch((error: unknown) => {
        kept.delete(path);
        throw error;
      });
    },
    leave,
    close: async () => {
      await Promise.all([...kept.keys()].map(leave));
    },
  };
}
