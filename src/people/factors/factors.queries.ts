/** The second factors that a person has. */
import type { Db } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';

/** A way to take the second step of signing in. */
export type FactorMethod = 'Passkey' | 'Totp' | 'RecoveryCode';

/** The person's second factors, best first; empty if there is no second step. Indexes: primary keys, passkeys_user. */
export async function listFactorMethods(sql: Db, user: UserKey): Promise<FactorMethod[]> {
  const [row] = await sql<{ hasPasskey: boolean; hasTotp: boolean; hasCodes: boolean }[]>`
    select
      exists (select from passkeys where deployment_id = ${user.deploymentId} and user_id = ${user.userId})
        as "hasPasskey",
      exists (select from totp_keys where deployment_id = ${user.deploymentId} and user_id = ${user.userId}
        and sealed_key is not null) as "hasTotp",
      exists (select from recovery_codes where deployment_id = ${user.deploymentId} and user_id = ${user.userId}
        and used_at is null) as "hasCodes"`;
  if (row === undefined || (!row.hasPasskey && !row.hasTotp)) return [];
  const ways: [FactorMethod, boolean][] = [
    ['Passkey', row.hasPasskey],
    ['Totp', row.hasTotp],
    ['RecoveryCode', row.hasCodes],
  ];
  return ways.filter(([, has]) => has).map(([method]) => method);
}
