/** PgBouncer in transaction mode between nodes and PostgreSQL. `script/drill poolers` runs all tests of the API so. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { client } from '../client.ts';
import { connect } from '../../src/platform/db/connection.ts';
import { clusterUrl, directUrl } from '../database.ts';
import { without } from '../parts.ts';
import { startPooler } from '../pooler.ts';
import { type Environment, carrel, emptyDatabase, startService, temporaryFolder, until } from './service.ts';

const skip = without('pgbouncer');

/** A new database, its name, and the URLs that lead to it through a pooler and past it. */
async function pooledDatabase(t: TestContext): Promise<{ pooled: string; direct: string }> {
  const name = new URL((await emptyDatabase(t)).replace(/^postgres:\/\/[^/]*/, 'x://x')).pathname.slice(1);
  const pooler = await startPooler(clusterUrl());
  t.after(() => pooler.stop());
  return { pooled: pooler.urlOf(name), direct: directUrl(name) };
}

async function instance(t: TestContext, database: Environment): Promise<Environment> {
  return {
    ...database,
    BLOB_URL: `file://${join(await temporaryFolder(t), 'blobs')}`,
    SECRET_KEY: 'the key of all nodes of this instance',
  };
}

test('two nodes start at once behind a pooler, on an empty database, and share their work', { skip }, async (t) => {
  const { pooled, direct } = await pooledDatabase(t);
  const env = await instance(t, { DATABASE_URL: `${pooled}?prepare=false` });
  const nodes = await Promise.all([startService(t, { ...env, DATABASE_LISTEN_URL: direct }), startService(t, env)]);
  const token = nodes.find((node) => node.token !== '')?.token ?? '';
  const [listening, polling] = nodes.map(({ url }) => client(url, token));
  const sql = connect(direct, 1);

  await t.test('each migration was applied once, and there is one deployment', async () => {
    const twice = await sql`select name from migrations group by name having count(*) > 1`;
    assert.deepEqual([...twice], []);
    const [row] = await sql<{ deployments: number }[]>`select count(*) as deployments from deployments`;
    assert.equal(row?.deployments, 1);
  });

  await t.test('a document that one node stores is read by the other', async () => {
    const { body: me } = await listening!.api('GET', '/api/users/me');
    const folderId = await listening!.folder(me.PersonalLibraryId, 'Pooled');
    const documentId = await polling!.document(folderId, 'a.txt', 'pooled');
    assert.equal((await listening!.api('GET', `/api/documents/${documentId}/content`)).text, 'pooled');
  });

  await t.test('only the node with an address for LISTEN listens, with its queue and its streams', async () => {
    const stream = new AbortController();
    t.after(() => stream.abort());
    for (const { url } of nodes) {
      const headers = { authorization: `Bearer ${token}` };
      void fetch(`${url}/api/notifications/stream`, { headers, signal: stream.signal }).catch(() => {});
    }
    const listeners = async () => {
      const rows = await sql<{ query: string }[]>`
        select query from pg_stat_activity where datname = current_database() and query ilike 'listen %'
        order by split_part(query, '"', 2) collate "C"`;
      return rows.map(({ query }) => query.split('"')[1]);
    };
    await until(async () => (await listeners()).length === 2, 'the streams and the queue of one node listen');
    assert.deepEqual(await listeners(), ['carrel_notifications', 'jobs:insert']);
  });

  await t.test('the jobs of the upload run', async () => {
    await until(async () => (await sql`select from thumbnails`).length > 0, 'the thumbnail is stored');
  });
  await sql.end();
});

test('a pooler that loses prepared statements is refused with one line that says what to set', { skip }, async (t) => {
  const { pooled } = await pooledDatabase(t);
  const env = await instance(t, { DATABASE_URL: pooled, DATA_DIR: await temporaryFolder(t) });
  for (const command of ['serve', 'migrate', 'doctor']) {
    const { code, stdout, stderr } = await carrel([command], env);
    assert.equal(code, 1, command);
    assert.match(
      `${stdout}${stderr}`,
      /DATABASE_URL leads to a pooler that loses prepared statements\. Add prepare=false to DATABASE_URL, or set max_prepared_statements/,
      command,
    );
  }
  // Without prepared statements the same address works.
  assert.equal((await carrel(['migrate'], { ...env, DATABASE_URL: `${pooled}?prepare=false` })).code, 0);
});
