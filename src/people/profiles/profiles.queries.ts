import type { Db, Tx } from '../../platform/db/connection.ts';
import { nameKey } from '../../platform/values/names.ts';
import type { UserKey } from '../../core/actor.ts';
import { type PersonRow, personOf } from '../../core/persons/persons.queries.ts';

export type ProfileRow = { person: PersonRow; isSiteAdmin: boolean };

/** A user of the deployment, deleted or not. */
export async function findProfile(sql: Db, { deploymentId, userId }: UserKey): Promise<ProfileRow | undefined> {
  const [row] = await sql<ProfileRow[]>`
    select ${personOf(sql, sql`u`)} as person, u.is_site_admin and u.deleted_at is null as "isSiteAdmin"
    from users u where u.deployment_id = ${deploymentId} and u.user_id = ${userId}`;
  return row;
}

/** A change of the own profile; absent: unchanged. */
export type ProfileChange = { name?: string; timeZone?: string | null; language?: string };

export async function updateProfile(tx: Tx, { deploymentId, userId }: UserKey, change: ProfileChange): Promise<void> {
  const { name, timeZone, language } = change;
  await tx`
    update users set name = coalesce(${name ?? null}, name),
      name_key = coalesce(${name === undefined ? null : nameKey(name)}, name_key),
      time_zone = ${timeZone === undefined ? tx`time_zone` : timeZone}, language = coalesce(${language ?? null}, language)
    where deployment_id = ${deploymentId} and user_id = ${userId}`;
}
