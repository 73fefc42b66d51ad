import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type BuildOptions, buildApp } from '../app.ts';
import { connect } from '../platform/db/connection.ts';
import { migrationNames } from '../platform/db/migrations/files.ts';
import type { AppDeps } from '../steps.ts';
import { startApp } from '../../test/harness.ts';
import { watchStore } from '../core/system/store-state.ts';

const app = await startApp({}, { own: 'changes the list of migrations' });

async function probe(url = app.url) {
  const answer = await fetch(new URL('/readyz', url));
  const { status, checks } = (await answer.json()) as { status: string; checks: Record<string, string> };
  return { code: answer.status, status, ...checks };
}

const READY = { code: 200, status: 'ready', database: 'ok', schema: 'ok', blobs: 'ok' };
const UNAVAILABLE = { ...READY, code: 503, status: 'unavailable' };

test('a node on a read-only database is not ready', async () => {
  const name = new URL(app.databaseUrl).pathname.slice(1);
  await app.sql`alter database ${app.sql(name)} set default_transaction_read_only = on`;
  const sql = connect(app.databaseUrl, 1);
  const node = await startNode({ ...app.deps, sql });
  assert.deepEqual(await probe(node), { ...UNAVAILABLE, database: 'failed' });
  await app.sql`alter database ${app.sql(name)} reset default_transaction_read_only`;
  await sql.end();
});

test('a node is ready with a newer schema that it can use, and with no other', async () => {
  await app.sql`insert into migrations (name, run_on) values ('9999_future', now())`;
  assert.deepEqual(await probe(), READY);
  await app.sql`update instance set oldest_release = '9999_future'`;
  assert.deepEqual(await probe(), { ...UNAVAILABLE, schema: 'failed' });
  const newest = (await migrationNames()).at(-1) ?? '';
  await app.sql`update instance set oldest_release = ${newest}`;
  assert.deepEqual(await probe(), READY);
  await app.sql`delete from migrations where name = '9999_future'`;

  await app.sql`delete from migrations where name = ${newest}`;
  assert.deepEqual(await probe(), { ...UNAVAILABLE, schema: 'failed' });
  await app.sql`insert into migrations (name, run_on) values (${newest}, now())`;
  assert.deepEqual(await probe(), READY);
});

test('a node that drains is not ready, serves requests, and closes their connections', async () => {
  const url = await startNode(app.deps, { isDraining: () => true });
  assert.deepEqual(await probe(url), { ...READY, code: 503, status: 'draining' });
  const { ann } = await app.world();
  const answer = await fetch(new URL('/api/users/me', url), { headers: { authorization: `Bearer ${ann.token}` } });
  assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close']);
});

test('probes get the last known state of a slow store, and check it once in five seconds', async () => {
  let [checks, time] = [0, 0];
  let outcome = Promise.withResolvers<void>();
  const check = () => {
    checks += 1;
    return outcome.promise;
  };
  const state = watchStore({ check }, () => time);
  const first = state(app.deps.log);
  outcome.resolve();
  assert.equal(await first, 'ok');
  time += 4999;
  assert.deepEqual([await state(app.deps.log), checks], ['ok', 1]);

  outcome = Promise.withResolvers();
  time += 1;
  const slow = await Promise.all([state(app.deps.log), state(app.deps.log), state(app.deps.log)]);
  assert.deepEqual([slow, checks], [['ok', 'ok', 'ok'], 2]);
  outcome.reject(new Error('The store is gone.'));
  assert.deepEqual([await state(app.deps.log), checks], ['failed', 2]);

  outcome = Promise.withResolvers();
  outcome.resolve();
  time += 5000;
  assert.deepEqual([await state(app.deps.log), checks], ['ok', 3]);
});

async function startNode(deps: AppDeps, options: BuildOptions = {}): Promise<string> {
  const node = await buildApp(deps, options);
  after(() => {
    node.server.closeAllConnections();
    return node.close();
  });
  return node.listen({ host: '127.0.0.1', port: 0 });
}
