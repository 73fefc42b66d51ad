import type { Answered, Request } from '../client.ts';
import type { TargetName } from '../targets.ts';
import type { Target } from '../target.ts';

/**
 * Carrel's rate over the floor's, at every number of connections; the maximum CPU per request; and Carrel's rate at one
 * connection.
 */
export type Goal = { must?: number; aim?: number; cpuMs?: number; rate?: number };

export type Workload = {
  id: string;
  title: string;
  unit: 'req/s' | 'MB/s' | 'rows/s';
  goal: Goal | null;
  /** The reference server and the measured one; by default the floor and Carrel. */
  between?: [TargetName, TargetName];
  /** Nothing is measured beside Carrel, except another Carrel. */
  isAlone?: boolean;
  /** Numbers of connections; by default 1 and 32. */
  connections?: readonly number[];
  /** The servers may use every core if the measured work is parallel; by default one core. */
  isSpread?: boolean;
  /** One measurement ends after this many seconds, or requests if they are bounded. */
  seconds: number;
  requests?: number;
  prepare: (target: Target) => Promise<Prepared>;
};

export type Prepared = {
  next: () => Request;
  /** A custom measurement instead of requests under load; the `requests` of its result are the unit. */
  load?: () => Promise<Answered>;
  /** Runs before each measurement and is not measured. */
  before?: () => Promise<void>;
  /** Checks the server's data after the last measurement and throws if it is wrong. */
  verify?: () => Promise<void>;
  /** The bytes of one whole response, if a measurement may end within one. */
  answerBytes?: number;
};

/** One after the other, repeating from the first. */
export function cycle<T>(items: T[]): () => T {
  let index = 0;
  return () => {
    const item = items[index % items.length];
    index += 1;
    if (item === undefined) throw new Error('There is nothing to cycle through.');
    return item;
  };
}
