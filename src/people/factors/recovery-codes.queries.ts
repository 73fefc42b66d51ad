import type { Db, Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';

/** The current set: when it was created, and how many codes are left. */
export type CodeSet = { createdAt: string; remaining: number };

export async function findCodeSet(sql: Db, user: UserKey): Promise<CodeSet | undefined> {
  const [row] = await sql<{ createdAt: string | null; remaining: number }[]>`
    select min(created_at) as "createdAt", count(*) filter (where used_at is null)::int as remaining
    from recovery_codes where deployment_id = ${user.deploymentId} and user_id = ${user.userId}`;
  return row === undefined || row.createdAt === null ? undefined : { ...row, createdAt: row.createdAt };
}

/** The new set replaces the old one. */
export async function replaceCodes(tx: Tx, user: UserKey, hashes: Buffer[], now: Date): Promise<void> {
  await deleteCodes(tx, user);
  await tx`
    insert into recovery_codes (deployment_id, user_id, code_hash, created_at)
    select ${user.deploymentId}, ${user.userId}, code_hash, ${now} from unnest(${hashes}::bytea[]) as code_hash`;
}

/** Uses up the code; false if it is not one, or was used. */
export async function useCode(tx: Tx, user: UserKey, hash: Buffer, now: Date): Promise<boolean> {
  const { count } = await tx`
    update recovery_codes set used_at = ${now}
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and code_hash = ${hash}
      and used_at is null`;
  return count === 1;
}

export async function deleteCodes(tx: Tx, user: UserKey): Promise<void> {
  await tx`delete from recovery_codes where deployment_id = ${user.deploymentId} and user_id = ${user.userId}`;
}
