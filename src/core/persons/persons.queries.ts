import type { Db, Fragment } from '../../platform/db/connection.ts';
import { emailKey } from '../../platform/values/email.ts';

/** A person as other rows show them. */
export type PersonRow = {
  userId: number;
  name: string;
  email: string;
  /** Changes with each picture; null: no picture. */
  pictureVersion: string | null;
  isDeleted: boolean;
};

/** SQL for a person as JSON, from a row of `users` under the alias; null if the join found none. */
export function personOf(sql: Db, alias: Fragment): Fragment {
  return sql`case when ${alias}.user_id is not null then json_build_object('userId', ${alias}.user_id,
    'name', ${alias}.name, 'email', ${alias}.email, 'pictureVersion', ${alias}.picture_version,
    'isDeleted', ${alias}.deleted_at is not null) end`;
}

/** Users of the deployment by id, deleted ones included. Index: users_pkey. */
export async function findPersons(
  sql: Db,
  deploymentId: number,
  userIds: (number | null)[],
): Promise<Map<number, PersonRow>> {
  const wanted = [...new Set(userIds)].filter((userId) => userId !== null);
  if (wanted.length === 0) return new Map();
  const rows = await sql<{ person: PersonRow }[]>`
    select ${personOf(sql, sql`u`)} as person from users u
    where u.deployment_id = ${deploymentId} and u.user_id = any (${wanted}::bigint[])`;
  return new Map(rows.map(({ person }) => [person.userId, person]));
}

/** Users of the deployment by canonical address, without deleted ones. Index: users_email. */
export async function findPersonsAt(sql: Db, deploymentId: number, emails: string[]): Promise<Map<string, PersonRow>> {
  const keys = [...new Set(emails.map(emailKey))];
  if (keys.length === 0) return new Map();
  const rows = await sql<{ key: string; person: PersonRow }[]>`
    select u.email_key as key, ${personOf(sql, sql`u`)} as person from users u
    where u.email_key = any (${keys}) and u.deployment_id = ${deploymentId} and u.deleted_at is null`;
  return new Map(rows.map(({ key, person }) => [key, person]));
}
