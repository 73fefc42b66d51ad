/** What all scenes of the demo play on: who is who, what is where, and what happens when. */
import type { AppDeps } from '../steps.ts';
import type { Actor } from '../core/actor.ts';
import { minutesAfter, workingMoment } from './calendar.ts';
import type { LibraryName, Outsider, Who } from './company.ts';
import { OUTSIDE } from './company.ts';
import type { Random } from './random.ts';

export type Person = { userId: number; email: string; name: string; isSiteAdmin: boolean };

export type StagedLibrary = { libraryId: number; tagTypes: Map<string, number> };

/** A document once it is there; scenes plan with it before. */
export type StagedPaper = {
  library: LibraryName;
  /** Path of the folder, beginning with the library. */
  folder: string;
  name: string;
  author: Who;
  createdAt: Date;
  documentId: number | null;
  inTrash: boolean;
};

/** Something that happens at its time. */
export type Event = { at: Date; run(at: Date): Promise<unknown> };

export type Stage = {
  deps: AppDeps;
  deploymentId: number;
  /** Of the addresses of everybody in the demo. */
  domain: string;
  random: Random;
  /** When the demo is made: nothing happens later. */
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

/** Plans something; what lies in the future does not happen. */
export function plan(stage: Stage, at: Date, run: Event['run']): void {
  if (at < stage.now) stage.events.push({ at, run });
}

/** Plans something for about so many days before now, but not before the paper has been there for an hour. */
export function planAfter(stage: Stage, paper: StagedPaper, daysAgo: number, run: Event['run']): void {
  const moment = workingMoment(stage.now, daysAgo, stage.random);
  const earliest = minutesAfter(paper.createdAt, 60);
  plan(stage, moment < earliest ? earliest : moment, run);
}

/** A person at a moment, as the actions want to know them. They came by no session that is kept. */
export function actorOf(stage: Stage, who: Who, now: Date): Actor {
  const { deploymentId } = stage;
  return {
    deploymentId,
    ...found(stage.people, who),
    now,
    via: { kind: 'session', sessionId: 0, createdAt: now.toISOString() },
  };
}

/** The address of somebody without an account. */
export function addressOf({ domain }: Pick<Stage, 'domain'>, outsider: Outsider): string {
  return `${OUTSIDE[outsider]}.${domain}`;
}

/** A paper by its path. */
export function paperAt(stage: Stage, path: string): StagedPaper {
  const paper = stage.papers.find(({ folder, name }) => `${folder}/${name}` === path);
  if (paper === undefined) throw new Error(`The demo has no paper ${path}.`);
  return paper;
}

/** The id of a paper that is there by now. */
export function documentIdOf({ documentId, name }: StagedPaper): number {
  if (documentId === null) throw new Error(`${name} is used before it is made.`);
  return documentId;
}

/** What the map has under a key that it must have. */
export function found<K, V>(map: Map<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo has no ${String(key)}.`);
  return value;
}
