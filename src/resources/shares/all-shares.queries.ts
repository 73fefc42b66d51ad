import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../actor.ts';
import { type ShareFilter, isMeant } from './all-shares.filter.ts';
import { type DescribedShareRow, isOfPurged, listDescribed } from './described.queries.ts';

/** The links of the deployment that are meant, newest first; one more than the page. */
export async function listAllShares(
  sql: Db,
  actor: Actor,
  filter: ShareFilter,
  { after, limit }: Page<[number]>,
): Promise<DescribedShareRow[]> {
  return listDescribed(
    sql,
    actor,
    sql`
    select s.share_id from shares s
    where ${isMeant(sql, actor.deploymentId, filter, actor.now)}
      ${after === null ? sql`` : sql`and s.share_id < ${after[0]}`}
      and not ${isOfPurged(sql)}
    order by s.share_id desc
    ${limit === null ? sql`` : sql`limit ${limit + 1}`}`,
  );
}

/**
 * How many links are meant. Those to what was purged a moment ago count until they are removed: asking each would cost more
 * than all the rest.
 */
export async function countAllShares(sql: Db, actor: Actor, filter: ShareFilter): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from shares s where ${isMeant(sql, actor.deploymentId, filter, actor.now)}`;
  return row?.count ?? 0;
}

/** The greatest id of a share of the deployment, 0 if there is none. Index: shares_pkey. */
export async function lastShareId(sql: Db, deploymentId: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    select coalesce(max(share_id), 0) as id from shares where deployment_id = ${deploymentId}`;
  return row?.id ?? 0;
}

/** Shares of a deployment by id, in parts: those after one id up to another. */
export type Span = { deploymentId: number; after: number; upTo: number };

/** The first ids of those that are meant, as many as the limit. */
export async function listNextIds(
  tx: Tx,
  { deploymentId, after, upTo }: Span,
  filter: ShareFilter,
  now: string,
  limit: number,
): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select s.share_id as id from shares s
    where ${isMeant(tx, deploymentId, filter, now)} and s.share_id > ${after} and s.share_id <= ${upTo}
    order by s.share_id limit ${limit}`;
  return rows.map(({ id }) => id);
}
