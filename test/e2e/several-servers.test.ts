/** DATABASE_URL with several hosts: two servers, of which one accepts writes at a time. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { selfSignedCertificate } from '../certificate.ts';
import { DATA_TEMPLATE } from '../database.ts';
import { startTlsProxy } from '../faults/tls-proxy.ts';
import { type Sql, connect, connectPg, listen } from '../../src/platform/db/connection.ts';
import { DatabaseError, DatabaseUnavailable } from '../../src/platform/db/errors.ts';
import { socketFolders } from '../../src/platform/db/servers/database-url.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';
import { startReplicas } from './database/replicas.ts';
import { carrel, temporaryFolder, until } from './service.ts';

type Server = EmbeddedPostgres & { admin: Sql };

async function startServer(t: TestContext): Promise<Server> {
  const folder = `${await temporaryFolder(t)}/data`;
  await promisify(execFile)('cp', ['-a', process.env[DATA_TEMPLATE] ?? '', folder]);
  const server = await startEmbeddedPostgres({ dataDir: folder, durable: false, log: () => {} });
  const admin = connect(server.url, 1);
  t.after(async () => {
    await admin.end({ timeout: 1 });
    await server.stop();
  });
  return { ...server, admin };
}

// Sessions read it before their next statement, as they do when a primary becomes a standby.
async function setReadOnly({ admin }: Server, isReadOnly: boolean): Promise<void> {
  await admin.unsafe(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  await admin`select pg_reload_conf()`;
  await until(async () => {
    const [row] = await admin<{ value: string }[]>`select current_setting('default_transaction_read_only') as value`;
    return row?.value === (isReadOnly ? 'on' : 'off');
  }, 'the server has its new role');
}

/** Two servers, of which the second accepts no writes, and the URL of both. */
async function startPair(t: TestContext): Promise<{ first: Server; second: Server; url: string }> {
  const [first, second] = [await startServer(t), await startServer(t)];
  await setReadOnly(second, true);
  const hosts = [first, second].flatMap(({ url }) => socketFolders(url)).map(encodeURIComponent);
  return { first, second, url: `postgres://carrel@${hosts.join(',')}/carrel` };
}

async function folderOf(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ folder: string }[]>`select current_setting('unix_socket_directories') as folder`;
  return row?.folder.replaceAll('"', '');
}

test('all connections lead to the server that accepts writes, and follow it', async (t) => {
  const { first, second, url } = await startPair(t);
  const [firstFolder] = socketFolders(first.url);
  const [secondFolder] = socketFolders(second.url);
  const sql = connect(url, 3, { waitMs: 10_000 });
  const pool = connectPg(url, 2);
  t.after(async () => {
    await sql.end({ timeout: 1 });
    await pool.end();
  });
  const heard: string[] = [];
  let begins = 0;
  await listen(sql, 'news', { onMessage: (text) => heard.push(text), onBegin: () => (begins += 1) });
  for (const { admin } of [first, second]) {
    await admin.begin('read write', (tx) => tx`create table written (n integer)`);
  }

  await sql`insert into written values (1)`;
  assert.equal(await folderOf(sql), firstFolder);
  await pool.query('insert into written values (1)');

  await t.test('a server that lost its role is left for the one that has it', async () => {
    await setReadOnly(first, true);
    await setReadOnly(second, false);
    // A connection that is open finds out by a refused write, and is closed.
    await until(async () => {
      return sql`insert into written values (2)`.then(
        () => true,
        (error: unknown) => {
          assert.ok(error instanceof DatabaseUnavailable || error instanceof DatabaseError, String(error));
          return false;
        },
      );
    }, 'a write is accepted');
    assert.equal(await folderOf(sql), secondFolder);
  });

  await t.test('a server that is gone is left by queries, the queue and LISTEN', async () => {
    await first.stop();
    await sql`insert into written values (3)`;
    await until(async () => {
      return pool.query('insert into written values (3)').then(
        () => true,
        () => false,
      );
    }, 'the pool for the queue writes');
    await until(() => begins > 1, 'LISTEN has begun anew');
    await sql`select pg_notify('news', 'of the second server')`;
    await until(() => heard.length > 0, 'the message is there');
    const rows = await second.admin<{ n: number }[]>`select n from written where n > 1 order by n`;
    assert.deepEqual(
      rows.map(({ n }) => n),
      [2, 3, 3],
    );
  });

  await t.test('without a server for writes the error names what each one is', async () => {
    await setReadOnly(second, true);
    const later = connect(url, 1);
    await assert.rejects(
      async () => later`select 1`,
      (error: Error) => {
        assert.match(
          error.message,
          /^none of the servers can be used: .*:5432 \(.*ENOENT.*\), .*:5432 \(is read-only\)$/,
        );
        return true;
      },
    );
    await later.end();
  });
});

