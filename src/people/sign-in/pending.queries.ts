/** Sign-ins with a first proof that wait for the second. */
import { hashSecret } from '../../platform/crypto/secrets.ts';
import type { Db, Sql, Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';
import { type Credentials, maySignIn } from '../credentials/credentials.queries.ts';
import type { Method, SessionOrigin } from '../sessions/sessions.queries.ts';

/** How long the second step can be taken, and with how many wrong attempts. */
export const PENDING_MS = 600_000;
const WRONG_ATTEMPTS = 10;

/** More of one person are not kept: the oldest ends. */
const MAX_PER_USER = 20;

/** Adds a pending sign-in. Ends those of the person that have expired, and the oldest if there are too many. */
export async function insertPending(
  tx: Tx,
  user: UserKey,
  { secret, methods, origin, now }: { secret: string; methods: Method[]; origin: SessionOrigin | undefined; now: Date },
): Promise<void> {
  await tx`
    delete from pending_sign_ins
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and (created_at <= ${expiredAt(now)}
      or pending_sign_in_id in (
        select pending_sign_in_id from pending_sign_ins
        where deployment_id = ${user.deploymentId} and user_id = ${user.userId}
        order by pending_sign_in_id desc offset ${MAX_PER_USER - 1}))`;
  await tx`
    insert into pending_sign_ins
      (deployment_id, user_id, secret_hash, password_state, methods, provider_id, provider_session, created_at)
    select deployment_id, user_id, ${hashSecret(secret)}, ${passwordState(tx)}, ${methods},
      ${origin?.providerId ?? null}, ${origin?.providerSession ?? null}, ${now}
    from users u where deployment_id = ${user.deploymentId} and user_id = ${user.userId}`;
}

/** A pending sign-in with its user. */
export type PendingRow = Omit<Credentials, 'passwordHash'> & {
  pendingSignInId: number;
  methods: Method[];
  providerId: number | null;
  providerSession: string | null;
};

/**
 * The pending sign-in with this secret, unless it has expired, was tried too often, or the user was deactivated or has
 * another password since. Index: pending_sign_ins_secret.
 */
export async function findPending(sql: Db, secret: string, now: Date): Promise<PendingRow | undefined> {
  const [row] = await sql<PendingRow[]>`
    select p.pending_sign_in_id as "pendingSignInId", p.methods, p.provider_id as "providerId",
      p.provider_session as "providerSession", u.deployment_id as "deploymentId",
      u.user_id as "userId", u.email, u.name, u.is_site_admin as "isSiteAdmin", u.created_at as "createdAt"
    from pending_sign_ins p join users u using (deployment_id, user_id)
    where p.secret_hash = ${hashSecret(secret)} and p.created_at > ${expiredAt(now)} and p.attempts < ${WRONG_ATTEMPTS}
      and p.password_state = ${passwordState(sql)} and ${maySignIn(sql)}`;
  return row;
}

export async function countWrongAttempt(tx: Tx, { deploymentId, pendingSignInId }: PendingRow): Promise<void> {
  await tx`
    update pending_sign_ins set attempts = attempts + 1
    where deployment_id = ${deploymentId} and pending_sign_in_id = ${pendingSignInId}`;
}

/** False if it has ended in the meantime. */
export async function deletePending(tx: Tx, { deploymentId, pendingSignInId }: PendingRow): Promise<boolean> {
  const { count } = await tx`
    delete from pending_sign_ins
    where deployment_id = ${deploymentId} and pending_sign_in_id = ${pendingSignInId}`;
  return count === 1;
}

/** Ends all pending sign-ins of the user. */
export async function deletePendingOf(tx: Tx, { deploymentId, userId }: UserKey): Promise<void> {
  await tx`delete from pending_sign_ins where deployment_id = ${deploymentId} and user_id = ${userId}`;
}

/** Deletes expired ones; returns how many. */
export async function deleteExpiredPending(sql: Sql, now: Date): Promise<number> {
  const { count } = await sql`delete from pending_sign_ins where created_at <= ${expiredAt(now)}`;
  return count;
}

// A hash of the stored password of `users u`, so that the stored hash itself is in one place only.
function passwordState(sql: Db) {
  return sql`sha256(convert_to(coalesce(u.password_hash, ''), 'UTF8'))`;
}

function expiredAt(now: Date): Date {
  return new Date(now.getTime() - PENDING_MS);
}
