/** Whether a server is the one that `target_session_attrs` asks for. */
import type pg from 'pg';
import type { DatabaseAddress } from './database-url.ts';

/** Settings that PostgreSQL reports when a session starts. */
export type Role = { [setting: string]: string | undefined };

/** Why the server is not the wanted one, or null. Asks the server if it has not reported its role, as behind a pooler. */
export async function roleFault(
  client: pg.Client,
  reported: Role,
  target: DatabaseAddress['target'],
): Promise<string | null> {
  if (target === 'any') return null;
  const { isStandby, isReadOnly } = fromReport(reported) ?? (await ask(client));
  if (isStandby) return 'is a standby';
  return isReadOnly && target === 'read-write' ? 'is read-only' : null;
}

function fromReport({ in_hot_standby: standby, default_transaction_read_only: readOnly }: Role) {
  if (standby === undefined || readOnly === undefined) return null;
  return { isStandby: standby === 'on', isReadOnly: readOnly === 'on' };
}

async function ask(client: pg.Client) {
  const { rows } = await client.query<{ isStandby: boolean; isReadOnly: boolean }>(
    `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  return rows[0] ?? { isStandby: true, isReadOnly: true };
}
