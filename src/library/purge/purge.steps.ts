import type { Step } from '../../platform/steps.ts';

/** The purging user, or null for the service itself. */
export type Purger = { deploymentId: number; userId: number | null; now: Date };

/** Documents that are marked as purged and locked. */
export type PurgedDocuments = { by: Purger; documentIds: number[] };

export type PurgeSteps = {
  /** Before the rows of the documents are deleted; it may run twice for one document. */
  documentPurge: readonly Step<PurgedDocuments>[];
};
