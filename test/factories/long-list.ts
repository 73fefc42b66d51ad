/** A folder with many documents, written directly to the database, for long lists. */
import { transaction } from '../../src/platform/db/connection.ts';
import { recountDocuments } from '../../src/library/counts/counts.queries.ts';
import type { TestApp } from '../harness.ts';
import type { Person } from '../world.ts';
import { copyRows, rows, takeIds } from './copy.ts';

/** Adds `Document 000000.txt` and so on to a folder, all with one uploaded content. */
export async function fillFolder(
  { sql, clock }: Pick<TestApp, 'sql' | 'clock'>,
  owner: Person,
  folderId: number,
  count: number,
): Promise<void> {
  const original = await owner.document(folderId, nameOf(0));
  const [content] = await sql<{ blobId: number; size: number; sha256: string }[]>`
    select blob_id as "blobId", size, encode(sha256, 'hex') as sha256 from documents where document_id = ${original}`;
  if (content === undefined) throw new Error('The document that was just uploaded is not there.');
  const { deploymentId, userId } = owner;
  const [now, facts] = [clock.now.toISOString(), [content.blobId, content.size, `\\\\x${content.sha256}`]];
  await transaction(sql, async (tx) => {
    await tx`set local session_replication_role = replica`;
    const document = await takeIds(tx, 'documents', 'document_id', count);
    const revision = await takeIds(tx, 'revisions', 'revision_id', count);
    await copyRows(
      tx,
      tx`documents (deployment_id, document_id, folder_id, name, name_key, current_revision_id, blob_id, size, sha256,
        modified_at, created_by, created_at)`,
      rows(count - 1, (n) => {
        const name = nameOf(n + 1);
        return [
          [deploymentId, document + n, folderId, name, name.toLowerCase(), revision + n, ...facts, now, userId, now],
        ];
      }),
    );
    await copyRows(
      tx,
      tx`revisions (deployment_id, revision_id, document_id, revision_number, name, blob_id, size, sha256, created_by,
        created_at)`,
      rows(count - 1, (n) => [[deploymentId, revision + n, document + n, 1, nameOf(n + 1), ...facts, userId, now]]),
    );
  });
  // Triggers did not run.
  await recountDocuments(sql);
  await sql`vacuum (analyze) documents, revisions`;
}

/** The n-th by name, from 0. */
export const nameOf = (n: number): string => `Document ${String(n).padStart(6, '0')}.txt`;
