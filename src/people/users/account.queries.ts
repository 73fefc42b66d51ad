import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor, UserKey } from '../../core/actor.ts';
import { factorDeadline, hasSecondFactor } from '../credentials/second-factor.queries.ts';
import { isActiveSession } from '../credentials/session-limits.queries.ts';
import { type UserRow, isNamed, userColumns } from './users.queries.ts';

export type AccountRow = {
  hasPassword: boolean;
  hasSecondFactor: boolean;
  factorDueAt: string | null;
  isDeactivated: boolean;
  invitationExpiresAt: string | null;
  lastSeenAt: string | null;
  /** The SCIM connection that manages the user. */
  managedBy: string | null;
  /** Names of the identity providers to which the user is connected. */
  providers: string[];
  sessions: number;
  tokens: number;
};

/** The sign-in state of a user. Indexes: one_time_links_user, sessions_user, tokens_user. */
export async function findAccount(
  sql: Db,
  { deploymentId, userId, now }: UserKey & Pick<Actor, 'now'>,
): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`
    select u.password_hash is not null as "hasPassword", ${hasSecondFactor(sql)} as "hasSecondFactor",
      ${factorDeadline(sql)} as "factorDueAt",
      u.deactivated_at is not null as "isDeactivated",
      l.expires_at as "invitationExpiresAt",
      greatest(s.last_used_at, t.last_used_at) as "lastSeenAt", s.sessions, t.tokens,
      ${managedBy(sql)} as "managedBy", ${providersOf(sql)} as providers
    from users u
    cross join lateral (${invitation(sql)}) l
    cross join lateral (
      select max(s.last_used_at) as last_used_at, count(*) filter (where ${isActiveSession(sql, now)}) as sessions
      from sessions s join deployments d using (deployment_id)
      where s.deployment_id = u.deployment_id and s.user_id = u.user_id) s
    cross join lateral (
      select max(last_used_at) as last_used_at, count(*) filter (
        where revoked_at is null and (expires_at is null or expires_at > ${now})) as tokens from tokens
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

/** The states of an account. */
export const ACCOUNT_STATES = ['Active', 'Invited', 'InvitationExpired', 'Deactivated'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Whether a user has a second factor, must set one up, or needs none. */
export const FACTOR_STATES = ['On', 'Missing', 'Off'] as const;
export type FactorState = (typeof FACTOR_STATES)[number];

export type ListedAccount = UserRow & {
  state: AccountState;
  lastSeenAt: string | null;
  managedBy: string | null;
  hasSecondFactor: boolean;
  factorDueAt: string | null;
};

/** Null: any. */
export type AccountFilter = {
  prefix: string;
  state: AccountState | null;
  isSiteAdmin: boolean | null;
  secondFactor: FactorState | null;
};

/**
 * Accounts by name, then id; one more than the page. Reads the sign-ins of the page only. Indexes: users_name,
 * users_invited, users_deactivated and users_site_admins for the rare states and roles, one_time_links_user,
 * sessions_user, tokens_user.
 */
export async function listAccounts(
  sql: Db,
  actor: Actor,
  { prefix, state, isSiteAdmin, secondFactor }: AccountFilter,
  page: Page<[string, number]>,
): Promise<ListedAccount[]> {
  return sql<ListedAccount[]>`
    select ${userColumns(sql)}, greatest(s.last_used_at, t.last_used_at) as "lastSeenAt",
      case when u.deactivated_at is not null then 'Deactivated' when ${hasEntry(sql)} then 'Active'
        when ${isInvited(sql, actor.now)} then 'Invited' else 'InvitationExpired' end as state, ${managedBy(sql)} as "managedBy",
      ${hasSecondFactor(sql)} as "hasSecondFactor", ${factorDeadline(sql)} as "factorDueAt"
    from users u
    cross join lateral (${invitation(sql)}) l
    cross join lateral (
      select max(last_used_at) as last_used_at from sessions
      where deployment_id = u.deployment_id and user_id = u.user_id) s
    cross join lateral (
      select max(last_used_at) as last_used_at from tokens
      where deployment_id = u.deployment_id and user_id = u.user_id) t
    where u.deployment_id = ${actor.deploymentId} and u.deleted_at is null and ${isNamed(sql, prefix)}
      ${state === null ? sql`` : isInState(sql, state, actor.now)}
      ${secondFactor === null ? sql`` : hasFactorState(sql, secondFactor)}
      ${isSiteAdmin === null ? sql`` : isSiteAdmin ? sql`and u.is_site_admin` : sql`and not u.is_site_admin`}
      ${page.after === null ? sql`` : sql`and (u.name_key, u.user_id) > (${page.after[0]}, ${page.after[1]})`}
    order by u.name_key, u.user_id
    ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

// Conditions on `users u`, and `l` of invitation(); with those of the partial indexes.
function isInState(sql: Db, state: AccountState, now: Date): Fragment {
  const isNew = sql`u.deactivated_at is null and u.password_hash is null and not ${hasEntry(sql)}`;
  return {
    Active: sql`and u.deactivated_at is null and ${hasEntry(sql)}`,
    Invited: sql`and ${isNew} and ${isInvited(sql, now)}`,
    InvitationExpired: sql`and ${isNew} and not ${isInvited(sql, now)}`,
    Deactivated: sql`and u.deactivated_at is not null`,
  }[state];
}

function isInvited(sql: Db, now: Date): Fragment {
  return sql`coalesce(l.expires_at > ${now}, false)`;
}

function hasFactorState(sql: Db, state: FactorState): Fragment {
  return {
    On: sql`and ${hasSecondFactor(sql)}`,
    Missing: sql`and ${factorDeadline(sql)} is not null`,
    Off: sql`and not ${hasSecondFactor(sql)} and ${factorDeadline(sql)} is null`,
  }[state];
}

// The connection that manages `users u`. By primary keys.
function managedBy(sql: Db): Fragment {
  return sql`(select c.name from scim_users m join scim_connections c using (deployment_id, connection_id)
    where m.deployment_id = u.deployment_id and m.user_id = u.user_id and m.removed_at is null)`;
}

// Index: identities_user.
function providersOf(sql: Db): Fragment {
  return sql`array(select p.name from identities i join identity_providers p using (deployment_id, provider_id)
    where i.deployment_id = u.deployment_id and i.user_id = u.user_id order by lower(p.name))`;
}

// Whether `users u` can sign in with a password or an identity provider. Index: identities_user.
function hasEntry(sql: Db): Fragment {
  return sql`(u.password_hash is not null or exists (
    select from identities i where i.deployment_id = u.deployment_id and i.user_id = u.user_id))`;
}

// When the last invitation of `users u` expires; null without one.
function invitation(sql: Db): Fragment {
  return sql`select max(expires_at) as expires_at from one_time_links
    where deployment_id = u.deployment_id and user_id = u.user_id and purpose = 'invitation' and used_at is null`;
}
