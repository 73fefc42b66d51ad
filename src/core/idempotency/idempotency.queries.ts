import type { Db, Tx } from '../../platform/db/connection.ts';
import type { RequestKey } from '../once.ts';

export type KeptRow = { fingerprint: Buffer; status: number; headers: Record<string, string>; body: Buffer | null };

/** The stored answer for a request, unless it is too old. */
export async function findKeptAnswer(sql: Db, key: RequestKey, since: Date): Promise<KeptRow | undefined> {
  const [row] = await sql<KeptRow[]>`
    select fingerprint, status, headers, body from kept_answers
    where deployment_id = ${key.deploymentId} and user_id = ${key.userId} and request_hash = ${key.requestHash}
      and created_at > ${since}`;
  return row;
}

/** Stores an answer and replaces an expired one. */
export async function insertKeptAnswer(tx: Tx, key: RequestKey, row: KeptRow, now: Date): Promise<void> {
  const { fingerprint, status, headers, body } = row;
  await tx`
    insert into kept_answers (deployment_id, user_id, request_hash, fingerprint, status, headers, body, created_at)
    values (${key.deploymentId}, ${key.userId}, ${key.requestHash}, ${fingerprint}, ${status}, ${tx.json(headers)}, ${body},
      ${now})
    on conflict (deployment_id, user_id, request_hash) do update set fingerprint = excluded.fingerprint,
      status = excluded.status, headers = excluded.headers, body = excluded.body, created_at = excluded.created_at`;
}

/** Index: kept_answers_created. */
export async function deleteKeptAnswers(sql: Db, before: Date): Promise<void> {
  await sql`delete from kept_answers where created_at <= ${before}`;
}
