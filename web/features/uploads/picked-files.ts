/** Converts drops and file inputs to files with paths. */
import type { SavedUpload, PickedFile } from './upload.ts';

/** The files of an `<input type="file">`, with the folder name in front for folders. */
export function filesOfInput(files: FileList | null): PickedFile[] {
  return [...(files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name, root: null }));
}

/** The files of a drop, including the content of folders. */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<PickedFile[]> {
  // The items are only available during the event, so all of them are read first.
  const roots = [...items].filter(({ kind }) => kind === 'file').map(rootOf);
  const found = await Promise.all(roots.map((root) => root()));
  return found.length > 0 ? found.flat() : filesOfInput(files);
}

/** Reads dropped files again after a reload, and asks for permission if the browser requires it. */
export async function readAgain(kept: SavedUpload[]): Promise<PickedFile[]> {
  const picked: PickedFile[] = [];
  const asked = new Map<string, boolean>();
  for (const { root, path } of kept) {
    if (root === null) continue;
    const isReadable = asked.get(root.name) ?? (await mayRead(root));
    asked.set(root.name, isReadable);
    const file = isReadable ? await fileBelow(root, path).catch(() => null) : null;
    if (file !== null) picked.push({ file, path, root });
  }
  return picked;
}

function rootOf(item: DataTransferItem): () => Promise<PickedFile[]> {
  const handle = item.getAsFileSystemHandle?.();
  const entry = item.webkitGetAsEntry();
  const file = item.getAsFile();
  return async () => {
    const root = (await handle?.catch(() => null)) ?? null;
    if (entry !== null) return filesOfEntry(entry, root);
    return file === null ? [] : [{ file, path: file.name, root }];
  };
}

async function filesOfEntry(entry: FileSystemEntry, root: FileSystemHandle | null): Promise<PickedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, path: entry.fullPath.slice(1), root }];
  }
  const picked: PickedFile[] = [];
  for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) {
    picked.push(...(await filesOfEntry(child, root)));
  }
  return picked;
}

// A reader returns up to a hundred entries at a time, and none at the end.
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return children;
    children.push(...some);
  }
}

async function mayRead(handle: FileSystemHandle): Promise<boolean> {
  return (await handle.requestPermission?.({ mode: 'read' })) === 'granted';
}

// The first part of the path is the root itself.
async function fileBelow(root: FileSystemHandle, path: string): Promise<File | null> {
  if (root.kind === 'file') return (root as FileSystemFileHandle).getFile();
  const names = path.split('/').slice(1);
  const name = names.pop();
  let folder = root as FileSystemDirectoryHandle;
  for (const step of names) folder = await folder.getDirectoryHandle(step);
  return name === undefined ? null : (await folder.getFileHandle(name)).getFile();
}
