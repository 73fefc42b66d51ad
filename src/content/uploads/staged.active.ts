import type { StagedUpload } from './staged.queries.ts';

/** An unfinished upload is active for this long after it was created or last received bytes. */
export const ACTIVE_MS = 600_000;

/** Whether the upload still reserves its whole length at the link of its visitor (decision 0057). */
export function isActive({ activeAt }: Pick<StagedUpload, 'activeAt'>, now: Date): boolean {
  return now.getTime() - Date.parse(activeAt) < ACTIVE_MS;
}
