/** Several nodes on one database and one content store. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { client } from '../client.ts';
import { clockOff } from '../clock-off.ts';
import { connect } from '../../src/platform/db/connection.ts';
import { type Environment, carrel, emptyDatabase, startService, temporaryFolder, until } from './service.ts';

const MINUTE_AHEAD = clockOff(60_000);

/** Environment of all nodes of an instance. */
async function instance(t: TestContext): Promise<Environment> {
  return {
    DATABASE_URL: await emptyDatabase(t),
    BLOB_URL: `file://${join(await temporaryFolder(t), 'blobs')}`,
    SECRET_KEY: 'the key of all nodes of this instance',
  };
}

test('two nodes started at once on an empty database both serve one deployment with one admin', async (t) => {
  const env = await instance(t);
  const nodes = await Promise.all([
    startService(t, { ...env, DRAIN_SECONDS: '5' }),
    startService(t, { ...env, NODE_OPTIONS: MINUTE_AHEAD }),
  ]);
  const founders = nodes.filter(({ token }) => token !== '');
  assert.equal(founders.length, 1);
  const [founder] = founders;
  for (const { url } of nodes) {
    const users = await client(url, founder?.token ?? '').api('GET', '/api/users');
    assert.deepEqual(
      users.body.map(({ Email }: { Email: string }) => Email),
      ['admin@localhost'],
    );
    assert.equal((await client(url, null).api('GET', '/readyz')).status, 200);
  }

  await t.test("a node whose clock is a minute ahead writes the database's time", async () => {
    const sql = connect(env['DATABASE_URL'] ?? '', 1);
    const ahead = client(nodes[1]?.url ?? '', founder?.token ?? '');
    const { body: me } = await ahead.api('GET', '/api/users/me');
    const folderId = await ahead.folder(me.PersonalLibraryId, 'Times');
    // The difference of the clocks is measured with a round trip, which is not exact on a busy machine.
    const [row] = await sql`
      select created_at < clock_timestamp() + interval '10 s' as "isNear" from folders where folder_id = ${folderId}`;
    assert.deepEqual(row, { isNear: true });
    await sql.end();
  });

  await t.test('carrel doctor compares the nodes', async () => {
    const { stdout: findings } = await carrel(['doctor'], { ...env, DATA_DIR: nodes[0]?.dataDir ?? '' });
    assert.match(findings, /^ok +nodes +2 nodes run version \S+, with the same key$/m);
    assert.match(
      findings,
      /^warning +clock +the clock of \S+ is (?:59|60)\.\d s ahead of the database's: synchronize it/m,
    );
    assert.match(findings, /^ok +connections +nodes open at most 34 of \d+$/m);
  });

  await t.test(
    'a node that stops is first not ready while it serves requests, then hands its streams over',
    async () => {
      const [node] = nodes;
      const token = founder?.token ?? '';
      const stream = await fetch(`${node.url}/api/notifications/stream`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const events = stream.text();
      const stopped = node.stop();
      const anybody = client(node.url, null);
      await until(async () => (await anybody.api('GET', '/readyz')).body.status === 'draining', 'the node drains');
      assert.equal((await client(node.url, token).api('GET', '/api/users/me')).status, 200);
      assert.equal(await stopped, 0);
      const retries = [...(await events).matchAll(/^retry: (\d+)$/gm)].map(([, time]) => Number(time));
      assert.equal(retries.length, 2);
      assert.ok((retries[1] ?? 0) <= 10_000);
      assert.equal((await client(nodes[1].url, token).api('GET', '/api/users/me')).status, 200);
    },
  );
});
