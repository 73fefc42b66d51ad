/** The state of an upload. */

/** The target: a folder, or a document that gets a new version. */
export type UploadTarget = { kind: 'folder'; folderId: number } | { kind: 'revision'; documentId: number };

/** A file as a person selected it. */
export type PickedFile = {
  file: File;
  /** The path with its folders, separated by `/`, or just the name. */
  path: string;
  /** The handle of a dropped item, with which the browser can read it again after a reload. */
  root: FileSystemHandle | null;
};

/** The part of an upload that is saved in the browser, so that it survives a reload. */
export type SavedUpload = {
  id: string;
  /** The visit that it belongs to. */
  place: string;
  target: UploadTarget;
  path: string;
  size: number;
  lastModified: number;
  root: FileSystemHandle | null;
  /** The URL of the upload on the server, once it exists. */
  uploadUrl: string | null;
  /** When the server stored it, ISO 8601. */
  doneAt: string | null;
};

/**
 * `taken`: the folder has another file with this name, and the person must choose. `lost`: interrupted by a reload, and its file
 * must be selected again. `present`: the folder already had the same file, or the document this content.
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

/** The choice for a taken name: a new version, another name, or skip. */
export type ConflictChoice = 'version' | 'both' | 'skip';

export type Upload = Readonly<{
  id: string;
  target: UploadTarget;
  path: string;
  size: number;
  state: UploadState;
  /** Bytes that the server has received. */
  sent: number;
  doneAt: string | null;
  /** Whether the file is available to send it at once. */
  isAtHand: boolean;
  /** Whether the browser can read the file again after a reload. */
  isReadable: boolean;
  error: Error | null;
  /** Whether a retry may succeed. */
  canRetry: boolean;
}>;

/** Whether both are the same file, as far as a browser can tell. */
export function isSameFile(kept: SavedUpload, { file, path }: PickedFile): boolean {
  return kept.path === path && kept.size === file.size && kept.lastModified === file.lastModified;
}
