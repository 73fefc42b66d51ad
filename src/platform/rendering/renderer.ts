/**
 * Renders untrusted files as pictures and PDFs, and reads their text. Each rendering is a process of its own that is killed when it exceeds its limits
 * (confine.ts); a few run at once, some wait, the rest are rejected. While files are rendered, the process for the next
 * one waits with its libraries loaded.
 */
import type { FileHandle } from 'node:fs/promises';
import { type Bounds, type Confined, type Confinement, type Ended, startConfined } from './isolation/confine.ts';
import { type Isolation, findIsolation } from './isolation/isolation.ts';
import { type About, DONE, IMPOSSIBLE, MISSING, type RenderJob } from './job.ts';
import { type Level, isAtLeast } from './isolation/levels.ts';
import { PARTS, type Part, type Programs, findPrograms } from './programs.ts';
import { needsOffice } from './first-bytes.ts';
import { type Save, readAbout, saveOutput } from './output.ts';
import { boundedQueue } from '../limits/bounded-queue.ts';
import { type Spare, type Spares, keepSpare } from './spares.ts';
import { PROGRAM } from './isolation/view.ts';
import {
  type Plan,
  type RenderSource,
  type Span,
  copyPortions,
  createFolder,
  createInput,
  planOf,
  removeFolder,
} from './workspace.ts';

export type RenderRequest<T> = Omit<RenderJob, 'programs'> & { source: RenderSource; save: Save<T> };

/**
 * The saved output, or null. `missingPart`: the program whose absence prevented or degraded it. `mayWorkLater`: the
 * failure may be due to the machine instead of the file.
 */
export type Rendering<T> = {
  output: T | null;
  about: About | null;
  missingPart: MissingPart | null;
  mayWorkLater: boolean;
};

/** `isolation`: the required level is not available. */
export type MissingPart = Part | 'isolation';

export type Render = <T>(request: RenderRequest<T>) => Promise<Rendering<T>>;

export type Turns = {
  /** Rejects with QueueFullError when too many wait, and with RendererClosedError after `close`. */
  render: Render;
  /**
   * The same for work that renders, which begins when its turn has come. Only one of those that take `long` runs at once,
   * so that they never delay all others; and only one that takes `longest`, beside the others.
   */
  inTurn<T>(work: (render: Render) => Promise<T>, options?: { span: Span }): Promise<T>;
};

export type Renderer = Turns & {
  /** The same, but only one of those on behalf of the same runs, and a few wait, so that others have a turn. */
  onBehalfOf(by: string): Turns;
  /** Whether new work has to wait. */
  isBusy(): boolean;
  programs: Programs;
  /** Whether a LibreOffice waits for the next office document while such documents are rendered. */
  keepsOffice: boolean;
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
  // Four times the CPU time, because programs run below requests.
  timeMs: 120_000,
  longTimeMs: 480_000,
  longestTimeMs: 1_800_000,
  cpuMs: 30_000,
  longCpuMs: 120_000,
  memoryBytes: 1024 * MIB,
  // Data, not address space: V8 and WebAssembly reserve tens of gigabytes of addresses. Node alone allocates 0.7 GiB.
  dataBytes: 2048 * MIB,
  fileBytes: 256 * MIB,
  processes: 128,
};
/** A program that waits for a job takes 40 MB that it shares with no other process. */
const SPARE_MS = 120_000;
const CONCURRENCY = 2;
/** One turn is left to others. */
const CONCURRENCY_OF_ONE = 1;
const WAITING = 32;
const WAITING_OF_ONE = 8;
const LONGEST_WAITING_OF_ONE = 3;

