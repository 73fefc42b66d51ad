/** Proving again, in a session, who one is. */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { forbidden, notFound, unauthorized } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { insertActivity, recordActivity } from '../../core/activity/activity.queries.ts';
import { lockPassword, lockUser } from '../credentials/credentials.queries.ts';
import { attemptFactor } from '../factors/attempt-factor.ts';
import { type KnownPasskey, passkeyDetails } from '../passkeys/use-passkey.steps.ts';
import { verifyCurrentPassword, wrongCurrentPassword } from '../sessions/current-password.ts';
import { type Method, lockSession, refreshSession } from '../sessions/sessions.queries.ts';
import { type Proof, detailsOf, refusalText, useProof } from './proofs.ts';

/** A password or a second factor; `address` is the client address. */
export type Reauthentication = { proof: Proof | { method: 'password'; password: string }; address: string };

/** Marks the session of the actor as freshly authenticated. 403 for a wrong proof, 404 without a session. */
export async function reauthenticate(deps: Deps, actor: Actor, { proof, address }: Reauthentication): Promise<void> {
  if (actor.via.kind !== 'session') throw notFound('session');
  const { sessionId } = actor.via;
  if (proof.method === 'password') {
    const hash = await verifyCurrentPassword(deps, actor, { password: proof.password, address }, 'UserReauthenticated');
    await transaction(deps.sql, async (tx) => {
      if (!(await lockPassword(tx, actor, hash))) throw wrongCurrentPassword();
      await refresh(tx, actor, sessionId, { method: 'password', passkey: null });
    });
    return;
  }
  const isRight = await attemptFactor(deps, { user: actor, address }, () =>
    transaction(deps.sql, async (tx) => {
      await lockUser(tx, actor);
      const use = await useProof(tx, deps, actor, proof);
      if (use.failure === null) {
        await refresh(tx, actor, sessionId, { method: proof.method, passkey: use.passkey });
        return true;
      }
      const { deploymentId, userId, email, now: at } = actor;
      const details = { method: proof.method, ...detailsOf(use) };
      await insertActivity(
        tx,
        { deploymentId, userId, at },
        { type: 'InvalidSecondFactor', contentName: email, details },
      );
      return false;
    }),
  );
  if (!isRight) throw forbidden(refusalText(proof));
}

type Confirmed = { method: Method; passkey: KnownPasskey | null };

async function refresh(tx: Tx, actor: Actor, sessionId: number, { method, passkey }: Confirmed): Promise<void> {
  if (!(await lockSession(tx, actor, sessionId))) throw unauthorized('The session has ended; sign in again.');
  await refreshSession(tx, actor, sessionId, { method, now: actor.now });
  const details = { method, ...passkeyDetails(passkey) };
  await recordActivity(tx, actor, { type: 'UserReauthenticated', contentName: actor.email, details });
}
