// runs alone: timers of the process are replaced
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { mock, test } from 'node:test';
import { client } from '../../../test/client.ts';
import { clusterUrl } from '../../../test/database.ts';
import { addPeople } from '../../../test/factories/persons.ts';
import { startApp } from '../../../test/harness.ts';
import { startSecondApp } from '../../../test/second-app.ts';
import { until } from '../../../test/waiting.ts';
import { connect as databaseClient } from '../../platform/db/connection.ts';
import { signIn } from '../sessions/browser.fixture.ts';
import { CHANNEL } from '../../core/notifications/notifications.queries.ts';
import { follow, nextNotification, notify, openStream, startProcess, untilCount } from './streams.fixture.ts';

// Tests trigger the sweep that normally runs every 20 seconds.
mock.timers.enable({ apis: ['setInterval'] });
const CHECK_MS = 20_000;
const HOUR = 3_600_000;

const app = await startApp();

const messageOf = ({ data }: { data: { Notification?: { Message: string } } }) => data.Notification?.Message;

test('a stream sends the unread count and then each new notification with every field', async () => {
  const { ann, bob } = await app.world();
  await notify(app, [ann], 'before');
  const stream = await follow(app.url, ann);
  assert.equal(stream.status, 200);
  assert.equal(stream.headers.get('content-type'), 'text/event-stream');
  assert.equal(stream.headers.get('cache-control'), 'no-store');
  assert.ok(stream.headers.get('x-request-id'));
  assert.deepEqual(await stream.next(), { type: 'unread', id: null, data: { UnreadCount: 1 } });
  const folderId = await bob.folder(bob.libraryId, 'Plans');
  await bob.api('PUT', `/api/folders/${folderId}/permissions`, [{ UserId: ann.userId, Allow: ['Read'] }]);
  const [newest] = (await ann.api('GET', '/api/notifications?top=1')).body;
  const id = newest.Links.Self.split('/').at(-1);
  assert.deepEqual(await stream.next(), { type: 'notification', id, data: { Notification: newest, UnreadCount: 2 } });
  stream.leave();
});

test('reading and deleting elsewhere updates the count at once, for that user only', async () => {
  const { ann, bob } = await app.world();
  await notify(app, [ann, bob], 'one');
  await notify(app, [ann, bob], 'two');
  const streams = [await follow(app.url, ann), await follow(app.url, bob)] as const;
  await untilCount(streams[0], 2);
  const [{ Links }] = (await ann.api('GET', '/api/notifications')).body;
  await ann.api('POST', `${new URL(Links.Self).pathname}/read`);
  await untilCount(streams[0], 1);
  await ann.api('DELETE', new URL(Links.Self).pathname);
  await untilCount(streams[0], 1);
  await ann.api('POST', '/api/notifications/read');
  await untilCount(streams[0], 0);
  await ann.api('DELETE', '/api/notifications');
  await untilCount(streams[0], 0);
  await notify(app, [bob], 'three');
  const next = await nextNotification(streams[1]);
  assert.deepEqual([messageOf(next), next.data.UnreadCount], ['three', 3]);
  for (const stream of streams) stream.leave();
});

test('a rolled-back notification is never delivered', async () => {
  const { ann } = await app.world();
  const stream = await follow(app.url, ann);
  await stream.next();
  await app.sql
    .begin(async (tx) => {
      await tx`
        insert into notifications (deployment_id, user_id, message, created_at)
        values (${ann.deploymentId}, ${ann.userId}, 'never', now())`;
      await tx`select pg_notify(${CHANNEL}, ${`${ann.deploymentId}:${ann.userId}`})`;
      throw new Error('no');
    })
    .catch(() => {});
  await notify(app, [ann], 'real');
  assert.equal(messageOf(await stream.next()), 'real');
  stream.leave();
});

test('a notification started earlier and committed later is delivered as well', async () => {
  const { ann } = await app.world();
  const stream = await follow(app.url, ann);
  await stream.next();
  await app.sql.begin(async (tx) => {
    await tx`
      insert into notifications (deployment_id, user_id, message, created_at)
      values (${ann.deploymentId}, ${ann.userId}, 'slow', now())`;
    await tx`select pg_notify(${CHANNEL}, ${`${ann.deploymentId}:${ann.userId}`})`;
    await notify(app, [ann], 'fast');
    assert.equal(messageOf(await stream.next()), 'fast');
  });
  assert.equal(messageOf(await stream.next()), 'slow');
  stream.leave();
});

