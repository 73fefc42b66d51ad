import type { Db, Fragment } from '../../platform/db/connection.ts';

/** A condition on `users u`: has a second factor. By the primary key and passkeys_user. */
export function hasSecondFactor(sql: Db): Fragment {
  return sql`(exists (select from passkeys where deployment_id = u.deployment_id and user_id = u.user_id)
    or exists (select from totp_keys
      where deployment_id = u.deployment_id and user_id = u.user_id and sealed_key is not null))`;
}
