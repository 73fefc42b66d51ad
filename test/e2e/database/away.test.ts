/** A PostgreSQL of its own that freezes, shuts down and returns under a service. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { insertNotifications } from '../../../src/core/notifications/notifications.queries.ts';
import { follow, nextNotification } from '../../../src/people/live-notifications/streams.fixture.ts';
import { connect, transaction } from '../../../src/platform/db/connection.ts';
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded.ts';
import {
  SEVERAL,
  type Service,
  defer,
  kill,
  listProcesses,
  newDataDir,
  partsOf,
  startService,
  until,
} from '../service.ts';

/** Far above the bound of a request, and below any other limit. */
const LATE_MS = 15_000;

async function ownPostgres(t: TestContext) {
  const dataDir = await newDataDir(t, {});
  const start = async () => {
    const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
    defer(t, () => server.stop());
    return server;
  };
  return { start, postgres: await start() };
}

function request({ url, token }: Service, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(new URL(path, url), { headers, signal: AbortSignal.timeout(LATE_MS), ...init });
}

async function untilServes(service: Service): Promise<void> {
  const answered = () =>
    Promise.all(
      Array.from({ length: 8 }, () => request(service, '/api/users/me').then(({ status }) => status === 200)),
    );
  await until(async () => (await answered()).every(Boolean), 'requests are answered');
}

async function mails({ admin }: Service): Promise<number> {
  return (await admin.api('GET', '/api/outbox')).body.length;
}

async function untilJobRuns(service: Service): Promise<void> {
  const before = await mails(service);
  await service.admin.api('POST', '/api/password-resets', { Email: 'admin@localhost' });
  await until(async () => (await mails(service)) > before, 'a job runs');
}

/** Adds a notification for the first admin, as a job or another node does. */
async function addNotification(databaseUrl: string, message: string): Promise<void> {
  const sql = connect(databaseUrl, 1);
  const [admin] = await sql<{ deploymentId: number; userId: number }[]>`
    select deployment_id as "deploymentId", user_id as "userId" from users`;
  const { deploymentId = 0, userId = 0 } = admin ?? {};
  await transaction(sql, (tx) => insertNotifications(tx, deploymentId, [userId], message, new Date()));
  await sql.end();
}

test('a service survives a PostgreSQL that freezes, shuts down and returns', async (t) => {
  const { postgres, start } = await ownPostgres(t);
  const service = await startService(t, { ...SEVERAL, DATABASE_URL: postgres.url });
  const processes = await partsOf(service);
  await untilServes(service);

  await t.test('while all processes of PostgreSQL are stopped, requests get 503 with Retry-After', async () => {
    const related = (await listProcesses()).filter(({ pid, parent }) => [pid, parent].includes(postgres.pid));
    const frozen = related.map(({ pid }) => pid);
    kill(frozen, 'SIGSTOP');
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(service, '/api/users/me')));
    kill(frozen, 'SIGCONT');
    for (const { status, headers } of answers) assert.deepEqual([status, headers.get('retry-after')], [503, '5']);
    await untilServes(service);
    await untilJobRuns(service);
  });

  await t.test('a smart shutdown ends, and everything continues when PostgreSQL is back', async () => {
    const stream = await follow(service.url, service);
    process.kill(postgres.pid, 'SIGTERM');
    await postgres.exited;
    assert.equal((await request(service, '/api/users/me')).status, 503);
    await start();
    await untilServes(service);
    await untilJobRuns(service);
    await addNotification(postgres.url, 'PostgreSQL is back');
    assert.equal((await nextNotification(stream)).data.Notification.Message, 'PostgreSQL is back');
    stream.leave();
  });

  assert.deepEqual(await partsOf(service), processes);
  assert.equal(await service.stop(), 0);
});
