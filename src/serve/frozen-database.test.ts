// runs alone: waits until connections count as frozen
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from '../app.ts';
import { type Client, client } from '../../test/client.ts';
import { LONG_FAULTS, startFaultProxy } from '../../test/faults/fault-proxy.ts';
import { loadOverHttp } from '../../test/faults/http-load.ts';
import { startApp } from '../../test/harness.ts';
import { hold, until } from '../../test/waiting.ts';
import { connect } from '../platform/db/connection.ts';
import { parseDatabaseUrl } from '../platform/db/servers/database-url.ts';

const WAIT_MS = 5_000;
/** Far above the bound of a request, and below any other limit. */
const LATE_MS = 15_000;

const app = await startApp({}, { own: 'a proxy leads to its database' });
const { servers, user, database } = parseDatabaseUrl(app.databaseUrl);
const [{ host, port }] = servers;
const proxy = await startFaultProxy(`${host}/.s.PGSQL.${port}`, LONG_FAULTS);
const sql = connect(`postgres://${user}@127.0.0.1:${proxy.port}/${database}`, 3, { waitMs: WAIT_MS });
const node = await buildApp({ ...app.deps, sql });
const url = await node.listen({ host: '127.0.0.1', port: 0 });
const { ann } = await app.world();
const throughProxy = client(url, ann.token);
after(async () => {
  proxy.thaw();
  node.server.closeAllConnections();
  await node.close();
  await sql.end({ timeout: 1 });
  proxy.close();
});

async function homeFolder(): Promise<number> {
  const { body } = await ann.api('GET', '/api/users/me');
  return ann.folder(body.PersonalLibraryId, crypto.randomUUID());
}

/** Requests of all kinds, more than there are connections. */
function send(through: Client, folderId: number) {
  const requests = Array.from({ length: 12 }, (_, n) => [
    through.api('GET', `/api/folders/${folderId}`),
    through.upload(folderId, `${n}.txt`, `content ${n}`),
    through.api('POST', `/api/folders/${folderId}/folders`, { FolderName: `${n}` }),
  ]).flat();
  const late = new Promise<never>((_, fail) =>
    setTimeout(() => fail(new Error('A request did not end.')), LATE_MS).unref(),
  );
  return Promise.race([Promise.all(requests), late]);
}

async function listed(folderId: number): Promise<{ documents: number; folders: number }> {
  const [documents, folders] = await Promise.all(
    ['documents', 'folders'].map((kind) => ann.api('GET', `/api/folders/${folderId}/${kind}`)),
  );
  return { documents: documents?.body.length, folders: folders?.body.length };
}

async function assertWorks(folderId: number): Promise<void> {
  // A connection that broke without notice fails one request.
  await until(async () => (await throughProxy.api('GET', `/api/folders/${folderId}`)).status === 200);
  const answers = await send(throughProxy, await homeFolder());
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 201]));
}

test('while nothing of the database answers, each request gets 503 with Retry-After, and later ones succeed', async () => {
  const folderId = await homeFolder();
  await assertWorks(folderId);
  proxy.freeze('all');
  const answers = await send(throughProxy, folderId);
  for (const { status, headers, body } of answers) {
    assert.deepEqual([status, headers.get('retry-after'), body.type], [503, '5', '/unavailable']);
  }
  assert.deepEqual(await listed(folderId), { documents: 0, folders: 0 });
  proxy.thaw();
  await assertWorks(folderId);
});

test('while nothing of the database answers, a probe is answered before requests are given up', async () => {
  const folderId = await homeFolder();
  await assertWorks(folderId);
  proxy.freeze('all');
  let hasEnded = false;
  const request = throughProxy.api('GET', `/api/folders/${folderId}`).then(() => (hasEnded = true));
  const { status, body } = await throughProxy.api('GET', '/readyz');
  assert.deepEqual([status, body.checks.database, hasEnded], [503, 'failed', false]);
  await request;
  proxy.thaw();
  await assertWorks(folderId);
});

test('requests on frozen connections to a database that works get 503, and others succeed', async () => {
  const folderId = await homeFolder();
  const folders = await Promise.all(Array.from({ length: 6 }, homeFolder));
  await assertWorks(folderId);
  proxy.freeze('open');
  const sent = [];
  for (const each of folders) {
    sent.push(send(throughProxy, each));
    // Concurrent requests look up their credentials with one statement, and share its connection.
    await sleep(50);
  }
  const answers = (await Promise.all(sent)).flat();
  const refused = answers.filter(({ status }) => status === 503);
  assert.ok(refused.length > 0 && refused.length < answers.length, `${refused.length} of ${answers.length}`);
  assert.ok(refused.every(({ headers }) => headers.get('retry-after') === '5'));
  await assertWorks(folderId);
  proxy.thaw();
});

test('statements that run or wait for a lock are not cut off, however long they are silent', async () => {
  const folderId = await homeFolder();
  await assertWorks(folderId);
  const release = await hold(app, (tx) => tx`select from folders where folder_id = ${folderId} for update`);
  const waiting = throughProxy.api('PATCH', `/api/folders/${folderId}`, { FolderName: 'waited' });
  const [row] = await sql`select 1 as one from pg_sleep(${WAIT_MS / 1000 + 2})`;
  assert.deepEqual(row, { one: 1 });
  await release();
  assert.equal((await waiting).status, 200);
});

test('while connections break and freeze, requests are carried out or get 503, no change is torn, and none is lost', async () => {
  const { byStatus, faults } = await loadOverHttp({ url, token: ann.token, proxy, direct: app.sql }, 300);
  assert.ok(faults >= 20, `${faults} faults`);
  assert.ok((byStatus[503] ?? 0) > 0 && (byStatus[201] ?? 0) > 20, JSON.stringify(byStatus));
});
