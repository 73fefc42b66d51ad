import { hash } from 'node:crypto';
import type { Sql, Tx } from '../../platform/db/connection.ts';
import { CHALLENGE_MS } from './challenges.ts';

/** Consumes the challenge; false if it was already used. Of concurrent uses, one wins. */
export async function useChallenge(tx: Tx, challenge: Buffer, now: Date): Promise<boolean> {
  const { count } = await tx`
    insert into used_passkey_challenges (challenge_hash, used_at) values (${hash('sha256', challenge, 'buffer')}, ${now})
    on conflict do nothing`;
  return count === 1;
}

/** Deletes used challenges that have expired; returns how many. Index: used_passkey_challenges_used. */
export async function deletePastChallenges(sql: Sql, now: Date): Promise<number> {
  const { count } = await sql`
    delete from used_passkey_challenges where used_at <= ${new Date(now.getTime() - CHALLENGE_MS)}`;
  return count;
}
