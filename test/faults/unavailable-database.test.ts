/** Responses of a node whose PostgreSQL is read-only, or whose session ends or is lost. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { type Answer, client } from '../client.ts';
import { directUrl } from '../database.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { startApp } from '../harness.ts';
import { startSecondApp } from '../second-app.ts';
import { until, untilWaiting } from '../waiting.ts';
import type { Person } from '../world.ts';
import { indexRequested } from '../../src/library/search-index/index-soon.ts';
import { storedFiles } from '../../src/content/blobs/stored-files.fixture.ts';
import { connect } from '../../src/platform/db/connection.ts';
import { parseDatabaseUrl } from '../../src/platform/db/servers/database-url.ts';

const app = await startApp({}, { own: 'changes the database and ends sessions' });
const database = new URL(app.databaseUrl).pathname.slice(1);
// Of one connection, so that its next statement shows whether it was dropped.
const { servers, user } = parseDatabaseUrl(directUrl(database));
const [{ host, port }] = servers;
const proxy = await startFaultProxy(`${host}/.s.PGSQL.${port}`);
const sql = connect(`postgres://${user}@127.0.0.1:${proxy.port}/${database}`, 1);
const node = await startSecondApp({ deps: { ...app.deps, sql } });
after(async () => {
  await sql.end({ timeout: 1 });
  proxy.close();
});

/** The person as a client of the node. */
const onNode = ({ token }: Person) => client(node.url, token);
const stated = ({ status, headers, body }: Answer) => [status, headers.get('retry-after'), body.type];
const UNAVAILABLE = [503, '5', '/unavailable'];

/** The process of the server behind the node's connection. */
async function session(): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}

async function endSession(pid: number): Promise<void> {
  await app.sql`select pg_terminate_backend(${pid})`;
  await until(async () => (await app.sql`select from pg_stat_activity where pid = ${pid}`).length === 0);
}

/** Makes sessions that begin later read-only, and ends the node's, as a failover does. */
async function makeReadOnly(): Promise<void> {
  await app.sql`alter database ${app.sql(database)} set default_transaction_read_only = on`;
  await endSession(await session());
  // The node may have sent a statement before it noticed.
  await until(() => session().then(Boolean, () => false));
}

test('on a read-only database, requests that write get 503, others succeed, and later all do', async (t) => {
  const makeWritable = () => app.sql`alter database ${app.sql(database)} reset default_transaction_read_only`;
  t.after(() => makeWritable());
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Read');
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  const documentId = await ann.document(folderId, 'a.png', png);
  const here = onNode(ann);
  const path = `/api/folders/${folderId}`;
  const writes = [
    () => here.api('POST', `${path}/folders`, { FolderName: 'written' }),
    () => here.api('PATCH', path, { FolderName: 'written' }),
    () => here.upload(folderId, 'written.txt', 'written'),
    // Downloads are recorded, and so are renderings that have begun.
    () => here.api('GET', `/api/documents/${documentId}/content`),
    () => here.api('GET', `/api/documents/${documentId}/thumbnail`),
    () => here.api('DELETE', path),
  ];
  // Its connection would be opened beside that of the test, and stay read-only.
  await indexRequested(app.sql);
  await makeReadOnly();
  for (const write of writes) {
    const pid = await session();
    assert.deepEqual(stated(await write()), UNAVAILABLE, String(write));
    assert.notEqual(await session(), pid, String(write));
    assert.equal((await here.api('GET', path)).body.FolderName, 'Read');
    assert.equal((await here.api('GET', `${path}/documents`)).body.length, 1);
  }
  await makeWritable();
  // The connection that reads have opened meanwhile is dropped by the first write.
  assert.deepEqual(stated(await here.api('PATCH', path, { FolderName: 'written' })), UNAVAILABLE);
  const answers = [];
  for (const write of writes) answers.push(await write());
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 200, 201, 200, 200, 204],
  );
  // The answer does not wait long for the thumbnail, whose file would be counted by a later test.
  await until(async () => (await app.sql`select from thumbnails where storage_key is not null`).length === 1);
});

for (const { how, end } of [
  { how: 'is ended by the server', end: endSession },
  { how: 'breaks', end: async () => proxy.breakOne() },
]) {
  test(`if the session of an upload ${how}, it gets 503, its bytes stay, and the next one succeeds`, async () => {
    const { ann } = await app.world();
    const folderId = await ann.folder(ann.libraryId, how);
    const before = await storedFiles(app);
    const here = onNode(ann);
    const pid = await session();
    await app.sql.begin(async (tx) => {
      await tx`select from folders where folder_id = ${folderId} for update`;
      const uploading = here.upload(folderId, 'a.txt', how);
      await untilWaiting(app);
      await end(pid);
      assert.deepEqual(stated(await uploading), UNAVAILABLE);
    });
    assert.equal((await storedFiles(app)).length, before.length + 1);
    assert.deepEqual((await here.api('GET', `/api/folders/${folderId}/documents`)).body, []);
    assert.equal((await here.upload(folderId, 'a.txt', how)).status, 201);
  });
}

/** Errors of an upload: the document's name determines which one, and whether the commit or the insert fails. */
async function failByName(): Promise<void> {
  await app.sql.unsafe(`
    create function fail_by_name() returns trigger language plpgsql as $$
    begin
      if new.name like 'ended at%' then
        perform pg_terminate_backend(pg_backend_pid());
      elsif new.name like '% at ' || lower(tg_argv[0]) || '.txt' then
        raise exception 'on purpose' using errcode = left(new.name, 5);
      end if;
      return null;
    end $$;
    create trigger fail_insert after insert on documents for each row execute function fail_by_name('insert');
    create constraint trigger fail_commit after insert on documents deferrable initially deferred
      for each row execute function fail_by_name('commit')`);
}

test('an error that leaves the outcome open is 503, drops the connection and keeps the bytes; others remove them', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Failing');
  await failByName();
  const here = onNode(ann);
  const busy = [503, '1', '/unavailable'];
  for (const [code, expected, isOpen] of [
    ...['08000', '08006', '08P01', '25006', '25P03', '57P01', '57P02', '57P03', 'ended'].map(
      (each) => [each, UNAVAILABLE, true] as const,
    ),
    ...['40001', '53300', '55P03', '57014'].map((each) => [each, busy, false] as const),
    ['22003', [400, null, '/validation_error'], false],
    ['XX000', [500, null, '/internal_error'], false],
  ] as const) {
    for (const at of ['insert', 'commit']) {
      const before = await storedFiles(app);
      const pid = await session();
      const name = `${code} at ${at}.txt`;
      assert.deepEqual(stated(await here.upload(folderId, name, name)), expected, name);
      // A failed commit may cost the connection too.
      if (isOpen || at === 'insert') assert.equal((await session()) !== pid, isOpen, name);
      assert.equal((await storedFiles(app)).length - before.length, isOpen ? 1 : 0, name);
    }
  }
  assert.equal((await here.upload(folderId, 'whole.txt', 'whole')).status, 201);
});
