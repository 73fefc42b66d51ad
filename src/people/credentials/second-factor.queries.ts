import type { Db, Fragment } from '../../platform/db/connection.ts';

/** A condition on `users u`: the user has a second factor. Indexes: the primary key, passkeys_user. */
export function hasSecondFactor(sql: Db): Fragment {
  return sql`(exists (select from passkeys where deployment_id = u.deployment_id and user_id = u.user_id)
    or exists (select from totp_keys
      where deployment_id = u.deployment_id and user_id = u.user_id and sealed_key is not null))`;
}

/**
 * An expression for `users u`: the deadline to set up a second factor; null: they have one or don't need one.
 * By the primary keys.
 */
export function factorDeadline(sql: Db): Fragment {
  return sql`(select f.due_at from second_factor_deadlines f
    where f.deployment_id = u.deployment_id and f.user_id = u.user_id and not ${hasSecondFactor(sql)})`;
}

/**
 * The same for the session `sessions s` of `users u`: null also if an identity provider opened it that is trusted to ask
 * for a second factor itself (decision 0113).
 */
export function sessionDeadline(sql: Db): Fragment {
  return sql`(select f.due_at from second_factor_deadlines f
    where f.deployment_id = u.deployment_id and f.user_id = u.user_id and not ${hasSecondFactor(sql)}
      and not exists (select from identity_providers p
        where p.deployment_id = s.deployment_id and p.provider_id = s.provider_id and not p.requires_second_factor))`;
}
