/**
 * Renders thumbnails of untrusted files. Each rendering is a process of its own that is killed when it exceeds its limits
 * (confine.ts); a few run at once, some wait, the rest are rejected. While files are rendered, the process for the next
 * one waits with its libraries loaded.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bounds, type Confined, type Confinement, type Ended, startConfined } from './isolation/confine.ts';
import { type Isolation, findIsolation } from './isolation/isolation.ts';
import { DONE, IMPOSSIBLE, MISSING, OUTPUT, type RenderJob } from './job.ts';
import { type Level, isAtLeast } from './isolation/levels.ts';
import { PARTS, type Part, type Programs, findPrograms } from './programs.ts';
import { needsOffice } from './needs-office.ts';
import { boundedQueue } from './queue.ts';
import { type Spare, keepSpare } from './spares.ts';
import { PROGRAM } from './isolation/view.ts';
import { type RenderSource, copyPortions, createFolder, createInput, portionsOf, removeFolder } from './workspace.ts';

export type RenderRequest = Omit<RenderJob, 'programs'> & { source: RenderSource };

/**
 * A PNG of at most `size` pixels a side, or null. `missingPart`: the program whose absence prevented or degraded it.
 * `mayWorkLater`: the failure may be due to the machine instead of the file.
 */
export type Rendering = { png: Buffer | null; missingPart: MissingPart | null; mayWorkLater: boolean };

/** `isolation`: the required level is not available. */
export type MissingPart = Part | 'isolation';

export type Render = (request: RenderRequest) => Promise<Rendering>;

export type Renderer = {
  /** Rejects with QueueFullError when too many wait, and with RendererClosedError after `close`. */
  render: Render;
  /** The same for work that renders, which begins when its turn has come. */
  inTurn<T>(work: (render: Render) => Promise<T>): Promise<T>;
  /** Whether new work has to wait. */
  isBusy(): boolean;
  programs: Programs;
  /** Whether the part is still missing. */
  lacks(part: MissingPart): boolean;
  /** The available isolation, detected once. */
  isolation(): Promise<Isolation>;
  /** Aborted with RendererClosedError by `close`. */
  closing: AbortSignal;
  /** Kills running programs and starts no new ones. */
  close(): void;
};

export type RendererOptions = {
  /** Where to look for programs. */
  programFolders: readonly string[];
  /** Folders to hide from programs if the system can, in addition to the temporary folder. */
  hiddenFolders: readonly string[];
  /** Nothing is rendered below this isolation level. */
  requiredLevel?: Level;
  /** Skips stronger levels, for tests. */
  atMost?: Level;
  bounds?: Partial<Bounds>;
  /** While office documents are rendered, keep a LibreOffice ready for the next one (130 MB). */
  keepsOffice?: boolean;
};

/** The service is shutting down. */
export class RendererClosedError extends Error {
  override name = 'RendererClosedError';
}

const MIB = 1024 * 1024;
const BOUNDS: Bounds = {
  timeMs: 30_000,
  memoryBytes: 1024 * MIB,
  // Data, not address space: V8 and WebAssembly reserve tens of gigabytes of addresses. Node alone allocates 0.7 GiB.
  dataBytes: 2048 * MIB,
  fileBytes: 256 * MIB,
  processes: 128,
};
/** A program that waits for a job takes 40 MB that it shares with no other process. */
const SPARE_MS = 120_000;
const CONCURRENCY = 2;
const WAITING = 32;
const MAX_PNG_BYTES = 8 * MIB;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Looks up the programs now, and the available isolation with the first rendering. */
export function createRenderer(options: RendererOptions): Renderer {
  const bounds = { ...BOUNDS, ...options.bounds };
  const programs = findPrograms(options.programFolders);
  const closing = new AbortController();
  const queue = boundedQueue({ atOnce: CONCURRENCY, waiting: WAITING });
  const { isolation, isAllowed } = detectIsolation(options, programs);
  const make = (office?: string) => async () =>
    startProgram({ bounds, isolation: await isolation(), signal: closing.signal }, office);
  const plain = keepSpare({ make: make(), idleMs: SPARE_MS });
  const withOffice = keepSpare({ make: make(programs.writer), idleMs: SPARE_MS });
  const keepsOffice = options.keepsOffice === true && programs.writer !== undefined;
  const render = async (request: RenderRequest): Promise<Rendering> => {
    closing.signal.throwIfAborted();
    await isolation();
    if (!isAllowed()) return { png: null, missingPart: 'isolation', mayWorkLater: false };
    if (request.source.size === 0 || portionsOf(request.kind, request.source.size) === null)
      return { png: null, missingPart: null, mayWorkLater: false };
    const spares = keepsOffice && (await needsOffice(request)) ? withOffice : plain;
    try {
      return await renderWith(await spares.take(), request, programs);
    } finally {
      spares.refill();
    }
  };
  return {
    render: (request) => queue.run(() => render(request)),
    inTurn: (work) => queue.run(() => work(render)),
    isBusy: () => queue.isBusy(),
    programs,
    lacks: (part) => (part === 'isolation' ? !isAllowed() : programs[part] === undefined),
    isolation,
    closing: closing.signal,
    close() {
      closing.abort(closed());
      plain.close();
      withOffice.close();
    },
  };
}

