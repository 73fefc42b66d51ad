/** Requests that begin a while after the last fault, and must succeed at the first attempt. */
import { setTimeout as sleep } from 'node:timers/promises';

const ROUNDS = 3;

export type Recovery = {
  /** From the end of the last fault until the first of these requests. */
  afterMs: number;
  isLoadOver: () => boolean;
  /** Sends requests and returns a line for each that failed. */
  round: () => Promise<string[]>;
};

/** Sends rounds while the earlier load continues, and at least three; returns the requests that failed. */
export async function failuresAfter({ afterMs, isLoadOver, round }: Recovery): Promise<string[]> {
  await sleep(afterMs);
  const failed: string[] = [];
  for (let rounds = 0; rounds < ROUNDS || !isLoadOver(); rounds += 1) failed.push(...(await round()));
  return failed;
}