test('commands find the second of two hosts', async (t) => {
  const { first, second, url } = await startPair(t);
  await setReadOnly(first, true);
  await setReadOnly(second, false);
  const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder(t) };
  const { stdout, code } = await carrel(['migrate'], env);
  assert.deepEqual([stdout, code], ['nothing to do\n', 0]);
});

test('with verify-full each host is checked by its own name, and those that fail are left out', async (t) => {
  const { first, second } = await startPair(t);
  const certificate = selfSignedCertificate();
  setDefaultCACertificates([certificate.cert]);
  const folders = [first, second].flatMap((server) => socketFolders(server.url));
  const proxies = await Promise.all(folders.map((folder) => startTlsProxy(`${folder}/.s.PGSQL.5432`, certificate)));
  t.after(() => proxies.forEach((proxy) => proxy.close()));
  const [firstPort = 0, secondPort = 0] = proxies.map(({ port }) => port);
  const open = (hosts: string) => connect(`postgres://carrel@${hosts}/carrel?sslmode=verify-full`, 1);

  const toFirst = open(`127.0.0.1:${secondPort},127.0.0.1:${firstPort}`);
  assert.equal(await folderOf(toFirst), folders[0]);
  await toFirst.end();

  await setReadOnly(first, true);
  await setReadOnly(second, false);
  // The certificate names 127.0.0.1 only.
  const toSecond = open(`127.0.0.2:${firstPort},127.0.0.1:${secondPort}`);
  assert.equal(await folderOf(toSecond), folders[1]);
  await toSecond.end();
  for (const [hosts, reason] of [
    [`127.0.0.1:${firstPort},127.0.0.2:${secondPort}`, /is read-only\), .*Hostname\/IP does not match/],
    [`127.0.0.2:${secondPort}`, /Hostname\/IP does not match/],
  ] as const) {
    const refused = open(hosts);
    await assert.rejects(async () => refused`select 1`, { message: reason });
    await refused.end();
  }
  setDefaultCACertificates([]);
  const untrusted = open(`127.0.0.1:${firstPort},127.0.0.1:${secondPort}`);
  await assert.rejects(async () => untrusted`select 1`, {
    message: /self-signed certificate.*self-signed certificate/,
  });
  await untrusted.end();
});

test('a streaming standby is passed over, and used once it is promoted', async (t) => {
  const { primary, standby } = await startReplicas(t);
  const hosts = [standby, primary].map(({ socketFolder }) => encodeURIComponent(socketFolder)).join(',');
  const open = (target: string) => connect(`postgres://carrel@${hosts}/carrel?target_session_attrs=${target}`, 2);
  const pools = { any: open('any'), primary: open('primary'), readWrite: open('read-write') };
  t.after(() => Promise.all(Object.values(pools).map((sql) => sql.end({ timeout: 1 }))));
  assert.equal(await folderOf(pools.any), standby.socketFolder);
  for (const sql of [pools.primary, pools.readWrite]) assert.equal(await folderOf(sql), primary.socketFolder);

  await pools.primary`create table written (n integer)`;
  const written = await pools.primary<{ position: string }[]>`select pg_current_wal_lsn()::text as position`;
  await until(async () => {
    const [row] = await standby.admin<{ isThere: boolean }[]>`
      select pg_last_wal_replay_lsn() >= ${written[0]?.position ?? ''}::pg_lsn as "isThere"`;
    return row?.isThere === true;
  }, 'the standby has the table');
  await primary.stop();
  await standby.admin`select pg_promote()`;
  for (const sql of [pools.primary, pools.readWrite]) {
    await until(
      () =>
        sql`insert into written values (1)`.then(
          () => true,
          () => false,
        ),
      'a write is accepted',
    );
    assert.equal(await folderOf(sql), standby.socketFolder);
  }
});
