/** The packages that a release contains: those that the bundle leaves as packages, and what they depend on. */

/** An entry of `packages` in package-lock.json. */
export type LockedPackage = {
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

export type Platform = { os: string; cpu: string; libc: string };

/**
 * The folders of the packages and of all that they depend on, sorted, such as `node_modules/pg`. Packages of other platforms are left
 * out, unless it is null. Throws if the lockfile lacks a package that is needed.
 */
export function packagesOf(
  locked: Record<string, LockedPackage>,
  names: Iterable<string>,
  platform: Platform | null,
): string[] {
  const found = new Set<string>();
  const add = (folder: string): void => {
    const entry = locked[folder] ?? {};
    if (found.has(folder) || !isFor(platform, entry)) return;
    found.add(folder);
    for (const name of neededBy(entry)) add(folderOf(locked, folder, name));
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const optional = findFolder(locked, folder, name);
      if (optional !== null) add(optional);
    }
  };
  for (const name of names) add(folderOf(locked, '', name));
  return [...found].toSorted();
}

function neededBy({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: LockedPackage): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  return [...Object.keys(dependencies ?? {}), ...peers].filter((name) => optionalDependencies?.[name] === undefined);
}

function folderOf(locked: Record<string, LockedPackage>, from: string, name: string): string {
  const folder = findFolder(locked, from, name);
  if (folder === null)
    throw new Error(`package-lock.json lacks ${name}, which ${from === '' ? 'a release' : from} needs`);
  return folder;
}

// As Node.js looks a package up: in the packages of the folder, then in those of each folder above.
function findFolder(locked: Record<string, LockedPackage>, from: string, name: string): string | null {
  for (let above = from; ; above = above.slice(0, Math.max(0, above.lastIndexOf('/node_modules/')))) {
    const folder = `${above === '' ? '' : `${above}/`}node_modules/${name}`;
    if (locked[folder] !== undefined) return folder;
    if (above === '') return null;
  }
}

function isFor(platform: Platform | null, { os, cpu, libc }: LockedPackage): boolean {
  return platform === null || (isAmong(platform.os, os) && isAmong(platform.cpu, cpu) && isAmong(platform.libc, libc));
}

const isAmong = (value: string, allowed: string[] | undefined): boolean =>
  allowed === undefined || allowed.includes(value);
