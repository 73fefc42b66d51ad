/** Clients that repeat something while nodes restart. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../several/load.ts';

export type Activity = {
  name: string;
  /** How much of it succeeded. */
  done: () => number;
  failures: string[];
  /** Ends it, after what has begun. Returns what is wrong in the end. */
  stop: () => Promise<string[]>;
};

type Repetition = { name: string; clients: number; pauseMs: number };

/** Starts clients that repeat `once` on one address after the other; it counts successes and throws failures. */
export function repeat(
  target: Target,
  { name, clients, pauseMs }: Repetition,
  once: (target: Target, count: () => void) => Promise<void>,
): Activity {
  const failures: string[] = [];
  const stopping = new AbortController();
  let done = 0;
  const count = () => void (done += 1);
  const work = async (_: unknown, index: number) => {
    await sleep((index * pauseMs) / clients);
    for (let turn = index; !stopping.signal.aborted; turn += 1) {
      const address = target.addresses[turn % target.addresses.length] ?? '';
      try {
        await once({ ...target, addresses: [address] }, count);
      } catch (error) {
        failures.push(`${name}, ${address}: ${String(error)}`);
      }
      await sleep(pauseMs);
    }
  };
  const running = Array.from({ length: clients }, work);
  return {
    name,
    done: () => done,
    failures,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
      return [];
    },
  };
}
