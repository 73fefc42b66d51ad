/** The people who must have a second factor, and their deadlines (docs/api/authentication.md#required-second-factors). */
import type { Db, Fragment, Sql, Tx } from '../../platform/db/connection.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import type { UserKey } from '../../core/actor.ts';
import { maySignIn } from '../credentials/credentials.queries.ts';
import { factorDeadline, hasSecondFactor } from '../credentials/second-factor.queries.ts';

/** The settings of a deployment that determine the rule. */
export type FactorRule = Pick<Settings, 'SecondFactor' | 'SecondFactorGraceDays' | 'PasswordSignIn'>;

/**
 * Inserts deadlines for people to whom the rule applies and who have none: for one user, or for all. Returns how many. In
 * the order of the primary key, so that two of these cannot deadlock.
 */
export async function insertDeadlines(
  tx: Tx,
  of: { deploymentId: number; userId: number | null; rule: FactorRule; now: Date },
): Promise<number> {
  const { deploymentId, userId, rule, now } = of;
  const { count } = await tx`
    insert into second_factor_deadlines (deployment_id, user_id, since, due_at)
    select u.deployment_id, u.user_id, ${now}, ${now}::timestamptz + ${graceOf(tx, rule)}
    from users u
    where u.deployment_id = ${deploymentId} ${userId === null ? tx`` : tx`and u.user_id = ${userId}`}
      and ${isBound(tx, rule)}
      and not exists (select from second_factor_deadlines f
        where f.deployment_id = u.deployment_id and f.user_id = u.user_id)
    order by u.user_id
    on conflict do nothing`;
  return count;
}

/** Deletes the deadlines of people to whom the rule no longer applies. */
export async function deleteDeadlines(tx: Tx, deploymentId: number, rule: FactorRule): Promise<void> {
  await tx`
    delete from second_factor_deadlines f using users u
    where f.deployment_id = ${deploymentId} and u.deployment_id = f.deployment_id and u.user_id = f.user_id
      and not (${isBound(tx, rule)})`;
}

/** Moves the deadlines to the current number of days. The people are notified again. */
export async function moveDeadlines(tx: Tx, deploymentId: number, rule: FactorRule): Promise<void> {
  await tx`
    update second_factor_deadlines set due_at = since + ${graceOf(tx, rule)}, announced_at = null
    where deployment_id = ${deploymentId} and due_at <> since + ${graceOf(tx, rule)}`;
}

export async function deleteDeadlineOf(tx: Tx, { deploymentId, userId }: UserKey): Promise<void> {
  await tx`delete from second_factor_deadlines where deployment_id = ${deploymentId} and user_id = ${userId}`;
}

/** The user's deadline to set up a second factor; null: they have one or don't need one. */
export async function findDeadline(sql: Db, { deploymentId, userId }: UserKey): Promise<string | null> {
  const [row] = await sql<{ dueAt: string | null }[]>`
    select ${factorDeadline(sql)} as "dueAt" from users u
    where u.deployment_id = ${deploymentId} and u.user_id = ${userId}`;
  return row?.dueAt ?? null;
}

/** Whether the user must have a second factor. */
export async function mustHaveFactor(sql: Db, { deploymentId, userId }: UserKey): Promise<boolean> {
  const [row] = await sql`
    select from second_factor_deadlines where deployment_id = ${deploymentId} and user_id = ${userId}`;
  return row !== undefined;
}

/** Deployments with a rule, or with deadlines of a former rule. Index: groups_second_factor. */
export async function listDeploymentsWithRule(sql: Sql): Promise<number[]> {
  const rows = await sql<{ deploymentId: number }[]>`
    select d.deployment_id as "deploymentId" from deployments d
    where coalesce(d.settings ->> 'SecondFactor', 'optional') <> 'optional'
      or exists (select from groups g where g.deployment_id = d.deployment_id and g.requires_second_factor)
      or exists (select from second_factor_deadlines f where f.deployment_id = d.deployment_id)`;
  return rows.map(({ deploymentId }) => deploymentId);
}

/** A person who has not been notified of their deadline yet. */
export type UnnotifiedPerson = {
  userId: number;
  name: string;
  email: string;
  timeZone: string | null;
  dueAt: string;
  hasFactor: boolean;
};

/**
 * Takes at most `limit` people who were not notified yet, and marks them. Leaves out people who cannot sign in now, and those
 * whom another process takes. Index: second_factor_deadlines_open.
 */
export async function takeUnnotified(
  tx: Tx,
  deploymentId: number,
  limit: number,
  now: Date,
): Promise<UnnotifiedPerson[]> {
  return tx<UnnotifiedPerson[]>`
    with taken as (
      select f.deployment_id, f.user_id, u.name, u.email, u.time_zone, f.due_at, ${hasSecondFactor(tx)} as has_factor
      from second_factor_deadlines f join users u using (deployment_id, user_id)
      where f.deployment_id = ${deploymentId} and f.announced_at is null and ${maySignIn(tx)}
      order by f.user_id limit ${limit}
      for no key update of f skip locked
    )
    update second_factor_deadlines f set announced_at = ${now} from taken t
    where f.deployment_id = t.deployment_id and f.user_id = t.user_id
    returning t.user_id as "userId", t.name, t.email, t.time_zone as "timeZone", t.due_at as "dueAt", t.has_factor as "hasFactor"`;
}

// A condition on `users u`: the rule applies. A person who signs in only with providers that are trusted to ask for a second
// factor, or cannot sign in yet, needs none here. Indexes: group_members_user, identities_user.
function isBound(sql: Db, rule: FactorRule): Fragment {
  const bySetting = { everyone: sql`true`, siteAdmins: sql`u.is_site_admin`, optional: sql`false` }[rule.SecondFactor];
  return sql`
    u.deleted_at is null
    and (${bySetting} or exists (
      select from group_members m join groups g using (deployment_id, group_id)
      where m.deployment_id = u.deployment_id and m.user_id = u.user_id and g.requires_second_factor))
    and (${rule.PasswordSignIn} and u.password_hash is not null or exists (
      select from identities i join identity_providers p using (deployment_id, provider_id)
      where i.deployment_id = u.deployment_id and i.user_id = u.user_id and p.requires_second_factor))`;
}

function graceOf(sql: Db, { SecondFactorGraceDays }: FactorRule): Fragment {
  return sql`make_interval(days => ${SecondFactorGraceDays}::int)`;
}