/** Looks up the programs now, and the available isolation with the first rendering. */
export function createRenderer(options: RendererOptions): Renderer {
  const bounds = { ...BOUNDS, ...options.bounds };
  const programs = findPrograms(options.programFolders);
  const closing = new AbortController();
  const turns = createTurns();
  const { isolation, isAllowed } = detectIsolation(options, programs);
  const make = (office?: string) => async () =>
    startProgram({ bounds, isolation: await isolation(), signal: closing.signal }, office);
  const plain = keepSpare({ make: make(), idleMs: SPARE_MS });
  const withOffice = keepSpare({ make: make(programs.writer), idleMs: SPARE_MS });
  const keepsOffice = options.keepsOffice === true && programs.writer !== undefined;
  const render: Render = async (request) => {
    closing.signal.throwIfAborted();
    await isolation();
    const nothing = { output: null, about: null, missingPart: null, mayWorkLater: false };
    if (!isAllowed()) return { ...nothing, missingPart: 'isolation' };
    const plan = request.source.size === 0 ? null : await planOf(request, request.source);
    if (plan === null) return nothing;
    const spares = keepsOffice && (await needsOffice(request)) ? withOffice : plain;
    // A LibreOffice takes a second of CPU to start, which the document needs.
    const isEager = spares === plain;
    return withSpare(spares, isEager, (waiting) => renderWith(waiting, { ...request, plan }, programs));
  };
  return {
    ...turns.of(render, null),
    onBehalfOf: (by) => turns.of(render, by),
    isBusy: turns.isBusy,
    programs,
    keepsOffice,
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

/** `isEager`: the next one starts while this one works, not after it. */
async function withSpare<T>(
  spares: Spares<Waiting>,
  isEager: boolean,
  work: (waiting: Waiting) => Promise<T>,
): Promise<T> {
  try {
    const taken = await spares.take();
    if (isEager) spares.refill();
    return await work(taken);
  } finally {
    spares.refill();
  }
}

function createTurns() {
  const bounds = { atOnceOfOne: CONCURRENCY_OF_ONE, waiting: WAITING, waitingOfOne: WAITING_OF_ONE };
  const all = boundedQueue({ atOnce: CONCURRENCY, ...bounds });
  const long = boundedQueue({ atOnce: 1, ...bounds });
  const longest = boundedQueue({ atOnce: 1, ...bounds, waitingOfOne: LONGEST_WAITING_OF_ONE });
  const run = <T>(work: () => Promise<T>, { span, by }: { span: Span; by: string | null }): Promise<T> => {
    // It takes minutes, in which it must not have one of the turns of all others.
    if (span === 'longest') return longest.run(work, by);
    return span === 'long' ? long.run(() => all.run(work, by), by) : all.run(work, by);
  };
  const of = (render: Render, by: string | null): Turns => ({
    render: (request) => run(() => render(request), { span: 'usual', by }),
    inTurn: (work, { span } = { span: 'usual' }) => run(() => work(render), { span, by }),
  });
  return { of, isBusy: () => all.isBusy() };
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

async function renderWith<T>(
  waiting: Waiting,
  request: RenderRequest<T> & { plan: Plan },
  programs: Programs,
): Promise<Rendering<T>> {
  const { folder, input, program, discard } = waiting;
  const { source, save, plan, ...job } = request;
  const { type } = job.form ?? { type: 'thumbnail' };
  try {
    await copyPortions(input, source, plan.portions);
    const ended = await program.finish(JSON.stringify({ ...job, programs } satisfies RenderJob), plan.span);
    if (ended.stopped === 'aborted') throw closed();
    const { isMade, ...verdict } = judge(ended);
    const about = isMade ? await readAbout(folder) : null;
    const output = isMade ? await saveOutput(folder, { type, size: job.size }, save) : null;
    return { ...verdict, output, about };
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

/** `isMade`: there may be an output. */
function judge({ code }: Ended): Pick<Rendering<never>, 'missingPart' | 'mayWorkLater'> & { isMade: boolean } {
  const missingPart = PARTS.find((part) => MISSING[part] === code) ?? null;
  if (missingPart !== null || code === DONE) return { isMade: true, missingPart, mayWorkLater: false };
  return { isMade: false, missingPart, mayWorkLater: code !== IMPOSSIBLE };
}

function closed(): RendererClosedError {
  return new RendererClosedError('The service is shutting down and renders no more.');
}
