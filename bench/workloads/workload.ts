import type { Answered, Request } from '../client.ts';
import type { TargetName } from '../targets.ts';
import type { Target } from '../target.ts';

/** Carrel's rate over the floor's, at every number of connections; and the most CPU a request may cost. */
export type Goal = { must: number; aim?: number; cpuMs?: number };

export type Workload = {
  id: string;
  title: string;
  unit: 'req/s' | 'MB/s' | 'rows/s';
  goal: Goal | null;
  /** The server that sets the measure, and the one that is measured; the bare one and Carrel where nothing is said. */
  between?: [TargetName, TargetName];
  /** Numbers of connections; 1 and 32 where nothing is said. */
  connections?: readonly number[];
  /** The servers may use every core, where what is measured is done on several at once; one core where nothing is said. */
  isSpread?: boolean;
  /** One measurement ends after so many seconds, or requests if they are bounded. */
  seconds: number;
  requests?: number;
  prepare: (target: Target) => Promise<Prepared>;
};

export type Prepared = {
  next: () => Request;
  /** What is measured where it is more than requests under load; `requests` of what it answers are the unit. */
  load?: () => Promise<Answered>;
  /** Done before each measurement, and not measured. */
  before?: () => Promise<void>;
  /** Looks at what the server holds after the last measurement and throws if it is wrong. */
  verify?: () => Promise<void>;
  /** The bytes of one whole answer, where a measurement may end within one. */
  answerBytes?: number;
};

/** One after the other, from the first again after the last. */
export function cycle<T>(items: T[]): () => T {
  let index = 0;
  return () => {
    const item = items[index % items.length];
    index += 1;
    if (item === undefined) throw new Error('There is nothing to cycle through.');
    return item;
  };
}
