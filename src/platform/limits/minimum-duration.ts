import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` and returns its result after at least `ms` milliseconds, so that response times do not reveal whether
 * there was anything to do.
 */
export async function withMinimumDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [answer] = await Promise.all([work(), sleep(ms)]);
  return answer;
}
