/** Bulk rows written directly to the database, for tests of the cost of lists and checks. */
import type { Db, Tx } from '../../src/platform/db/connection.ts';
import type { TestApp } from '../harness.ts';
import type { Person } from '../world.ts';

/** Adds this many sibling folders to a folder. */
export async function addManyFolders(
  { sql, clock }: TestApp,
  owner: Person,
  parentId: number,
  count: number,
): Promise<void> {
  // Names differ from those of another call.
  const prefix = `bulk ${crypto.randomUUID()} `;
  await sql`
    with fresh as (
      select nextval(pg_get_serial_sequence('folders', 'folder_id')) as id, n, p.library_id, p.path
      from folders p, generate_series(1, ${count}) n where p.folder_id = ${parentId}
    )
    insert into folders (deployment_id, folder_id, library_id, parent_id, path, name, name_key, created_by, created_at)
    overriding system value
    select ${owner.deploymentId}, id, library_id, ${parentId}, path || id, ${prefix} || n, ${prefix} || n, ${owner.userId},
      ${clock.now}
    from fresh`;
}

/** Adds this many documents with one existing content to a folder. */
export async function addManyDocuments(
  { sql, clock }: { sql: TestApp['sql']; clock: { now: Date } },
  owner: Pick<Person, 'deploymentId' | 'userId' | 'document'>,
  folderId: number,
  count: number,
): Promise<void> {
  const contentOf = await owner.document(folderId, 'bulk 0', `bulk ${folderId}`);
  await sql.begin(async (tx) => {
    // Foreign keys may have been planned while the tables were empty.
    await tx`discard plans`;
    await checkForeignKeys(tx, false);
    await tx`
    with fresh as (
      select nextval(pg_get_serial_sequence('documents', 'document_id')) as document_id,
        nextval(pg_get_serial_sequence('revisions', 'revision_id')) as revision_id, 'bulk ' || n as name, d.blob_id,
        d.size, d.sha256
      from documents d, generate_series(1, ${count - 1}) n where d.document_id = ${contentOf}
    ), made as (
      insert into documents (deployment_id, document_id, folder_id, name, name_key, current_revision_id, blob_id, size,
        sha256, modified_at, created_by, created_at)
      overriding system value
      select ${owner.deploymentId}, document_id, ${folderId}, name, name, revision_id, blob_id, size, sha256,
        ${clock.now}, ${owner.userId}, ${clock.now}
      from fresh
    )
    insert into revisions (deployment_id, revision_id, document_id, revision_number, name, blob_id, size, sha256,
      created_by, created_at)
    overriding system value
    select ${owner.deploymentId}, revision_id, document_id, 1, name, blob_id, size, sha256, ${owner.userId}, ${clock.now}
    from fresh`;
    await checkForeignKeys(tx, true);
    await leaveOutOfSearch(tx, owner.deploymentId);
  });
}

// Checking them takes half of the time, and these rows refer to a folder and a content that exist. The triggers that count and
// log rows stay on.
async function checkForeignKeys(tx: Tx, isOn: boolean): Promise<void> {
  const triggers = await tx<{ owner: string; name: string }[]>`
    select tgrelid::regclass::text as owner, tgname as name from pg_trigger
    where tgisinternal and tgrelid in ('documents'::regclass, 'revisions'::regclass)`;
  for (const { owner, name } of triggers) {
    await tx`alter table ${tx(owner)} ${isOn ? tx`enable` : tx`disable`} trigger ${tx(name)}`;
  }
}

/** Empties the log of the deployment: its jobs would index the documents for minutes. */
async function leaveOutOfSearch(sql: Db, deploymentId: number): Promise<void> {
  await sql`delete from search_changes where deployment_id = ${deploymentId}`;
}

/** Creates nested folders and returns their ids from the top down. */
export async function makeChain(owner: Person, libraryId: number, depth: number): Promise<number[]> {
  const ids = [];
  for (let level = 1; level <= depth; level += 1) {
    const path = Array.from({ length: level }, (_, i) => `level ${i}`).join('\\');
    const { body } = await owner.api('POST', `/api/libraries/${libraryId}/folders`, { FolderPath: path });
    ids.push(body.FolderId);
  }
  return ids;
}
