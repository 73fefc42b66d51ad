/**
 * Calls that would run upwards. An area that changes something states the type of its steps; the areas above contribute
 * them in `src/steps.ts`, and the change runs them in its own transaction (docs/architecture.md, "Steps").
 */
import type { Tx } from './db/connection.ts';
import type { Deps } from './deps.ts';

export type Step<Change> = (tx: Tx, change: Change) => Promise<unknown>;

/** The dependencies of code whose changes run steps. */
export type WithSteps<Steps> = Deps & { steps: Steps };

/** Runs the steps one after the other, in the order of the list. */
export async function runSteps<Change>(tx: Tx, steps: readonly Step<Change>[], change: Change): Promise<void> {
  for (const step of steps) await step(tx, change);
}
