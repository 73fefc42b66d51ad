import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';

/** A stored seal; `afterId` is the last row of its predecessor. */
export type SealRow = {
  number: number;
  afterId: number;
  throughId: number;
  rows: number;
  seal: Buffer;
  sealedAt: string;
};

/** The current digest of the rows between two ids. */
export type Digest = { rows: number; digest: Buffer };

/** The last activity id assigned, whether or not its row is committed. */
export async function lastActivityId(sql: Db): Promise<number> {
  const [row] = await sql<{ id: number | null }[]>`
    select pg_sequence_last_value(pg_get_serial_sequence('activity', 'activity_id')::regclass) as id`;
  return row?.id ?? 0;
}

/** Transactions that are writing to the log: each holds this lock from before it takes an id until it ends. */
export async function listWriters(sql: Db): Promise<string[]> {
  const rows = await sql<{ writer: string }[]>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'activity'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`;
  return rows.map((row) => row.writer);
}

/**
 * Deployments with unsealed rows up to `throughId`. Looks up the next row per deployment: an `exists` condition would
 * join the whole log. Indexes: activity_seals_pkey, activity_pkey.
 */
export async function listUnsealed(sql: Db, throughId: number): Promise<number[]> {
  const rows = await sql<{ deploymentId: number }[]>`
    select d.deployment_id as "deploymentId" from deployments d
    where (
      select a.activity_id from activity a
      where a.deployment_id = d.deployment_id and a.activity_id > coalesce((
        select s.through_id from activity_seals s where s.deployment_id = d.deployment_id
        order by s.seal_number desc limit 1), 0)
      order by a.activity_id limit 1) <= ${throughId}
    order by d.deployment_id`;
  return rows.map((row) => row.deploymentId);
}

export async function findLastSeal(sql: Db, deploymentId: number): Promise<SealRow | undefined> {
  const [row] = await sql<SealRow[]>`
    select seal_number as number, through_id as "throughId", row_count as rows, seal, sealed_at as "sealedAt"
    from activity_seals where deployment_id = ${deploymentId} order by seal_number desc limit 1`;
  return row;
}

/** Digests the rows after one id up to another, at most `limit`; also returns the last id. Index: activity_pkey. */
export async function digestNext(
  tx: Tx,
  span: { deploymentId: number; afterId: number; upToId: number },
  limit: number,
): Promise<Digest & { throughId: number }> {
  const [row] = await tx<(Digest & { throughId: number })[]>`
    select count(*) as rows, coalesce(max(activity_id), 0) as "throughId", ${digestOf(tx)} as digest from (
      select * from activity
      where deployment_id = ${span.deploymentId} and activity_id > ${span.afterId} and activity_id <= ${span.upToId}
      order by activity_id limit ${limit}
    ) a`;
  if (row === undefined) throw new Error('An aggregate returned no row.');
  return row;
}

export async function insertSeal(tx: Tx, deploymentId: number, seal: Omit<SealRow, 'afterId'>): Promise<void> {
  await tx`
    insert into activity_seals (deployment_id, seal_number, through_id, row_count, seal, sealed_at)
    values (${deploymentId}, ${seal.number}, ${seal.throughId}, ${seal.rows}, ${seal.seal}, ${seal.sealedAt})`;
}

/** The next seals after one, with the current digests of their rows. Indexes: activity_seals_pkey, activity_pkey. */
export async function nextSealsWithDigests(
  sql: Db,
  deploymentId: number,
  after: { number: number; throughId: number },
  limit: number,
): Promise<{ stored: SealRow; found: Digest }[]> {
  const rows = await sql<(SealRow & { foundRows: number; digest: Buffer })[]>`
    select s.number, s."afterId", s."throughId", s.rows, s.seal, s."sealedAt", d.rows as "foundRows", d.digest
    from (
      select seal_number as number, through_id as "throughId", row_count as rows, seal, sealed_at as "sealedAt",
        lag(through_id, 1, ${after.throughId}) over (order by seal_number) as "afterId"
      from activity_seals where deployment_id = ${deploymentId} and seal_number > ${after.number}
      order by seal_number limit ${limit}
    ) s
    cross join lateral (
      select count(*) as rows, ${digestOf(sql)} as digest from activity a
      where a.deployment_id = ${deploymentId} and a.activity_id > s."afterId" and a.activity_id <= s."throughId"
    ) d
    order by s.number`;
  return rows.map(({ foundRows, digest, ...stored }) => ({ stored, found: { rows: foundRows, digest } }));
}

/** The number of unsealed rows and the time of the oldest. */
export async function countUnsealed(
  sql: Db,
  deploymentId: number,
  afterId: number,
): Promise<{ rows: number; since: string | null }> {
  const [row] = await sql<{ rows: number; since: string | null }[]>`
    select count(*) as rows, min(occurred_at) as since from activity
    where deployment_id = ${deploymentId} and activity_id > ${afterId}`;
  return row ?? { rows: 0, since: null };
}

// SHA-256 over the rows of `activity a` by id, one line each. The line format never changes: an old row must have the
// same digest forever. Defined here instead of in a database function, which could be replaced together with the rows.
function digestOf(sql: Db): Fragment {
  const line = sql`json_build_array(a.activity_id, to_char(a.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    a.activity_type, a.user_id, a.visitor_email, a.library_id, a.folder_id, a.document_id, a.content_name, a.details)::text`;
  return sql`sha256(coalesce(string_agg(convert_to(${line} || E'\n', 'UTF8'), ''::bytea order by a.activity_id), ''::bytea))`;
}
