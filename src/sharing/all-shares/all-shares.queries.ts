import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { narrow } from './narrow-filter.queries.ts';
import { type ShareFilter, isMeant } from './share-filter.queries.ts';
import { type DescribedShareRow, isOfPurged, listDescribed } from '../shares/described.queries.ts';

/** A name is searched in this many of the newest links first, which finds common words. */
const NEWEST = 10_000;

/** The deployment's links that match, newest first; one more than the page. */
export async function listAllShares(
  sql: Db,
  actor: Actor,
  filter: ShareFilter,
  page: Page<[number]>,
): Promise<DescribedShareRow[]> {
  const { deploymentId, now } = actor;
  if (filter.name !== null && page.limit !== null) {
    const candidates = isMeant(sql, deploymentId, { ...filter, name: null }, now);
    const newest = sql`(
      select s.* from shares s where ${candidates} ${isAfter(sql, page)} order by s.share_id desc limit ${NEWEST})`;
    const rows = await listAmong(sql, actor, newest, filter, page);
    if (rows.length > page.limit) return rows;
  }
  return listAmong(sql, actor, sql`shares`, await narrow(sql, deploymentId, filter), page);
}

async function listAmong(sql: Db, actor: Actor, shares: Fragment, filter: ShareFilter, page: Page<[number]>) {
  const { deploymentId, now } = actor;
  const chosen = sql`
    select s.share_id from ${shares} s
    where ${isMeant(sql, deploymentId, filter, now)} ${isAfter(sql, page)} and not ${isOfPurged(sql)}
    order by s.share_id desc ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
  return listDescribed(sql, actor, chosen);
}

function isAfter(sql: Db, { after }: Page<[number]>): Fragment {
  return after === null ? sql`` : sql`and s.share_id < ${after[0]}`;
}

/**
 * The number of matching links. Links to items purged a moment ago still count: checking each would cost more than
 * everything else.
 */
export async function countAllShares(sql: Db, actor: Actor, filter: ShareFilter): Promise<number> {
  const { deploymentId, now } = actor;
  const narrowed = await narrow(sql, deploymentId, filter);
  const [row] = await sql<{ count: number }[]>`
    select count(*) from shares s where ${isMeant(sql, deploymentId, narrowed, now)}`;
  return row?.count ?? 0;
}

/** The greatest share id of the deployment, 0 if there is none. Index: shares_pkey. */
export async function lastShareId(sql: Db, deploymentId: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    select coalesce(max(share_id), 0) as id from shares where deployment_id = ${deploymentId}`;
  return row?.id ?? 0;
}

/** A range of share ids in a deployment: after one id up to another. */
export type Span = { deploymentId: number; after: number; upTo: number };

/** The first matching ids, up to the limit. */
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
