/** Permission rows for tests, written past the API. */
import type { TestApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { type Right, rightBits } from '../permissions/rights.ts';

type Object = { libraryId: number } | { folderId: number } | { documentId: number };

/** Gives a person's entry on an object these rights and denials. */
export async function grant(
  { sql, clock }: Pick<TestApp, 'sql' | 'clock'>,
  { deploymentId, userId }: Person,
  object: Object,
  rights: { allow?: Right[]; deny?: Right[] },
): Promise<void> {
  const row = {
    deployment_id: deploymentId,
    user_id: userId,
    library_id: 'libraryId' in object ? object.libraryId : null,
    folder_id: 'folderId' in object ? object.folderId : null,
    document_id: 'documentId' in object ? object.documentId : null,
    allow: rightBits(rights.allow ?? []),
    deny: rightBits(rights.deny ?? []),
    created_at: clock.now,
  };
  await sql`insert into permissions ${sql(row)}`;
}
