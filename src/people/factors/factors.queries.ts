/** The second factors that a person has. */
import type { Db } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';

/** A way to take the second step of signing in. */
export type FactorMethod = 'Totp' | 'RecoveryCode';

/** The ways that the person has; empty if there is no second step. By the primary keys. */
export async function listFactorMethods(sql: Db, user: UserKey): Promise<FactorMethod[]> {
  const [row] = await sql<{ hasTotp: boolean; hasCodes: boolean }[]>`
    select
      exists (select from totp_keys where deployment_id = ${user.deploymentId} and user_id = ${user.userId}
        and sealed_key is not null) as "hasTotp",
      exists (select from recovery_codes where deployment_id = ${user.deploymentId} and user_id = ${user.userId}
        and used_at is null) as "hasCodes"`;
  if (row === undefined || !row.hasTotp) return [];
  return ['Totp', ...(row.hasCodes ? (['RecoveryCode'] as const) : [])];
}
