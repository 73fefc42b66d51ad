/**
 * Sandboxes a program as far as the system allows: files, processes, network, privileges and rarely used system calls.
 * `docs/security.md` lists the guarantees of each level.
 */
import { tmpdir } from 'node:os';
import { type Bounds, runConfined } from './confine.ts';
import { LEVELS, type Level, isAtLeast } from './levels.ts';
import { type Programs, findProgram } from '../programs.ts';
import { bubblewrap, namespaces } from './sandboxes.ts';
import { seccompFilter } from './seccomp.ts';
import { PROGRAM, viewOf } from './view.ts';
import { inPrivateFolder } from '../workspace.ts';

export type Isolation = {
  level: Level;
  /** Prefixes a command with its sandbox. The command starts in its private folder. */
  wrap(command: string[], folder: string): string[];
  /** Read by the sandbox before the program starts. */
  filter: Buffer | null;
  /** The user that root starts the program as; null for the current user. */
  account: { uid: number; gid: number } | null;
};

export type IsolationOptions = {
  /** Folders of the service that no program may see. */
  hidden: readonly string[];
  /** Where to look for bubblewrap. */
  programFolders: readonly string[];
  programs: Programs;
  /** Skips stronger levels, for tests. */
  atMost?: Level;
};

const MIB = 1024 * 1024;
const PROBE: Bounds = { timeMs: 5_000, memoryBytes: 256 * MIB, dataBytes: 256 * MIB, fileBytes: MIB, processes: 64 };
/** A user without privileges and without files. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Finds the strongest sandbox that the system allows. */
export async function findIsolation(options: IsolationOptions): Promise<Isolation> {
  const { atMost = 'bubblewrap' } = options;
  const allowed = LEVELS.filter((level) => isAtLeast(atMost, level)).reverse();
  // Root switches users, unless that user cannot reach the program.
  const accounts = process.getuid?.() === 0 ? [NOBODY, null] : [null];
  for (const level of process.platform === 'linux' ? allowed : []) {
    for (const account of accounts) {
      const isolation = isolationOf(level, account, options);
      if (isolation !== null && (await works(isolation))) return isolation;
    }
  }
  return { level: 'none', wrap: (command) => command, filter: null, account: null };
}

function isolationOf(level: Level, account: Isolation['account'], options: IsolationOptions): Isolation | null {
  const view = () => viewOf(options.programs, [...options.hidden, tmpdir()]);
  if (level === 'none') return { level, wrap: (command) => command, filter: null, account };
  if (level === 'namespaces') return { level, wrap: namespaces(view()), filter: null, account };
  const [bwrap, filter] = [findProgram(options.programFolders, 'bwrap'), seccompFilter()];
  if (bwrap === undefined || filter === null) return null;
  return { level, wrap: bubblewrap(bwrap, view()), filter, account };
}

async function works(isolation: Isolation): Promise<boolean> {
  const command = ['/bin/sh', '-c', 'test -r "$0" && test -x "$1" && : > probe', PROGRAM, process.execPath];
  const { signal } = new AbortController();
  const ended = await inPrivateFolder((folder) =>
    runConfined(command, { folder, bounds: PROBE, isolation, signal }),
  ).catch(() => null);
  return ended?.code === 0;
}
