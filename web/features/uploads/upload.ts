/** What is known of a file on its way to the server. */

/** Where it goes: into a folder, or on top of a document as its newest version. */
export type UploadTarget = { kind: 'folder'; folderId: number } | { kind: 'revision'; documentId: number };

/** A file as somebody chose it. */
export type PickedFile = {
  file: File;
  /** With the folders that came along, parted by `/`; else the name. */
  path: string;
  /** What was dropped, where the browser can read it again after a reload. */
  root: FileSystemHandle | null;
};

/** What is kept of an upload in the browser, so that it goes on after a reload. */
export type SavedUpload = {
  id: string;
  /** Of which visit. */
  place: string;
  target: UploadTarget;
  path: string;
  size: number;
  lastModified: number;
  root: FileSystemHandle | null;
  /** The server's address of it, once it has one. */
  uploadUrl: string | null;
  /** When the server had stored it, ISO 8601. */
  doneAt: string | null;
};

/**
 * `taken`: the folder has another file of this name, and somebody is to say what to do. `lost`: begun before a reload, and its
 * file has to be chosen again. `present`: the folder had the same file already.
 */
export type UploadState =
  | 'waiting'
  | 'sending'
  | 'storing'
  | 'taken'
  | 'paused'
  | 'failed'
  | 'lost'
  | 'done'
  | 'present';

/** What to do with a file whose name is taken: a new version of what has it, another name, or nothing. */
export type ConflictChoice = 'version' | 'both' | 'skip';

export type Upload = Readonly<{
  id: string;
  target: UploadTarget;
  path: string;
  size: number;
  state: UploadState;
  /** Bytes that the server has. */
  sent: number;
  doneAt: string | null;
  /** Whether the file is there, so that it can be sent (again) at once. */
  isAtHand: boolean;
  /** Whether the browser can read the file again after a reload. */
  isReadable: boolean;
  error: Error | null;
  /** Whether it failed in a way that another attempt may not. */
  canRetry: boolean;
}>;

/** Whether two are the same file, as far as a browser tells. */
export function isSameFile(kept: SavedUpload, { file, path }: PickedFile): boolean {
  return kept.path === path && kept.size === file.size && kept.lastModified === file.lastModified;
}
