import type { Tx } from '../../platform/db/connection.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { deleteDeadlines, insertDeadlines, moveDeadlines } from './factor-rule.queries.ts';

/** Adds, moves and deletes deadlines to match the current rule. */
export async function syncDeadlines(tx: Tx, deploymentId: number, now: Date): Promise<void> {
  const rule = await readSettings(tx, deploymentId);
  await deleteDeadlines(tx, deploymentId, rule);
  await moveDeadlines(tx, deploymentId, rule);
  await insertDeadlines(tx, { deploymentId, userId: null, rule, now });
}
