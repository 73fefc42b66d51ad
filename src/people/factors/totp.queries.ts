/** The key of a person's authenticator app. */
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';

/** `sealedKey` null: not confirmed yet. `setupKey`: waits for its first code. */
export type TotpRow = {
  sealedKey: Buffer | null;
  confirmedAt: string | null;
  lastUsedAt: string | null;
  setupKey: Buffer | null;
  setupAt: string | null;
};

export async function findTotp(sql: Db, user: UserKey): Promise<TotpRow | undefined> {
  const [row] = await sql<TotpRow[]>`
    select sealed_key as "sealedKey", confirmed_at as "confirmedAt", last_used_at as "lastUsedAt",
      setup_key as "setupKey", setup_at as "setupAt"
    from totp_keys where deployment_id = ${user.deploymentId} and user_id = ${user.userId}`;
  return row;
}

/** Keeps a key until its first code. Replaces one that was not confirmed. */
export async function storeSetup(tx: Tx, user: UserKey, sealed: Buffer, now: Date): Promise<void> {
  await tx`
    insert into totp_keys (deployment_id, user_id, setup_key, setup_at)
    values (${user.deploymentId}, ${user.userId}, ${sealed}, ${now})
    on conflict (deployment_id, user_id) do update set setup_key = excluded.setup_key, setup_at = excluded.setup_at`;
}

/** The key that was set up replaces the previous one. `step` is that of its first code. */
export async function confirmSetup(tx: Tx, user: UserKey, step: number, now: Date): Promise<void> {
  await tx`
    update totp_keys
    set sealed_key = setup_key, setup_key = null, setup_at = null, confirmed_at = ${now}, last_used_at = null,
      last_step = ${step}
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId}`;
}

/** Uses up the codes until this step; false if it is used up already. */
export async function useStep(tx: Tx, user: UserKey, step: number, now: Date): Promise<boolean> {
  const { count } = await tx`
    update totp_keys set last_step = ${step}, last_used_at = ${now}
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and last_step < ${step}`;
  return count === 1;
}

/** False if there was no confirmed key. */
export async function deleteTotp(tx: Tx, user: UserKey): Promise<boolean> {
  const [row] = await tx<{ isConfirmed: boolean }[]>`
    delete from totp_keys where deployment_id = ${user.deploymentId} and user_id = ${user.userId}
    returning sealed_key is not null as "isConfirmed"`;
  return row?.isConfirmed ?? false;
}
