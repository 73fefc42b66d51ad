import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { checkContents, checkNodes, judgeStandbys } from './health-nodes.queries.ts';
import { forOperators } from './health.ts';

const app = await startApp({}, { own: 'reads all heartbeats and samples all contents' });
const KEY = Buffer.from('fingerprint of the key');

type Beat = { host: string; version?: string; connections?: number; key?: Buffer; skew?: number };

async function nodes(...beats: Beat[]): Promise<Record<string, [state: string, detail: string]>> {
  await app.sql`delete from worker_heartbeats`;
  for (const { host, version = '1.0.0', connections = 20, key = KEY, skew = 0 } of beats) {
    await app.sql`
      insert into worker_heartbeats (worker_id, beat_at, started_at, host, version, connections, key_check, clock_skew_ms)
      values (${host}, now(), now(), ${host}, ${version}, ${connections}, ${key}, ${skew})`;
  }
  const found = (await checkNodes(app.sql, KEY)).map(forOperators);
  return Object.fromEntries(found.map(({ Check, State, Detail }) => [Check, [State, Detail]]));
}

test('nodes of one version, key and time are in order', async () => {
  const found = await nodes({ host: 'one' }, { host: 'two', skew: 200 });
  assert.deepEqual(found['nodes'], ['ok', '2 nodes run version 1.0.0, with the same key']);
  assert.match(found['clock']?.join(' ') ?? '', /^ok clocks differ from the database's by at most \d\.\d s$/);
  assert.match(found['connections']?.join(' ') ?? '', /^ok nodes open at most 40 of \d+$/);
});

test('a node with another key is a failure, and one of another version a warning', async () => {
  const key = Buffer.from('fingerprint of another');
  const [state, detail] = (await nodes({ host: 'one' }, { host: 'two', key }))['nodes'] ?? [];
  assert.deepEqual([state, detail], ['failed', '1 of 2 nodes run with another secret key: two']);
  const upgrade = (await nodes({ host: 'one' }, { host: 'two', version: '1.1.0' }))['nodes'];
  assert.deepEqual(upgrade, ['warning', '2 nodes run different versions (1.0.0, 1.1.0): finish the upgrade']);
});

test('a node whose clock is off is named', async () => {
  const found = await nodes({ host: 'one' }, { host: 'two', skew: -60_000 });
  const text = "the clock of two is 60.0 s behind the database's: synchronize it (NTP)";
  assert.deepEqual(found['clock'], ['warning', text]);
});

test('nodes that may open more connections than PostgreSQL allows are a warning', async () => {
  const [state, detail = ''] = (await nodes({ host: 'one', connections: 5000 }))['connections'] ?? [];
  assert.equal(state, 'warning');
  assert.match(detail, /^nodes may open 5000, and PostgreSQL allows \d+: raise max_connections, or lower WORKERS/);
});

test('the embedded database has no standby', async () => {
  const [state, detail = ''] = (await nodes({ host: 'one' }, { host: 'two' }))['standby'] ?? [];
  // The PostgreSQL of the tests listens on a socket only, as the embedded one does.
  assert.deepEqual([state, detail], ['ok', 'none: the database is on this machine only, and backups protect it']);
});

test('without a synchronous standby a failover loses changes, which is a warning for several nodes', () => {
  const standbys = { isEmbedded: false, names: '', visible: true, synchronous: 0 };
  const Detail =
    'no synchronous one is configured: a failover to a standby loses the last changes that were acknowledged';
  assert.deepEqual(judgeStandbys(standbys, 1), { State: 'hint', Detail });
  assert.deepEqual(judgeStandbys(standbys, 2), { State: 'warning', Detail });
});

test('a synchronous standby passes the check while it is connected', () => {
  const standbys = { isEmbedded: false, names: 'ANY 1 (two)', visible: true, synchronous: 1 };
  const Detail = '1 synchronous: a failover loses nothing that was acknowledged';
  assert.deepEqual(judgeStandbys(standbys, 2), { State: 'ok', Detail });
  const away = judgeStandbys({ ...standbys, synchronous: 0 }, 2);
  assert.deepEqual([away.State, away.Detail.split(':')[0]], ['warning', 'no synchronous one is connected']);
});

test('a synchronous standby that the user of the database cannot see is a hint, not a warning', () => {
  const standbys = { isEmbedded: false, names: 'ANY 1 (two)', visible: false, synchronous: 0 };
  const Detail = 'configured; grant pg_monitor to the user of DATABASE_URL to see its state';
  assert.deepEqual(judgeStandbys(standbys, 2), { State: 'hint', Detail });
});

test('contents that are missing from the store are found in a sample', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Sampled');
  for (const name of ['a', 'b', 'c']) await ann.document(folderId, `${name}.txt`, name);
  const found = forOperators(await checkContents(app.sql, app.deps.blobs));
  assert.deepEqual([found.State, found.Detail], ['ok', '3 contents, taken at random, are in the store']);
  const [row] = await app.sql<{ key: string }[]>`select storage_key as key from blobs limit 1`;
  await app.deps.blobs.remove(row?.key ?? '');
  const damaged = forOperators(await checkContents(app.sql, app.deps.blobs));
  assert.equal(damaged.State, 'failed');
  assert.match(damaged.Detail, /^1 of 3 contents, taken at random, are missing or incomplete: \S+ is missing$/);
});
