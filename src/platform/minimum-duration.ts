import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Answers what the work answers, but not before so many milliseconds. For work of which nobody may learn by its time
 * whether there was anything to do.
 */
export async function withMinimumDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [answer] = await Promise.all([work(), sleep(ms)]);
  return answer;
}