test('a notification to a thousand users reaches all of them', async () => {
  const w = await app.world();
  const last = await w.addPerson('Last');
  const stream = await follow(app.url, last);
  await stream.next();
  const more = await addPeople(app, w, 999);
  const people = [...more.map((userId) => ({ ...last, userId })), last];
  await notify(app, people, 'all of you');
  assert.equal(messageOf(await stream.next()), 'all of you');
  stream.leave();
});

test('a notification created in one process reaches a stream of another', async (t) => {
  const { ann } = await app.world();
  const process = await startProcess(app);
  t.after(() => process.child.kill());
  const [here, there] = [await follow(app.url, ann), await follow(process.url, ann)];
  await Promise.all([here.next(), there.next()]);
  await notify(app, [ann], 'from here');
  for (const stream of [here, there]) assert.equal(messageOf(await nextNotification(stream)), 'from here');
  const elsewhere = client(process.url, ann.token);
  await elsewhere.api('POST', '/api/notifications/read');
  for (const stream of [here, there]) await untilCount(stream, 0);
  here.leave();
  there.leave();
});

test('if PostgreSQL delivers no signals, streams get changes with the next sweep', async () => {
  const w = await app.world();
  app.sql.options.prepare = false;
  const { url } = await startSecondApp(app);
  const stream = await follow(url, w.ann);
  app.sql.options.prepare = true;
  await stream.next();
  await notify(app, [w.ann], 'late');
  mock.timers.tick(CHECK_MS);
  assert.equal(messageOf(await stream.next()), 'late');
  stream.leave();
});

test('connections are kept alive, and nothing is sent without changes', async () => {
  const { ann } = await app.world();
  const stream = await follow(app.url, ann);
  await stream.next();
  for (const _ of [1, 2]) {
    mock.timers.tick(CHECK_MS);
    await stream.beat();
  }
  await notify(app, [ann], 'first words');
  assert.equal(messageOf(await stream.next()), 'first words');
  stream.leave();
});

test('a stream ends when the token is revoked, its secret replaced, the session ends, expires or is limited, or the user is deleted', async () => {
  const w = await app.world();
  const { body: extra } = await w.ann.api('POST', `/api/users/${w.ann.userId}/tokens`, { Name: 'extra' });
  const { body: old } = await w.ann.api('POST', `/api/users/${w.ann.userId}/tokens`, { Name: 'old' });
  const [ended, idle, kept] = [await signIn(w, w.ann), await signIn(w, w.bob), await signIn(w, w.admin)];
  const leaver = await w.addPerson('Leaver');
  const limited = await signIn(w, w.stranger);
  const streams = {
    revoked: await openStream(app.url, { authorization: `Bearer ${extra.Token}` }),
    replaced: await openStream(app.url, { authorization: `Bearer ${old.Token}` }),
    ended: await openStream(app.url, { cookie: ended.cookie }),
    gone: await follow(app.url, leaver),
    idle: await openStream(app.url, { cookie: idle.cookie }),
    limited: await openStream(app.url, { cookie: limited.cookie }),
    kept: await openStream(app.url, { cookie: kept.cookie }),
  };
  for (const stream of Object.values(streams)) await stream.next();
  await w.ann.api('DELETE', `/api/users/${w.ann.userId}/tokens/${extra.TokenId}`);
  const { body: rotated } = await w.ann.api('POST', `/api/tokens/${old.TokenId}/rotate`, { OverlapHours: 1 });
  const next = await openStream(app.url, { authorization: `Bearer ${rotated.Token}` });
  await next.next();
  await ended.api('DELETE', '/api/sessions/current');
  assert.equal((await w.admin.api('DELETE', `/api/users/${leaver.userId}`)).status, 204);
  const { body: group } = await w.admin.api('POST', '/api/groups', { GroupName: 'Board' });
  await w.admin.api('PUT', `/api/groups/${group.GroupId}/members/${w.stranger.userId}`);
  await w.admin.api('PATCH', '/api/settings', { SecondFactorGraceDays: 0 });
  await w.admin.api('PATCH', `/api/groups/${group.GroupId}`, { RequiresSecondFactor: true });
  // A stream does not count as use.
  app.clock.advance(7 * HOUR);
  await kept.api('GET', '/api/libraries');
  await limited.api('GET', '/api/users/me');
  app.clock.advance(6 * HOUR);
  mock.timers.tick(CHECK_MS);
  for (const stream of [
    streams.revoked,
    streams.replaced,
    streams.ended,
    streams.gone,
    streams.idle,
    streams.limited,
  ]) {
    assert.deepEqual((await stream.rest()).at(-1), { type: 'signed-out', id: null, data: {} });
  }
  await notify(app, [w.admin, w.ann], 'still here');
  for (const stream of [streams.kept, next]) {
    assert.equal(messageOf(await nextNotification(stream)), 'still here');
    stream.leave();
  }
});

