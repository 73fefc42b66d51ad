/** A large deployment, written directly to the database, for tests of costs that must not grow with it. */
import { recountDocuments } from '../../src/library/counts/counts.queries.ts';
import { transaction } from '../../src/platform/db/connection.ts';
import type { TestApp } from '../harness.ts';
import { until } from '../waiting.ts';
import type { Person, World } from '../world.ts';
import { takeIds } from './copy.ts';
import { makeLibrary } from './libraries.ts';

export type Growth = { libraryId: number; bigFolderId: number; deepFolderId: number };

const DEPTH = 90;
const IN_A_FOLDER = 50;
const WORDS =
  'annual report budget minutes invoice contract draft summary plan project review notes agenda offer order delivery letter memo ' +
  'policy manual audit balance forecast design drawing photo scan permit claim payroll tax travel training survey analysis';

/**
 * Fills a corporate library: one folder has half of the documents, folders of 50 the others; beside them is a chain of 90
 * folders. Bob is in this many groups, which have `entries` permissions on the folders of 50 and on the chain.
 */
export async function unscopedGrow(
  { sql }: Pick<TestApp, 'sql'>,
  w: World,
  size: { documents: number; groups: number; entries: number },
): Promise<Growth> {
  const libraryId = await makeLibrary(w.admin);
  const { deploymentId, userId } = w.admin;
  const leaves = Math.ceil(size.documents / 2 / IN_A_FOLDER);
  const isLarge = size.documents > 100_000;
  const [index] = await sql<{ text: string }[]>`select pg_get_indexdef('documents_name_words'::regclass) as text`;
  const made = await transaction(sql, async (tx) => {
    // The rows are consistent by construction.
    await tx`set local session_replication_role = replica`;
    if (isLarge) await tx`drop index documents_name_words`;
    const folder = await takeIds(tx, 'folders', 'folder_id', leaves + DEPTH + 1);
    const chain = folder + leaves + 1;
    await tx`
      insert into folders (deployment_id, folder_id, library_id, parent_id, path, name, name_key, created_by, created_at)
      overriding system value
      select ${deploymentId}, id, ${libraryId}, case when id > ${chain} then id - 1 end,
        case when id > ${chain} then array(select generate_series(${chain}::bigint, id)) else array[id] end,
        'Folder ' || id, 'folder ' || id, ${userId}, now()
      from generate_series(${folder}::bigint, ${folder + leaves + DEPTH}) id`;
    const document = await takeIds(tx, 'documents', 'document_id', size.documents);
    const [content] = await tx<{ blobId: number }[]>`
      insert into blobs (deployment_id, sha256, crc32, size, storage_key, created_at)
      values (${deploymentId}, sha256('growth'), 0, 1, gen_random_uuid()::text, now()) returning blob_id as "blobId"`;
    await tx`
      insert into documents (deployment_id, document_id, folder_id, name, name_key, current_revision_id, blob_id, size,
        sha256, modified_at, created_by, created_at)
      overriding system value
      select ${deploymentId}, ${document}::bigint + n, case when n % 2 = 0 then ${folder}::bigint else ${folder}::bigint + 1 + n / 2 / ${IN_A_FOLDER}::integer end,
        name, lower(name), ${document}::bigint + n, ${content?.blobId ?? 0}, (n::bigint * 7919) % 100003, sha256('growth'),
        timestamptz '2020-01-01' + make_interval(secs => (n::bigint * 104729) % 100000007), ${userId}, now()
      from (
        select n, initcap(w[1 + n * 31::bigint % cardinality(w)]) || ' ' || w[1 + n / 7 * 17::bigint % cardinality(w)] || ' ' || n
          || (array['.pdf', '.docx', '.txt'])[1 + n % 3] as name
        from generate_series(0, ${size.documents - 1}::integer) n, string_to_array(${WORDS}, ' ') w
      ) named`;
    const group = await takeIds(tx, 'groups', 'group_id', size.groups * 2);
    await tx`
      insert into groups (deployment_id, group_id, name, name_key, created_at) overriding system value
      select ${deploymentId}, id, 'Group ' || id, 'group ' || id, now()
      from generate_series(${group}::bigint, ${group + size.groups * 2 - 1}) id`;
    await tx`
      insert into group_members (deployment_id, group_id, user_id)
      select ${deploymentId}, id, ${w.bob.userId} from generate_series(${group}::bigint, ${group + size.groups - 1}) id`;
    // The other half of the groups is not Bob's.
    await tx`
      insert into permissions (deployment_id, folder_id, group_id, allow, created_at)
      select ${deploymentId}, case when n % 3 = 0 then ${chain}::bigint + n / 3 % ${DEPTH}::integer else ${folder}::bigint + 1 + n % ${leaves}::integer end,
        ${group}::bigint + n * 7919::bigint % ${size.groups * 2}::integer, 1, now()
      from generate_series(0, ${size.entries - 1}::integer) n
      on conflict do nothing`;
    if (isLarge) await tx.unsafe(index?.text ?? '');
    return { libraryId, bigFolderId: folder, deepFolderId: chain + DEPTH - 1 };
  });
  await recountDocuments(sql);
  await sql`vacuum (analyze) folders, documents, group_members, folder_counts, count_changes`;
  await vacuumPermissions(sql);
  return made;
}

// Until index-only scans need no rows: while another session reads, such as that of autovacuum, pages are not marked.
async function vacuumPermissions(sql: TestApp['sql']): Promise<void> {
  await until(async () => {
    await sql`vacuum (analyze) permissions`;
    const [row] = await sql<{ isMarked: boolean }[]>`
      select relallvisible >= relpages as "isMarked" from pg_class where oid = 'permissions'::regclass`;
    return row?.isMarked === true;
  });
}

/** Puts a person into new groups that together have `entries` permissions, each on another of the folders of 50. */
export async function unscopedJoin(
  { sql }: Pick<TestApp, 'sql'>,
  { deploymentId, userId }: Person,
  { bigFolderId }: Growth,
  size: { groups: number; entries: number },
): Promise<void> {
  await transaction(sql, async (tx) => {
    const group = await takeIds(tx, 'groups', 'group_id', size.groups);
    await tx`
      insert into groups (deployment_id, group_id, name, name_key, created_at) overriding system value
      select ${deploymentId}, id, 'Group ' || id, 'group ' || id, now()
      from generate_series(${group}::bigint, ${group + size.groups - 1}) id`;
    await tx`
      insert into group_members (deployment_id, group_id, user_id)
      select ${deploymentId}, id, ${userId} from generate_series(${group}::bigint, ${group + size.groups - 1}) id`;
    await tx`
      insert into permissions (deployment_id, folder_id, group_id, allow, created_at)
      select ${deploymentId}, ${bigFolderId}::bigint + 1 + n, ${group}::bigint + n % ${size.groups}::integer, 1, now()
      from generate_series(0, ${size.entries - 1}::integer) n`;
  });
  await sql`vacuum (analyze) group_members`;
  await vacuumPermissions(sql);
}
