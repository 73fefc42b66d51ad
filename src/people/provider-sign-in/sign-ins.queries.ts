import { hashSecret } from '../../platform/crypto/secrets.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Failure } from '../identity-providers/failure-classes.ts';
import type { Claims } from './claims.ts';

/** A sign-in can be completed for this long. */
export const SIGN_IN_MS = 600_000;

/**
 * `confirm` is a sign-in for which the provider asks the person again; `link` connects an identity to the signed-in person; `test`
 * only shows the claims to a site admin.
 */
export type Purpose = 'signIn' | 'confirm' | 'link' | 'test';

export type SignInKey = { deploymentId: number; signInId: number };

export type PendingSignIn = SignInKey & {
  providerId: number;
  purpose: Purpose;
  userId: number | null;
  sessionId: number | null;
  returnTo: string;
};

/** The secrets of a sign-in: the state goes through the provider, the other stays in a cookie of the browser. */
export type Secrets = { state: string; browser: string };

export async function insertSignIn(
  sql: Db,
  wanted: Omit<PendingSignIn, 'signInId'> & { secrets: Secrets; now: Date },
): Promise<number> {
  const { deploymentId, providerId, purpose, userId, sessionId, returnTo, secrets, now } = wanted;
  const [row] = await sql<{ signInId: number }[]>`
    insert into provider_sign_ins
      (deployment_id, provider_id, state_hash, browser_hash, purpose, user_id, session_id, return_to, created_at)
    values (${deploymentId}, ${providerId}, ${hashSecret(secrets.state)}, ${hashSecret(secrets.browser)}, ${purpose},
      ${userId}, ${sessionId}, ${returnTo}, ${now})
    returning sign_in_id as "signInId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.signInId;
}

/**
 * Uses the sign-in of this browser, once. Of concurrent callbacks, one gets it. Another browser neither gets nor uses it.
 * Index: provider_sign_ins_state.
 */
export async function useSignIn(sql: Db, { state, browser }: Secrets, now: Date): Promise<PendingSignIn | undefined> {
  const [row] = await sql<PendingSignIn[]>`
    update provider_sign_ins set used_at = ${now}
    where state_hash = ${hashSecret(state)} and browser_hash = ${hashSecret(browser)} and used_at is null
      and created_at > ${new Date(now.getTime() - SIGN_IN_MS)}
    returning deployment_id as "deploymentId", sign_in_id as "signInId", provider_id as "providerId", purpose,
      user_id as "userId", session_id as "sessionId", return_to as "returnTo"`;
  return row;
}

export async function storeTest(
  tx: Tx,
  { deploymentId, signInId }: SignInKey,
  result: { failure: Failure | null; claims: Claims },
): Promise<void> {
  await tx`
    update provider_sign_ins set failure = ${result.failure}, claims = ${tx.json(storable(result.claims))}
    where deployment_id = ${deploymentId} and sign_in_id = ${signInId}`;
}

/** A test of the user that is at most ten minutes old. By the primary key. */
export async function findTest(
  sql: Db,
  actor: { deploymentId: number; userId: number; now: Date },
  { providerId, testId }: { providerId: number; testId: number },
): Promise<{ isUsed: boolean; failure: Failure | null; claims: Claims | null } | undefined> {
  const [row] = await sql<{ isUsed: boolean; failure: Failure | null; claims: Claims | null }[]>`
    select used_at is not null as "isUsed", failure, claims from provider_sign_ins
    where deployment_id = ${actor.deploymentId} and sign_in_id = ${testId} and provider_id = ${providerId}
      and purpose = 'test' and user_id = ${actor.userId} and created_at > ${new Date(actor.now.getTime() - SIGN_IN_MS)}`;
  return row;
}

/** Deletes sign-ins that can no longer be completed, and results of tests; returns how many. */
export async function deletePastSignIns(sql: Db, now: Date): Promise<number> {
  const { count } = await sql`
    delete from provider_sign_ins where created_at <= ${new Date(now.getTime() - SIGN_IN_MS)}`;
  return count;
}

// PostgreSQL keeps neither zeros nor halves of characters in texts; they are shown as U+FFFD.
function storable(claims: Claims): Claims {
  return JSON.parse(JSON.stringify(claims), (_key, value: unknown) => {
    if (typeof value === 'string') return plain(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [plain(key), inner]));
  }) as Claims;
}

function plain(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
