import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCluster } from '../../../../test/database.ts';
import { startApp } from '../../../../test/harness.ts';
import { until } from '../../../../test/waiting.ts';
import { connect, transaction } from '../connection.ts';
import { migrate } from '../migrate.ts';
import { parseDatabaseUrl } from './database-url.ts';

const app = await startApp({}, { own: 'its sessions have other limits' });
const w = await app.world();

const { database } = parseDatabaseUrl(app.databaseUrl);

/** Sets a limit for new sessions, and ends those that are open. The limit does not apply to the change itself. */
async function limit(setting: string, value: string): Promise<void> {
  await inCluster(async (sql) => {
    await sql`alter role current_user in database ${sql(database)} set ${sql(setting)} = ${sql(value)}`;
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${database} and backend_type = 'client backend'`;
  });
  await until(() =>
    app.sql`select 1`.then(
      () => true,
      () => false,
    ),
  );
}

async function folderOf(name: string): Promise<number> {
  const { body: me } = await w.ann.api('GET', '/api/users/me');
  return w.ann.folder(me.PersonalLibraryId, name);
}

for (const setting of ['statement_timeout', 'lock_timeout']) {
  test(`a request whose statement exceeds ${setting} is 503 with Retry-After, and leaves nothing`, async () => {
    const folderId = await folderOf(`slow ${setting}`);
    await limit(setting, '1s');
    const holder = connect(app.databaseUrl, 1);
    await holder.begin(async (tx) => {
      await tx`select from folders where folder_id = ${folderId} for update`;
      const { status, headers } = await w.ann.api('PATCH', `/api/folders/${folderId}`, { FolderName: 'other' });
      assert.equal(status, 503);
      assert.match(headers.get('retry-after') ?? '', /^\d+$/);
    });
    await holder.end();
    await limit(setting, '30s');
    const { body } = await w.ann.api('GET', `/api/folders/${folderId}`);
    assert.equal(body.FolderName, `slow ${setting}`);
  });
}

test('a transaction that sends nothing for longer than the limit ends, with its locks', async () => {
  const folderId = await folderOf('held');
  await limit('idle_in_transaction_session_timeout', '200ms');
  const idle = transaction(app.sql, async (tx) => {
    await tx`select from folders where folder_id = ${folderId} for update`;
    // Waits for the lock that this transaction loses.
    const others = connect(app.databaseUrl, 1);
    await others`select from folders where folder_id = ${folderId} for update`;
    await others.end();
    await tx`select 1`;
  });
  await assert.rejects(idle, { name: 'DatabaseUnavailable' });
});

test('long work is not ended by the limits of its session', async () => {
  await limit('statement_timeout', '500ms');
  const seconds = await transaction(app.sql, async (tx) => {
    await tx.allowLong();
    const [row] = await tx<{ seconds: number }[]>`
      select extract(epoch from clock_timestamp() - now())::float8 as seconds from pg_sleep(0.7)`;
    return row?.seconds ?? 0;
  });
  assert.ok(seconds >= 0.7);
  await assert.rejects(async () => app.sql`select pg_sleep(10)`, { code: '57014' });
});

test('a start stores the limits that the role does not have, and keeps those of an operator', async () => {
  await limit('statement_timeout', '2min');
  await migrate(app.databaseUrl);
  const sql = connect(app.databaseUrl, 1);
  const rows = await sql<{ setting: string }[]>`
    select unnest(setconfig) as setting from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
    where d.datname = current_database()`;
  const stored = Object.fromEntries(rows.map(({ setting }) => setting.split('=')));
  assert.equal(stored['statement_timeout'], '2min');
  assert.equal(stored['client_connection_check_interval'], '10s');
  assert.equal(stored['tcp_keepalives_idle'], '30');
  await sql.end();
});
