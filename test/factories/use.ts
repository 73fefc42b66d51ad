/** Long use of a large deployment, written directly to the database, for tests of costs that must not grow with it. */
import { transaction } from '../../src/platform/db/connection.ts';
import type { TestApp } from '../harness.ts';
import type { Person } from '../world.ts';

/**
 * Every document was revised by the admin within the last hours and then opened by the person, except for every seventh, in
 * a random order: the log, the person's recent documents, and the revisions have that many rows.
 */
export async function unscopedUse(
  { sql, clock }: Pick<TestApp, 'sql' | 'clock'>,
  { deploymentId, userId }: Person,
  admin: Pick<Person, 'userId'>,
): Promise<void> {
  const { now } = clock;
  await transaction(sql, async (tx) => {
    await tx.allowLong();
    // The rows are consistent by construction.
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into revisions (deployment_id, revision_id, document_id, revision_number, name, blob_id, size, sha256, created_by,
        created_at)
      overriding system value
      select deployment_id, current_revision_id, document_id, 1, name, blob_id, size, sha256, ${admin.userId}, ${now}
      from documents where deployment_id = ${deploymentId}`;
    await tx`
      update documents set modified_at = ${now}::timestamptz - make_interval(secs => (document_id * 7919) % 100003 / 10.0)
      where deployment_id = ${deploymentId}`;
    await tx`
      insert into activity (deployment_id, occurred_at, activity_type, user_id, folder_id, document_id, content_name)
      select deployment_id, ${now}, 'DocumentViewed', ${userId}, folder_id, document_id, name
      from documents where deployment_id = ${deploymentId}`;
    await tx`
      insert into recent_documents (deployment_id, user_id, document_id, action, acted_at)
      select deployment_id, ${userId}, document_id, 'Opened', ${now}::timestamptz - make_interval(secs => (document_id * 104729) % 100003 / 20.0)
      from documents where deployment_id = ${deploymentId} and document_id % 7 > 0`;
    const since = new Date(now.getTime() - 86_400_000);
    await tx`
      insert into home_states (deployment_id, user_id, seen_at, previous_seen_at)
      values (${deploymentId}, ${userId}, ${now}, ${since})
      on conflict (deployment_id, user_id) do update set seen_at = excluded.seen_at, previous_seen_at = excluded.previous_seen_at`;
  });
  await sql`vacuum (analyze) revisions, documents, activity, recent_documents`;
}
