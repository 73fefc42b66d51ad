/** Rights for tests: rows of `permissions`, written without the rules about who can grant. */
import { type Right, rightBits } from '../../src/library/rights/rights.ts';
import type { TestApp } from '../harness.ts';

/** The grantee: a person, or a group of the deployment. */
export type Grantee = { deploymentId: number; userId: number } | { deploymentId: number; groupId: number };
export type GrantedOn = { libraryId: number } | { folderId: number } | { documentId: number };

/** Sets an entry on an object with these rights and denials, optionally with an end. */
export async function grant(
  { sql, clock }: Pick<TestApp, 'sql' | 'clock'>,
  grantee: Grantee,
  object: GrantedOn,
  entry: { allow?: Right[]; deny?: Right[]; expiresAt?: Date },
): Promise<void> {
  const row = {
    deployment_id: grantee.deploymentId,
    user_id: 'userId' in grantee ? grantee.userId : null,
    group_id: 'groupId' in grantee ? grantee.groupId : null,
    library_id: 'libraryId' in object ? object.libraryId : null,
    folder_id: 'folderId' in object ? object.folderId : null,
    document_id: 'documentId' in object ? object.documentId : null,
    allow: rightBits(entry.allow ?? []),
    deny: rightBits(entry.deny ?? []),
    expires_at: entry.expiresAt ?? null,
    created_at: clock.now,
  };
  await sql`insert into permissions ${sql(row)}`;
}

/** Deletes all direct grants and denials of a person. */
export async function revokeAll({ sql }: Pick<TestApp, 'sql'>, { userId }: { userId: number }): Promise<void> {
  await sql`delete from permissions where user_id = ${userId}`;
}

/** Creates a group of these people. */
export async function makeGroup(
  { sql, clock }: Pick<TestApp, 'sql' | 'clock'>,
  deploymentId: number,
  members: { userId: number }[],
): Promise<{ deploymentId: number; groupId: number }> {
  const name = `group ${crypto.randomUUID()}`;
  const [row] = await sql<{ groupId: number }[]>`
    insert into groups (deployment_id, name, name_key, created_at)
    values (${deploymentId}, ${name}, ${name}, ${clock.now}) returning group_id as "groupId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  const { groupId } = row;
  const rows = members.map(({ userId }) => ({ deployment_id: deploymentId, group_id: groupId, user_id: userId }));
  await sql`insert into group_members ${sql(rows)}`;
  return { deploymentId, groupId };
}
