import type { StagedUpload } from './staged.queries.ts';

/** How long an unfinished upload stays active after it was created or last received bytes. */
export const ACTIVE_MS = 600_000;

/** Whether the upload still reserves its full length at its visitor's link (decision 0057). */
export function isActive({ activeAt }: Pick<StagedUpload, 'activeAt'>, now: Date): boolean {
  return now.getTime() - Date.parse(activeAt) < ACTIVE_MS;
}
