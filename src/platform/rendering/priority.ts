/** The priority of rendering programs whose output may come later. */
import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The niceness of a session (sched(7), "The autogroup feature"). Unless the service is in a control group of its own, Linux divides
 * the CPU among sessions first, and the niceness of a process counts within its session only. Each rendering is a session.
 */
export const AUTOGROUP = '/proc/self/autogroup';

/** Linux accepts one change in this time, of all sessions. */
const PAUSE_MS = 110;
const ATTEMPTS = 20;

/** Lets programs of a lower niceness run first, from now on. A higher niceness that this one already has stays. */
export async function giveWay(least: number): Promise<void> {
  const niceness = Math.max(least, getPriority());
  setPriority(niceness);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      writeFileSync(AUTOGROUP, String(niceness));
      return;
    } catch (error) {
      // Not on this system.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
    await sleep(PAUSE_MS);
  }
}