test('a stream requires a credential (401) and is limited to twenty per user (429)', async () => {
  const { ann, bob, anonymous } = await app.world();
  assert.equal((await anonymous.api('GET', '/api/notifications/stream')).status, 401);
  const streams = await Promise.all(Array.from({ length: 20 }, () => follow(app.url, ann)));
  for (const stream of streams) assert.equal(stream.status, 200);
  const refused = await follow(app.url, ann);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '20');
  const others = await follow(app.url, bob);
  assert.equal(others.status, 200);
  streams[0]?.leave();
  let next = await follow(app.url, ann);
  await until(async () => {
    if (next.status !== 200) next = await follow(app.url, ann);
    return next.status === 200;
  });
  for (const stream of [...streams, next, others]) stream.leave();
});

test('a client that does not read is cut off without affecting others', async () => {
  const { ann } = await app.world();
  const stream = await follow(app.url, ann);
  await stream.next();
  const { hostname, port } = new URL(app.url);
  const idle = connect(Number(port), hostname).pause();
  idle.on('error', () => {});
  idle.write(`GET /api/notifications/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ann.token}\r\n\r\n`);
  const isCutOff = () => app.logs.slice(before).some(({ route }) => route === '/api/notifications/stream');
  const before = app.logs.length;
  const message = 'x'.repeat(100_000);
  await until(async () => {
    await notify(app, [ann], message);
    assert.equal(messageOf(await nextNotification(stream)), message);
    return isCutOff();
  });
  idle.destroy();
  stream.leave();
});

test('HEAD does not open a stream', async () => {
  const { ann } = await app.world();
  assert.equal((await ann.api('HEAD', '/api/notifications/stream')).status, 404);
});

test('streams survive broken PostgreSQL connections and deliver missed changes', async () => {
  const { ann } = await app.world();
  const stream = await follow(app.url, ann);
  await stream.next();
  await breakConnections();
  await until(poolWorks);
  await notify(app, [ann], 'meanwhile');
  assert.equal(messageOf(await nextNotification(stream)), 'meanwhile');
  await notify(app, [ann], 'afterwards');
  assert.equal(messageOf(await nextNotification(stream)), 'afterwards');
  stream.leave();
});

test('streams recover when PostgreSQL has refused connections for a while', async () => {
  const { ann } = await app.world();
  const stream = await follow(app.url, ann);
  await stream.next();
  const name = new URL(app.databaseUrl).pathname.slice(1);
  const elsewhere = databaseClient(clusterUrl(), 1);
  await elsewhere`alter database ${elsewhere(name)} allow_connections false`;
  await elsewhere`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
  mock.timers.tick(CHECK_MS);
  await stream.beat();
  await elsewhere`alter database ${elsewhere(name)} allow_connections true`;
  await elsewhere.end();
  await until(poolWorks);
  await notify(app, [ann], 'meanwhile');
  await until(isHeard);
  assert.equal(messageOf(await nextNotification(stream)), 'meanwhile');
  await notify(app, [ann], 'afterwards');
  assert.equal(messageOf(await nextNotification(stream)), 'afterwards');
  stream.leave();
});

/** Whether no connection of the pool is one that broke: each is found out by the first statement on it. */
const poolWorks = (): Promise<boolean> =>
  Promise.all(Array.from({ length: 50 }, () => app.sql`select pg_sleep(0.01)`)).then(
    () => true,
    () => false,
  );

async function isHeard(): Promise<boolean> {
  const rows = await app.sql`
    select from pg_stat_activity where datname = current_database() and query ilike ${`listen "${CHANNEL}"`}`;
  return rows.length > 0;
}

async function breakConnections(): Promise<void> {
  await app.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
}
