/** Keeps the folders that puts go to open, so that a put need not open, sync and close its folder each time. */
import { type Folder, makeFolder, openFolder } from './disk.ts';

// This hour's, and the one before for puts that began in it.
const CACHED = 2;

export type HourFolders = {
  /** The folder, made and surviving a crash. */
  enter(path: string): Promise<Folder>;
  /** Closes the folder, if it is kept. */
  leave(path: string): Promise<void>;
  close(): Promise<void>;
};

/** The hours' folders below a root that survives a crash already. */
export function cacheHourFolders(root: string): HourFolders {
  const kept = new Map<string, Promise<Folder>>();
  async function open(path: string): Promise<Folder> {
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size === CACHED) await leave(oldest);
    await makeFolder(path, root);
    return openFolder(path);
  }
  async function leave(path: string): Promise<void> {
    const opening = kept.get(path);
    kept.delete(path);
    // One that cannot be opened says so to those who enter it, and there is nothing to close.
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
