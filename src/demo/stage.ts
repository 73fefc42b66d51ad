/** Shared state of the demo's scenes: people, places, and the schedule of events. */
import type { AppDeps } from '../steps.ts';
import type { Actor } from '../core/actor.ts';
import { minutesAfter, workingMoment } from './calendar.ts';
import type { LibraryName, Outsider, Who } from './company.ts';
import { OUTSIDE } from './company.ts';
import type { Random } from './random.ts';

export type Person = { userId: number; email: string; name: string; isSiteAdmin: boolean };

export type StagedLibrary = { libraryId: number; tagTypes: Map<string, number> };

/** A document; scenes refer to it before it exists. */
export type StagedPaper = {
  library: LibraryName;
  /** Path of the folder, starting with the library. */
  folder: string;
  name: string;
  author: Who;
  createdAt: Date;
  documentId: number | null;
  inTrash: boolean;
};

/** A scheduled event. */
export type Event = { at: Date; run(at: Date): Promise<unknown> };

export type Stage = {
  deps: AppDeps;
  deploymentId: number;
  /** The domain of all addresses in the demo. */
  domain: string;
  random: Random;
  /** When the demo is created: no event is later. */
  now: Date;
  people: Map<Who, Person>;
  groups: Map<string, number>;
  libraries: Map<LibraryName, StagedLibrary>;
  folders: Map<string, number>;
  papers: StagedPaper[];
  events: Event[];
};

export function createStage(given: Pick<Stage, 'deps' | 'deploymentId' | 'domain' | 'random' | 'now'>): Stage {
  return {
    ...given,
    people: new Map(),
    groups: new Map(),
    libraries: new Map(),
    folders: new Map(),
    papers: [],
    events: [],
  };
}

/** Schedules an event; future events are dropped. */
export function plan(stage: Stage, at: Date, run: Event['run']): void {
  if (at < stage.now) stage.events.push({ at, run });
}

/** Schedules an event about this many days ago, at least an hour after the paper was created. */
export function planAfter(stage: Stage, paper: StagedPaper, daysAgo: number, run: Event['run']): void {
  const moment = workingMoment(stage.now, daysAgo, stage.random);
  const earliest = minutesAfter(paper.createdAt, 60);
  plan(stage, moment < earliest ? earliest : moment, run);
}

/** A person at a time, as an actor without a stored session. */
export function actorOf(stage: Stage, who: Who, now: Date): Actor {
  const { deploymentId } = stage;
  return {
    deploymentId,
    ...found(stage.people, who),
    now,
    via: { kind: 'session', sessionId: 0, authenticatedAt: now.toISOString(), factorDueAt: null },
  };
}

/** The address of a person without an account. */
export function addressOf({ domain }: Pick<Stage, 'domain'>, outsider: Outsider): string {
  return `${OUTSIDE[outsider]}.${domain}`;
}

/** A paper by its path. */
export function paperAt(stage: Stage, path: string): StagedPaper {
  const paper = stage.papers.find(({ folder, name }) => `${folder}/${name}` === path);
  if (paper === undefined) throw new Error(`The demo has no paper ${path}.`);
  return paper;
}

/** The id of an existing paper. */
export function documentIdOf({ documentId, name }: StagedPaper): number {
  if (documentId === null) throw new Error(`${name} is used before it is made.`);
  return documentId;
}

/** The value of a key that must exist. */
export function found<K, V>(map: Map<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo has no ${String(key)}.`);
  return value;
}
