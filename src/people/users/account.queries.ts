import type { Db } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';

export type AccountRow = {
  hasPassword: boolean;
  invitationExpiresAt: string | null;
  lastSeenAt: string | null;
  sessions: number;
  tokens: number;
};

/** The sign-in state of a user. Indexes: one_time_links_user, sessions_user, tokens_user. */
export async function findAccount(sql: Db, { deploymentId, userId }: UserKey): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`
    select u.password_hash is not null as "hasPassword", l.expires_at as "invitationExpiresAt",
      greatest(s.last_used_at, t.last_used_at) as "lastSeenAt", s.sessions, t.tokens
    from users u
    cross join lateral (
      select max(expires_at) as expires_at from one_time_links
      where deployment_id = u.deployment_id and user_id = u.user_id and purpose = 'invitation' and used_at is null) l
    cross join lateral (
      select max(last_used_at) as last_used_at, count(*) as sessions from sessions
      where deployment_id = u.deployment_id and user_id = u.user_id) s
    cross join lateral (
      select max(last_used_at) as last_used_at, count(*) filter (where revoked_at is null) as tokens from tokens
      where deployment_id = u.deployment_id and user_id = u.user_id) t
    where u.deployment_id = ${deploymentId} and u.user_id = ${userId}`;
  return row;
}

export type AccountGroup = { groupId: number; name: string };

/** The user's groups, by name. Index: group_members_user. */
export async function listAccountGroups(sql: Db, { deploymentId, userId }: UserKey): Promise<AccountGroup[]> {
  return sql<AccountGroup[]>`
    select g.group_id as "groupId", g.name
    from group_members m join groups g using (deployment_id, group_id)
    where m.deployment_id = ${deploymentId} and m.user_id = ${userId}
    order by g.name_key`;
}
