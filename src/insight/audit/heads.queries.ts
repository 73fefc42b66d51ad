import type { Db } from '../../platform/db/connection.ts';
import { NO_SEAL } from './seal.ts';

/** The last seal of a deployment. */
export type ChainEnd = { deploymentId: number; number: number; seal: Buffer };

/** Deployments whose last seal was not written to a place. Indexes: activity_seals_pkey, audit_head_places_pkey. */
export async function listUnkept(sql: Db, placeId: string): Promise<ChainEnd[]> {
  return sql<ChainEnd[]>`
    select d.deployment_id as "deploymentId", s.number, s.seal
    from deployments d cross join lateral (
      select seal_number as number, seal from activity_seals
      where deployment_id = d.deployment_id order by seal_number desc limit 1) s
    left join audit_head_places p on p.deployment_id = d.deployment_id and p.place_id = ${placeId}
    where p.seal_number is distinct from s.number
    order by d.deployment_id`;
}

/** The current value of a seal; undefined if the number does not exist. Number 0 is the beginning. */
export async function findSeal(
  sql: Db,
  deploymentId: number,
  number: number,
): Promise<{ seal: string; sealedAt: string } | undefined> {
  if (number === 0) return { seal: NO_SEAL.toString('hex'), sealedAt: '' };
  const [row] = await sql<{ seal: Buffer; sealedAt: string }[]>`
    select seal, sealed_at as "sealedAt" from activity_seals
    where deployment_id = ${deploymentId} and seal_number = ${number}`;
  return row && { ...row, seal: row.seal.toString('hex') };
}

/** The sequence of the last head written to each place. */
export async function findSequences(sql: Db, deploymentId: number): Promise<Map<string, number>> {
  const rows = await sql<{ placeId: string; sequence: number }[]>`
    select place_id as "placeId", sequence from audit_head_places where deployment_id = ${deploymentId}`;
  return new Map(rows.map(({ placeId, sequence }) => [placeId, sequence]));
}

export async function saveSequence(
  sql: Db,
  head: { deploymentId: number; placeId: string; sequence: number; number: number; at: Date },
): Promise<void> {
  await sql`
    insert into audit_head_places as p (deployment_id, place_id, sequence, seal_number, written_at)
    values (${head.deploymentId}, ${head.placeId}, ${head.sequence}, ${head.number}, ${head.at})
    on conflict (deployment_id, place_id) do update set
      sequence = excluded.sequence, seal_number = excluded.seal_number, written_at = excluded.written_at
    where p.sequence <= excluded.sequence`;
}
