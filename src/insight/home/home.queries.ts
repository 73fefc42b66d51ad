import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Actor, UserKey } from '../../core/actor.ts';

export type HomeState = { previousSeenAt: string | null; dismissed: string[] };

/** A visit ends when the home page has not been requested for this long. */
const VISIT_MINUTES = 30;

/** When the caller's previous visit ended, and the dismissed steps of the checklist. */
export async function readHomeState(sql: Db, { deploymentId, userId }: UserKey): Promise<HomeState> {
  const [row] = await sql<HomeState[]>`
    select previous_seen_at as "previousSeenAt", dismissed from home_states
    where deployment_id = ${deploymentId} and user_id = ${userId}`;
  return row ?? { previousSeenAt: null, dismissed: [] };
}

/**
 * Records a request of the home page, and returns the state. The first request after a pause begins a visit, and the last
 * request before the pause ended the previous one. Of two requests at once, the second waits and finds the visit begun.
 */
export async function noteVisit(sql: Db, actor: Actor): Promise<HomeState> {
  const { deploymentId, userId, now } = actor;
  const [row] = await sql<HomeState[]>`
    insert into home_states as s (deployment_id, user_id, seen_at) values (${deploymentId}, ${userId}, ${now})
    on conflict (deployment_id, user_id) do update set
      previous_seen_at = case when excluded.seen_at - s.seen_at > make_interval(mins => ${VISIT_MINUTES})
        then s.seen_at else s.previous_seen_at end,
      seen_at = greatest(excluded.seen_at, s.seen_at)
    returning previous_seen_at as "previousSeenAt", dismissed`;
  if (row === undefined) throw new Error('An upsert returned no row.');
  return row;
}

/** Stores dismissed steps of the checklist. */
export async function dismissSteps(sql: Db, { deploymentId, userId }: UserKey, steps: string[]): Promise<void> {
  await sql`
    insert into home_states as s (deployment_id, user_id, dismissed) values (${deploymentId}, ${userId}, ${steps}::text[])
    on conflict (deployment_id, user_id)
      do update set dismissed = array(select distinct step from unnest(s.dismissed || excluded.dismissed) step order by step)`;
}

/** Deletes the state of a person. */
export async function deleteHomeOf(tx: Tx, { deploymentId, userId }: UserKey): Promise<void> {
  await tx`delete from home_states where deployment_id = ${deploymentId} and user_id = ${userId}`;
}

export type LibraryUsage = { documents: number; bytes: number; isPartial: boolean };

/** Larger libraries are measured up to this number of documents. */
const MAX_MEASURED = 10_000;

/** The current revisions of the documents in the person's library, including its trash. Indexes: libraries_owner, documents_folder. */
export async function measureOwnLibrary(sql: Db, { deploymentId, userId }: UserKey): Promise<LibraryUsage> {
  const [row] = await sql<LibraryUsage[]>`
    select least(count(*), ${MAX_MEASURED}) as documents, coalesce(sum(size), 0)::bigint as bytes,
      count(*) > ${MAX_MEASURED} as "isPartial"
    from (
      select d.size from libraries l
      join folders f on f.deployment_id = l.deployment_id and f.library_id = l.library_id and f.purged_at is null
      join documents d on d.deployment_id = f.deployment_id and d.folder_id = f.folder_id and d.purged_at is null
      where l.deployment_id = ${deploymentId} and l.owner_id = ${userId}
      limit ${MAX_MEASURED + 1}
    ) measured`;
  return row ?? { documents: 0, bytes: 0, isPartial: false };
}

/** The steps of the checklist, in the order in which they are offered. */
export const STEPS = ['Branding', 'Library', 'People', 'Upload', 'Link'] as const;
export type Step = (typeof STEPS)[number];

/** The state of each step, from the state of the deployment. Each looks for one row. */
export async function readSteps(sql: Db, deploymentId: number): Promise<Record<Step, boolean>> {
  const [row] = await sql<Record<Step, boolean>[]>`
    select coalesce(p.settings -> 'Branding' ->> 'Name', p.logo_version) is not null as "Branding",
      exists (select from libraries where deployment_id = ${deploymentId} and not is_private and trashed_at is null) as "Library",
      (select count(*) from (
        select from users where deployment_id = ${deploymentId} and deleted_at is null limit 2) u) = 2 as "People",
      exists (select from documents where deployment_id = ${deploymentId} and purged_at is null) as "Upload",
      exists (select from shares where deployment_id = ${deploymentId} and task_id is null) as "Link"
    from deployments p where p.deployment_id = ${deploymentId}`;
  return row ?? { Branding: true, Library: true, People: true, Upload: true, Link: true };
}