/** `isAllowed`: whether the level that was found is the required one; false until it is found. */
function detectIsolation(
  { hiddenFolders: hidden, programFolders, atMost, requiredLevel }: RendererOptions,
  programs: Programs,
) {
  let found: Promise<Isolation> | undefined;
  let isAllowed = false;
  const find = async () => {
    const strongest = await findIsolation({ hidden, programFolders, programs, atMost: atMost ?? 'bubblewrap' });
    isAllowed = isAtLeast(strongest.level, requiredLevel ?? 'none');
    return strongest;
  };
  return { isolation: () => (found ??= find()), isAllowed: () => isAllowed };
}

/** A rendering program in its folder that waits for a job. */
type Waiting = Spare & { folder: string; input: FileHandle; program: Confined };

// `office`: the LibreOffice to start with it.
async function startProgram(means: Omit<Confinement, 'folder'>, office?: string): Promise<Waiting> {
  const folder = await createFolder();
  const remove = () => removeFolder(folder);
  const input = await createInput(folder).catch((error: unknown) => remove().then(() => Promise.reject(error)));
  try {
    const program = await startConfined(command(folder, office), { folder, ...means });
    const ended = program.exited.catch(() => {});
    const discard = async () => {
      program.end();
      await Promise.all([input.close(), ended]);
      await remove();
    };
    return { folder, input, program, discard, ended };
  } catch (error) {
    await input.close();
    await remove();
    throw error;
  }
}

async function renderWith(waiting: Waiting, request: RenderRequest, programs: Programs): Promise<Rendering> {
  const { folder, input, program, discard } = waiting;
  const { source, kind, size, isAnnotated, isSquare = false } = request;
  try {
    await copyPortions(input, source, portionsOf(kind, source.size) ?? []);
    const job: RenderJob = { kind, size, isAnnotated, isSquare, programs };
    const ended = await program.finish(JSON.stringify(job));
    if (ended.stopped === 'told') throw closed();
    return judge(ended, await readPng(folder, size));
  } finally {
    await discard();
  }
}

function command(folder: string, office?: string): string[] {
  // Files that child programs leave are removed with the folder. The heap limit does not cover images; the memory watch
  // does.
  const node = [process.execPath, '--max-old-space-size=512', '--disable-warning=ExperimentalWarning'];
  return [...node, PROGRAM, folder, ...(office === undefined ? [] : [office])];
}

function judge({ code }: Ended, png: Buffer | null): Rendering {
  const missingPart = PARTS.find((part) => MISSING[part] === code) ?? null;
  if (missingPart !== null) return { png, missingPart, mayWorkLater: false };
  if (code === DONE && png !== null) return { png, missingPart, mayWorkLater: false };
  return { png: null, missingPart, mayWorkLater: code !== IMPOSSIBLE && code !== DONE };
}

// The output may be anything: do not follow a link or wait for a pipe.
async function readPng(folder: string, size: number): Promise<Buffer | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(join(folder, OUTPUT), flags).catch(() => null);
  if (file === null) return null;
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > MAX_PNG_BYTES) return null;
    const png = await file.readFile();
    return isPngWithin(png, size) ? png : null;
  } finally {
    await file.close();
  }
}

function closed(): RendererClosedError {
  return new RendererClosedError('The service is shutting down and renders no more.');
}

// The output of rendering programs is untrusted too.
function isPngWithin(bytes: Buffer, size: number): boolean {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return false;
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  return bytes.toString('latin1', 12, 16) === 'IHDR' && width > 0 && height > 0 && width <= size && height <= size;
}
