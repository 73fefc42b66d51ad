import type { Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';
import { endSessions } from '../sessions/sessions.queries.ts';
import { deleteFactors, mailFactorNotice } from './factors.steps.ts';

type Owner = UserKey & { name: string; email: string };

/**
 * Removes all factors and codes, ends all sessions, and mails the person. `by` null: the operator at the command line.
 * The caller has locked the user's row.
 */
export async function removeAllFactors(
  tx: Tx,
  owner: Owner,
  { by, now }: { by: string | null; now: Date },
): Promise<void> {
  await deleteFactors(tx, owner);
  await endSessions(tx, owner, null);
  await mailFactorNotice(tx, owner, { kind: 'reset', by }, now);
}
