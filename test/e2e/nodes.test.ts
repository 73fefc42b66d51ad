/** Several nodes on one database and one content store. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { client } from '../client.ts';
import { type Environment, emptyDatabase, startService, temporaryFolder } from './service.ts';

/** What all nodes of an instance share. */
async function instance(t: TestContext): Promise<Environment> {
  return {
    DATABASE_URL: await emptyDatabase(t),
    BLOB_URL: `file://${join(await temporaryFolder(t), 'blobs')}`,
    SECRET_KEY: 'the key of all nodes of this instance',
  };
}

test('two nodes started at once on an empty database both serve one deployment with one admin', async (t) => {
  const env = await instance(t);
  const nodes = await Promise.all([startService(t, env), startService(t, env)]);
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
});
